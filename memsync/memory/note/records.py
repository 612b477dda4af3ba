"""The values that a memory is described by: its place, its notes, what was done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from memsync.memory.note.names import Scope
    from memsync.memory.note.note import Note


class MemoryFolder(NamedTuple):
    """Where one memory is and what belongs to it; nothing need exist yet."""

    folder: Path
    scope: Scope
    archive: Path
    lock: Path
    private: bool
    """Files are 0600 and folders 0700."""
    guards_live: bool
    """A version is stored in the archive before it goes live, too: git may delete
    an ignored folder without a word."""
    allow_file: Path
    confirmed_file: Path | None = None
    """Where it exists, of the allow file counts what is also here: see
    `memsync.memory.files.confirmed`."""
    ending: str = ""
    """Of an agent's own folder: the ending of its files; empty for a memory of ours."""
    apart: tuple[str, ...] = ()
    """Folders directly in an agent's that are no part of it."""
    agent: str = ""
    """The agent whose own folder it is; empty for a memory of ours."""


class StoredNote(NamedTuple):
    """A note in its memory."""

    name: str
    """The file's name without `.md`, which is the note's identity."""
    scope: Scope
    file: str
    """The path as text; see `path`."""
    note: Note
    data: bytes
    unread: str = ""
    """Why the file was not read, and `note` is empty: such as `a symlink`."""

    @property
    def path(self) -> Path:
        """The note's file."""
        return Path(self.file)

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self.data)


class Written(NamedTuple):
    """What a write did."""

    name: str
    scope: Scope
    path: Path
    action: Literal["created", "updated", "unchanged"]
    archived: str | None
    """The id of the stored earlier version; None where none was replaced."""
    memory_index_updated: bool
    warnings: tuple[tuple[str, str | None], ...] = ()
    """Messages, each with a hint or None."""


class Removed(NamedTuple):
    """What rename, move and forget did."""

    name: str
    archived: str | None
    dangling: tuple[str, ...]
    """The notes whose links lead nowhere now."""
