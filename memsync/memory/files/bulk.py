"""Creates many files at once, with one request to the disk to make them durable.

A request for each of a thousand files takes minutes. After a kill, some files exist and
are whole, and the others do not exist.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from memsync.files import atomic
from memsync.files.unlinked import around
from memsync.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.files.unlinked import Folder

# From this many files on, they are made durable together.
_MANY = 16


def create_many(
    files: Sequence[tuple[Path, bytes]], mode: int | None = None
) -> list[bool]:
    """Create files in existing folders, durably; for each, whether its name was free.

    Changes no existing file. Raises `OSError`.
    """
    if len(files) < _MANY or not hasattr(os, "sync"):
        return [_created(path, data, mode) for path, data in files]
    with contextlib.ExitStack() as opened:
        folders = {
            parent: opened.enter_context(around(os.fspath(parent / "x")))[0]
            for parent in {path.parent for path, _ in files}
        }
        staged: list[tuple[Folder, str, str]] = []
        try:
            for path, data in counted(files, "writing files"):
                folder = folders[path.parent]
                temporary = _staged(folder, path.name, data, mode)
                staged.append((folder, temporary, path.name))
            os.sync()
            made = [atomic.publish_in(*each) for each in staged]
        finally:
            for folder, temporary, _ in staged:
                folder.unlink(temporary, missing_ok=True)
        for folder in folders.values():
            folder.sync()
    return made


def _created(path: Path, data: bytes, mode: int | None) -> bool:
    try:
        atomic.create(path, data, mode=mode)
    except FileExistsError:
        return False
    return True


def _staged(folder: Folder, name: str, data: bytes, mode: int | None) -> str:
    temporary = f"{atomic.TEMPORARY}{os.urandom(8).hex()}.tmp"
    # O_EXCL: never write into a file that somebody else put there.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    made = atomic.PLAIN if mode is None else mode
    handle = os.open(folder.named(temporary), flags, made, dir_fd=folder.handle)
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 -- a descriptor, not a path
            file.write(data)
    except OSError as error:
        # A write to a full disk reports no file name.
        error.filename = folder.shown(name)
        folder.unlink(temporary, missing_ok=True)
        raise
    return temporary
