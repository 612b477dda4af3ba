"""Opens a folder by descriptor, component by component, without following links.

`memsync.files.unlinked` is built on this. An idle round loads it, so it imports next to
nothing.
"""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from memsync.errors import Refused

# Below this, a hostile repository may have put links: `paths.MEMORY_PATH`.
_BELOW = f"{os.sep}.coyote{os.sep}memory"

# Below this, only memsync creates folders, in the user memory too.
_ARCHIVE = f"{os.sep}memory{os.sep}.archive"

# Agents' own folders: the user may have put links above them, but not below.
_AGENTS: list[str] = []

# CLOEXEC: no child may inherit a folder that a link could have led to.
FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)

# O_PATH needs only the right to enter a folder, not the right to list it.
PASS = getattr(os, "O_PATH", os.O_RDONLY)

# Windows has no such flag, and uses paths instead of descriptors.
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)


def open_folder(where: str, flags: int) -> int:
    """A folder's descriptor, which the caller closes; see `unlinked.held`."""
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
    """Let this process follow no link below this folder, which is not a link itself."""
    if folder not in _AGENTS:
        _AGENTS.append(folder)


def split(where: str) -> tuple[str, list[str]]:
    """The path up to a memory, and the components below it; none for other paths."""
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
    """The descriptor of a folder in an open one; errors name `where`."""
    try:
        return os.open(name, flags | FOLDER | _NOFOLLOW, dir_fd=within)
    except OSError as error:
        # A symlink: ENOTDIR on Linux, because of O_DIRECTORY, and ELOOP elsewhere.
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            try:
                # Only to say in the error whether it is a link.
                there = os.stat(name, dir_fd=within, follow_symlinks=False)
            except OSError:
                pass
            else:
                if stat.S_ISLNK(there.st_mode):
                    raise leads_away(where) from None
        error.filename = where
        raise


def leads_away(where: str) -> Refused:
    """The error for a symlink in a folder's path."""
    from memsync.errors import Refused

    return Refused(
        f"'{where}' leads through a symlink, which memsync does not follow",
        hint="remove the link, then run the command again",
        word="foreign-link",
    )
