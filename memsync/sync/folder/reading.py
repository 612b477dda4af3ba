"""Read one file of a memory, and judge whether its text may leave."""

from __future__ import annotations

import errno
import os

from memsync.files.unlinked import held
from memsync.sync.folder import listing
from memsync.sync.folder.stat_cache import Stays

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.files.unlinked import Folder

# NONBLOCK: opening a FIFO would wait for a writer.
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
# A file that changes while it is read is read again; an agent saves in a few calls.
_TRIES = 3


def stable(path: str, now_ns: int, limit: int) -> tuple[bytes, str] | None:
    """A file's bytes and its signature; None for a link, or while it is written.

    A file longer than `limit` bytes is cut to one byte more. `now_ns` is as for
    `listing.signature`. Raises `OSError`.
    """
    folder, _, name = path.rpartition(os.sep)
    with held(folder) as opened:
        return _stable(opened, name, now_ns, limit)


def _stable(
    folder: Folder, name: str, now_ns: int, limit: int
) -> tuple[bytes, str] | None:
    path, within = folder.named(name), folder.handle
    for _ in range(_TRIES):
        try:
            handle = os.open(path, os.O_RDONLY | _NOFOLLOW, dir_fd=within)
        except OSError as error:
            if error.errno == errno.ELOOP:
                return None  # became a link since it was listed
            raise
        with open(handle, "rb") as file:  # noqa: PTH123 -- a descriptor, not a path
            before = os.fstat(handle)
            data = file.read(limit + 1)
            after = os.fstat(handle)
        same = (before.st_mtime_ns, before.st_ctime_ns, before.st_size) == (
            after.st_mtime_ns,
            after.st_ctime_ns,
            len(data),
        )
        if same:
            return data, listing.signature(after, now_ns)
    return None


def is_begun(data: bytes) -> bool:
    """Whether a text seems unfinished: its frontmatter has no end."""
    first, _, rest = data.removeprefix(b"\xef\xbb\xbf").partition(b"\n")
    if first.rstrip() != b"---":
        return False
    return all(line.rstrip() not in (b"---", b"...") for line in rest.split(b"\n"))


def verdict(
    data: bytes, findings: Callable[[bytes], str | None], *, may_choose: bool
) -> Stays | None:
    """Why a text stays here; None for what may be sent.

    `findings` names the first secret in it. With `may_choose` the text itself may
    say `sync: false`; the memory index may not. A text that might say so is held.
    """
    if b"\0" in data:
        return Stays("held", "it contains NUL bytes")
    try:
        data.decode()
    # Merging works on lines of text: other bytes could not be merged.
    except UnicodeDecodeError:
        return Stays("held", "it is not UTF-8 text")
    if may_choose and b"sync" in data.lower():
        from memsync.memory.note.note import Note

        note = Note.parse(data)
        if note.may_sync == "no":
            return Stays("private")
        if note.may_sync == "unclear":
            problem = note.trouble or note.problems[0]
            where = f"line {problem.line}: {problem.message}"
            return Stays("held", f"its key `sync` cannot be read ({where})")
    reason = findings(data)
    return Stays("held", reason) if reason else None


def scanner(
    allow: bytes, confirmed: bytes | None, level: str
) -> Callable[[bytes], str | None]:
    """Names the first secret in a text, never its value.

    `allow` is the allow-list; `confirmed`: see `memsync.memory.files.confirmed`;
    `level` is the confidence from which on one counts.
    """

    def findings(data: bytes) -> str | None:
        from memsync.memory.files.confirmed import counting
        from memsync.secrets.doubts.levels import at_least
        from memsync.secrets.scan import scan

        allowed = counting(allow, confirmed)
        for found in scan(data):
            value = data[found.start : found.end]
            if at_least(found.confidence, level) and not allowed.allows(
                found.rule, value
            ):
                arrived = counting(allow, None).named(found.rule, value)
                return f"line {found.line} looks like a secret ({found.rule})" + (
                    "; another machine allowed it: `memsync scan --confirm"
                    f" {arrived}` does so here"
                    if arrived
                    else ""
                )
        return None

    return findings
