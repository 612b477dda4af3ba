"""The value types of a memory: its place, its notes, results of changes."""

from __future__ import annotations

from pathlib import Path

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from typing import Literal

    from memsync.memory.note.names import Scope
    from memsync.memory.note.note import Note


class MemoryFolder(NamedTuple):
    """The place of one memory and its files; nothing need exist yet."""

    folder: Path
    scope: Scope
    archive: Path
    lock: Path
    private: bool
    """Files are 0600 and folders 0700."""
    guards_live: bool
    """Whether a version is archived before it goes live, too: git may delete an ignored
    folder without warning."""
    allow_file: Path
    confirmed_file: Path | None = None
    """If it exists, entries of the allow file count only if they are also here: see
    `memsync.memory.files.confirmed`."""
    ending: str = ""
    """The ending of the files of an agent's own folder; empty for a memsync memory."""
    apart: tuple[str, ...] = ()
    """Sub-folders of an agent's folder that are not part of its memory."""
    agent: str = ""
    """The agent, if it is an agent's own folder; empty for a memsync memory."""


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
    """Why the file was not read (`note` is empty then), such as `a symlink`."""

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
    """The id of the archived earlier version; None if none was replaced."""
    memory_index_updated: bool
    warnings: tuple[tuple[str, str | None], ...] = ()
    """Messages, each with a hint or None."""


class Removed(NamedTuple):
    """What rename, move and forget did."""

    name: str
    archived: str | None
    dangling: tuple[str, ...]
    """The notes whose links are broken now."""
