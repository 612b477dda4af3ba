"""Replaces and removes live files to which an agent may be writing.

Agents write without our lock, and often in place. So the old file first gets a second
name (a hard link), and is read again after it was replaced: what was written to it in
the meantime goes to `keep` and is not lost.
"""

from __future__ import annotations

import errno
import os
import time
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused
from memsync.files import atomic
from memsync.files.unlinked import held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from memsync.files.lock import Held
    from memsync.files.unlinked import Folder

    Keep = Callable[[bytes], object]

# The ending of the second name of a file that is being replaced.
_OLD = ".old"

# ENAMETOOLONG: the second name is longer, and the first may have all 255 bytes.
_NO_TIE = (*atomic.NO_LINKS, errno.ENAMETOOLONG)

# Seconds between two reads of the old file.
_SETTLE = 0.02

# At most half a second: an agent writes its file in a few calls in a row.
_SETTLE_ROUNDS = 25


def replace_keeping(
    path: Path,
    data: bytes,
    expected: bytes | None,
    keep: Keep,
    *,
    mode: int | None = None,
) -> bool:
    """Make `data` the content of `path` if it still is `expected` (None: no file).

    Returns False, and changes nothing, if it is not. What a program that had the file
    open wrote at the last moment goes to `keep`. Raises `OSError`, and `Refused` for a
    symlink there or on the way.
    """
    with held(path.parent) as folder:
        if expected is None:
            return _create(folder, path.name, data, mode)
        if mode is None:
            try:
                mode = folder.stat(path.name).st_mode & 0o7777
            except FileNotFoundError:
                return False
        staged = atomic.stage_in(folder, data, mode, path.name)
        try:
            return _swap(
                folder,
                path.name,
                expected,
                keep,
                lambda: folder.rename(staged, path.name),
            )
        finally:
            folder.unlink(staged, missing_ok=True)


def remove_keeping(path: Path, expected: bytes, keep: Keep) -> bool:
    """Remove `path` if its content still is `expected`; like `replace_keeping`."""
    with held(path.parent) as folder:
        name = path.name
        return _swap(folder, name, expected, keep, lambda: folder.unlink(name))


def _create(folder: Folder, name: str, data: bytes, mode: int | None) -> bool:
    staged = atomic.stage_in(folder, data, mode, name)
    try:
        if not atomic.publish_in(folder, staged, name):
            return False
    finally:
        folder.unlink(staged, missing_ok=True)
    folder.sync()
    return True


def _swap(
    folder: Folder,
    name: str,
    expected: bytes,
    keep: Keep,
    change: Callable[[], object],
) -> bool:
    tied = _tie(folder, name)
    settled = True
    try:
        if _read(folder, tied or name) != expected:
            return False
        change()
        folder.sync()
        if tied is not None and _read(folder, tied) != expected:
            # Someone wrote to the old file. It keeps its second name, so that the next
            # command reads it again: more writes may follow.
            settled = False
            if late := _at_rest(folder, tied):
                keep(late)
    finally:
        if tied is not None and settled:
            folder.unlink(tied, missing_ok=True)
    return True


class Leftover(NamedTuple):
    """A file that a killed command left; its folder is open until the next one."""

    folder: Folder
    name: str
    of: str | None
    """The file's former name; None for a temporary that never went live."""

    def read(self) -> bytes:
        """Its bytes; raises what `atomic.read_regular` raises."""
        return atomic.read_in(self.folder, self.name)

    def remove(self, held: Held[Any]) -> None:  # noqa: ARG002 -- a proof
        """Remove it, if it is still there; `held` is that of its command."""
        self.folder.unlink(self.name, missing_ok=True)


def leftovers(path: Path) -> Iterator[Leftover]:
    """The files that a killed command left in a folder; none if it is a link or gone.

    While the lock is not held, another command may be at work on it.
    """
    try:
        with held(path, listed=True) as folder:
            for name in folder.names():
                token, _, rest = name.removeprefix(atomic.TEMPORARY).partition(".")
                if len(token) != 16 or not name.startswith(atomic.TEMPORARY):
                    continue
                if rest == "tmp":
                    yield Leftover(folder, name, None)
                elif rest.endswith(_OLD):
                    yield Leftover(folder, name, rest.removesuffix(_OLD))
    except (FileNotFoundError, NotADirectoryError, Refused):
        return


def _tie(folder: Folder, name: str) -> str | None:
    """Give the file `name` a second name; None if there are no hard links."""
    tied = f"{atomic.TEMPORARY}{os.urandom(8).hex()}.{name}{_OLD}"
    try:
        folder.link(name, tied)
    except FileNotFoundError:
        return None
    # Some file systems (FAT, some network mounts) have no hard links.
    except OSError as error:
        if error.errno not in _NO_TIE:
            raise
        return None
    return tied


def _read(folder: Folder, name: str) -> bytes | None:
    try:
        return atomic.read_in(folder, name)
    except FileNotFoundError:
        return None


def _at_rest(folder: Folder, name: str) -> bytes | None:
    """The file's bytes once two reads agree; the last ones, if they never do."""
    data = _read(folder, name)
    for _ in range(_SETTLE_ROUNDS):
        time.sleep(_SETTLE)
        again = _read(folder, name)
        if again == data and again:
            break
        data = again
    return data
