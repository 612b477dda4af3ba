"""Opening a folder by descriptor, part by part, through no link.

What `memsync.files.unlinked` stands on. An idle round loads it, so it loads next to
nothing.
"""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from memsync.errors import Refused

# From here on a path is a repository's to change: `paths.MEMORY_PATH`.
_BELOW = f"{os.sep}.coyote{os.sep}memory"

# From here on nobody but memsync makes folders, in the user's memory too.
_ARCHIVE = f"{os.sep}memory{os.sep}.archive"

# Agents' own folders: what leads there is the person's to choose.
_AGENTS: list[str] = []

FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)

# A folder that may be entered need not be one that may be listed.
PASS = getattr(os, "O_PATH", os.O_RDONLY)

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)


def open_folder(where: str, flags: int) -> int:
    """The handle of a folder, to be closed; see `unlinked.held`."""
    head, parts = split(where)
    if not parts:
        return enter(where, flags, None, where)
    handle = os.open(head or os.sep, PASS | FOLDER)
    for number, part in enumerate(parts, 1):
        try:
            last = number == len(parts)
            inner = enter(part, flags if last else PASS, handle, where)
        finally:
            os.close(handle)
        handle = inner
    return handle


def no_links_below(folder: str) -> None:
    """Let no link be followed in this folder, which is real, by this process."""
    if folder not in _AGENTS:
        _AGENTS.append(folder)


def split(where: str) -> tuple[str, list[str]]:
    """What leads to a memory, and the parts from there on; none elsewhere."""
    for folder in _AGENTS:
        if where.startswith(f"{folder}{os.sep}"):
            rest = where[len(folder) :]
            return folder, [part for part in rest.split(os.sep) if part]  # noqa: PTH206 -- as below
    for below in (_BELOW, _ARCHIVE):
        head, found, rest = where.rpartition(below)
        if found and (not rest or rest[0] == os.sep):
            if below is _ARCHIVE:
                head, found = f"{head}{os.sep}memory", f"{os.sep}.archive"
            return head, [part for part in f"{found}{rest}".split(os.sep) if part]  # noqa: PTH206 -- no pathlib in a short round
    return where, []


def enter(name: str, flags: int, within: int | None, where: str) -> int:
    """The handle of a folder in an open one; `where` is for errors."""
    try:
        return os.open(name, flags | FOLDER | _NOFOLLOW, dir_fd=within)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            try:
                there = os.stat(name, dir_fd=within, follow_symlinks=False)
            except OSError:
                pass
            else:
                if stat.S_ISLNK(there.st_mode):
                    raise leads_away(where) from None
        error.filename = where
        raise


def leads_away(where: str) -> Refused:
    """The error for a link in the place of a folder, or on the way to it."""
    from memsync.errors import Refused

    return Refused(
        f"'{where}' leads through a link, which is not followed",
        hint="remove the link, then run the command again",
        word="foreign-link",
    )
