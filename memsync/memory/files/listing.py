"""Lists and reads all notes of a memory, fast."""

from __future__ import annotations

import contextlib
import os
import stat

from memsync.files.unlinked import held, listed
from memsync.memory.note.names import SUFFIX
from memsync.memory.note.records import MemoryFolder, StoredNote
from memsync.paths import MEMORY_INDEX
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.files.unlinked import Folder
    from memsync.memory.note.names import Scope

# NONBLOCK: opening a FIFO would wait for a writer.
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def listing(memory: MemoryFolder) -> list[tuple[str, bool]]:
    """The names of all notes, sorted, each with whether its file is a symlink.

    Folders, pipes and the like are not notes, whatever their names.
    """
    try:
        with listed(memory.folder) as (found, _):
            return sorted(
                (entry.name[: -len(SUFFIX)], entry.is_symlink())
                for entry in found
                if entry.name.endswith(SUFFIX)
                and entry.name[0] != "."
                and entry.name != MEMORY_INDEX
                and (entry.is_file(follow_symlinks=False) or entry.is_symlink())
            )
    except (FileNotFoundError, NotADirectoryError):
        return []


class Look(NamedTuple):
    """The state of a memory's folder, without opening a file."""

    rows: list[str]
    """Each note that is a regular file: time, size, inode, name; as the folder lists
    them, which is the same order until a name changes.

    Equal rows mean an unchanged file, unless it changed again within one tick of the
    file system's clock.
    """
    memory_index: list[str]
    """The row of the memory index, if that is a regular file."""
    others: list[str]
    """The names of notes that are symlinks or have a newline in their name."""


def look(folder: Path) -> Look:
    """Stat every file once; raises `OSError` if the folder cannot be listed."""
    rows: list[str] = []
    index: list[str] = []
    others: list[str] = []
    with listed(folder) as (found, _):
        for entry in found:
            name = entry.name
            if name[-3:] != SUFFIX or name[0] == ".":
                continue
            try:
                s = entry.stat(follow_symlinks=False)
            # Deleted while the folder was listed.
            except FileNotFoundError:
                continue
            kind = stat.S_IFMT(s.st_mode)
            if kind == stat.S_IFLNK or "\n" in name:
                if name != MEMORY_INDEX:
                    others.append(name[:-3])
            elif kind == stat.S_IFREG:
                row = f"{s.st_mtime_ns} {s.st_size} {s.st_ino} {name[:-3]}"
                (rows if name != MEMORY_INDEX else index).append(row)
    return Look(rows, index, others)


def file_rows_of(folder: Path, names: Sequence[str]) -> list[str]:
    """The rows of some names, as in `look`, in order; empty for missing files.

    Raises `OSError` for a missing folder.
    """
    rows = []
    with held(folder) as opened:
        for name in names:
            try:
                s = opened.stat(name + SUFFIX)
            except FileNotFoundError:
                rows.append("")
            else:
                rows.append(f"{s.st_mtime_ns} {s.st_size} {s.st_ino} {name}")
    return rows


def name_in(row: str) -> str:
    """The name of the file that a row of `look` is about."""
    return row.split(" ", 3)[3]


def load(memory: MemoryFolder, name: str) -> StoredNote | None:
    """One note, as in `entries`; None if it is gone."""
    file = os.fspath(memory.folder / (name + SUFFIX))
    is_link = os.path.islink(file)  # noqa: PTH114 -- text
    with held(memory.folder) as folder:
        return _load(name, memory.scope, file, folder, is_link=is_link)


def entries(memory: MemoryFolder) -> list[StoredNote]:
    """All notes, sorted by name; an unreadable one says why in `unread`."""
    start = os.fspath(memory.folder) + os.sep
    found: list[StoredNote] = []
    names = listing(memory)
    if not names:
        return found
    with contextlib.suppress(FileNotFoundError), held(memory.folder) as folder:
        for name, is_link in names:
            file = start + name + SUFFIX
            note = _load(name, memory.scope, file, folder, is_link=is_link)
            if note is not None:
                found.append(note)
    return found


def _load(
    name: str, scope: Scope, file: str, folder: Folder, *, is_link: bool
) -> StoredNote | None:
    """One note of a listing; None if it has gone since."""
    # Imported late: a hook that only lists files reads no note.
    from memsync.memory.note.note import Note

    if is_link:
        return StoredNote(name, scope, file, Note.parse(b""), b"", "a symlink")
    try:
        data = _read(folder.named(name + SUFFIX), folder.handle)
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        return StoredNote(name, scope, file, Note.parse(b""), b"", reason)
    if data is None:
        return None
    return StoredNote(name, scope, file, Note.parse(data), data)


def _read(file: str, within: int | None) -> bytes | None:
    """The bytes of a regular file, None for anything else.

    A faster `atomic.read_regular` without messages: `list` may call it 10,000 times.
    """
    handle = os.open(file, _FLAGS, dir_fd=within)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return None
        data = os.read(handle, status.st_size + 1)
        if len(data) <= status.st_size:
            while more := os.read(handle, 1 << 20):
                data += more
        return data
    finally:
        os.close(handle)
