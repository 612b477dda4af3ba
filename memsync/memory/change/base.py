"""A memory that can be read and locked; `Store` adds the changes.

The functions that change a memory take a `BaseStore`, and `Store` calls them: so no
module imports one that imports it.
"""

from __future__ import annotations

import contextlib
import os
from functools import cached_property

from memsync.errors import NotFound
from memsync.files import atomic
from memsync.files.unlinked import held
from memsync.meant import nearest
from memsync.memory.note.names import (
    MEMORY_INDEX_NAME,
    SUFFIX,
    Scope,
    check_name,
    check_readable,
)
from memsync.memory.note.records import MemoryFolder, StoredNote
from memsync.paths import MEMORY_INDEX
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from memsync.config.settings import Settings
    from memsync.files.lock import Held, Memory
    from memsync.memory.archive.archive import Archive, Retention
    from memsync.memory.files.listing import Look


class BaseStore:
    """One memory. Reading takes no lock."""

    def __init__(self, memory: MemoryFolder, settings: Settings) -> None:
        self.memory = memory
        self.settings = settings
        self._look: Look | None = None

    @cached_property
    def archive(self) -> Archive:
        """Its earlier versions."""
        from memsync.memory.archive.archive import Archive

        memory = self.memory
        return Archive(
            memory.archive, private=memory.private, nested=bool(memory.agent)
        )

    @property
    def scope(self) -> Scope:
        """Whether it is a workspace or the user memory."""
        return self.memory.scope

    @property
    def label(self) -> str:
        """Its name in JSON: its scope, or `agent:NAME`."""
        return f"agent:{self.memory.agent}" if self.memory.agent else self.scope.value

    @property
    def retention(self) -> Retention | None:
        """Which earlier versions to keep; None for all."""
        from memsync.memory.archive.archive import Retention

        return Retention.of(self.settings)

    def exists(self) -> bool:
        """Whether the memory exists: a memory index makes a folder one."""
        if self.memory.agent:
            return self.memory.folder.is_dir()
        return os.path.lexists(self.memory.folder / MEMORY_INDEX)

    def path_of(self, name: str) -> Path:
        """The file of a note, or of `MEMORY`.

        In an agent's folder, the name includes any ending other than `.md`.
        """
        ending = self.memory.ending or SUFFIX
        whole = ending != SUFFIX and name.endswith(ending)
        return self.memory.folder / (name if whole else name + SUFFIX)

    def live(self, name: str) -> bytes | None:
        """The live bytes of a note or of `MEMORY`, None if there is no file.

        Raises `Refused` for a symlink and `Broken` for what cannot be read.
        """
        if self._is_memory_index(name):
            return None
        path = self.path_of(name)
        try:
            with held(path.parent) as folder:
                return atomic.read_in(folder, path.name)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def has(self, name: str) -> bool:
        """Whether there is a file for the note, even an unreadable one."""
        return not self._is_memory_index(name) and os.path.lexists(self.path_of(name))

    def _is_memory_index(self, name: str) -> bool:
        """Whether a note's name opens the memory index, as `Memory` does on macOS."""
        return (
            name != MEMORY_INDEX_NAME
            and name.casefold() == MEMORY_INDEX_NAME.casefold()
            and name not in self.names()
        )

    def names(self) -> list[str]:
        """The names of all notes, sorted."""
        from memsync.memory.files.listing import listing

        return [name for name, _ in listing(self.memory)]

    def entries(self) -> list[StoredNote]:
        """All notes, sorted by name; for unreadable ones see `StoredNote.unread`."""
        from memsync.memory.files.listing import entries

        return entries(self.memory)

    def look(self, *, anew: bool = False) -> Look:
        """The times, sizes, inodes and names of all notes; see `listing.look`.

        By default from the last look: opening a memory has just looked. `anew` looks
        again.
        """
        if anew or self._look is None:
            from memsync.memory.files.listing import look

            self._look = look(self.memory.folder)
        return self._look

    def file_rows_of(self, names: Sequence[str]) -> list[str]:
        """The present rows of these notes, as in `look`, in order.

        Empty for a note that is gone. Raises `OSError` for a missing folder.
        """
        from memsync.memory.files.listing import file_rows_of

        return file_rows_of(self.memory.folder, names)

    def find(self, name: str) -> StoredNote | None:
        """The note with this file name, if there is one.

        Raises `BadUsage` for an impossible name, and `Refused` for a symlink.
        """
        check_readable(name)
        data = self.live(name)
        if data is None:
            return None
        from memsync.memory.note.note import Note

        file = str(self.path_of(name))
        return StoredNote(name, self.scope, file, Note.parse(data), data)

    def find_alias(self, alias: str) -> StoredNote | None:
        """The note whose frontmatter has this `name`, if exactly one has."""
        named = [n for n in self.entries() if n.note.fields.get("name") == alias]
        return named[0] if len(named) == 1 else None

    def read(self, name: str) -> StoredNote:
        """One note, by its file name or by a unique name in its frontmatter.

        Raises `BadUsage` for an impossible name, `NotFound`, and `Refused` for a
        symlink.
        """
        return read_first((self,), name)

    def index_text(self) -> str:
        """The memory index; bytes that are not UTF-8 become lone surrogates."""
        # An index that is not UTF-8 must come back byte for byte.
        return (self.live(MEMORY_INDEX_NAME) or b"").decode("utf-8", "surrogateescape")

    def versions(self, digests: Mapping[str, str]) -> dict[str, int]:
        """How many earlier versions each note has; takes the live digests by name."""
        stored = set(self.archive.names())
        return {
            name: self.archive.count(name, digest)
            for name, digest in digests.items()
            if name in stored
        }

    @contextlib.contextmanager
    def locked(self, what: str, *, wait: float = 10.0) -> Iterator[LockedStore]:
        """Hold this memory's lock; waits up to `wait` seconds for it.

        Not re-entrant: the changing methods of `Store` take it themselves. Raises
        `Locked`.
        """
        from memsync.files.lock import hold_memory

        with hold_memory(self.memory.lock, what=what, wait=wait) as held:
            yield LockedStore(self, held)


class LockedStore(BaseStore):
    """A memory whose lock is held; every function that changes a file takes one.

    Only `BaseStore.locked` creates one; it is valid until that ends. It lacks the
    methods of `Store` that take the lock, since they would wait for themselves.
    """

    # Not in the `__dict__`, which is also that of the store without the lock.
    __slots__ = ("held",)

    def __init__(self, store: BaseStore, held: Held[Memory]) -> None:
        super().__init__(store.memory, store.settings)
        # Both share the archive, and what was read of the memory so far.
        self.__dict__ = store.__dict__
        self.held = held


def read_first(stores: Sequence[BaseStore], name: str) -> StoredNote:
    """One note from the first of these memories that has it; as `BaseStore.read`."""
    for store in stores:
        if found := store.find(name):
            return found
    for store in stores:
        if found := store.find_alias(name):
            return found
    check_name(name)
    raise no_such_note(name, *stores)


def no_such_note(
    name: str, *stores: BaseStore, hint: str = "see `memsync list`"
) -> NotFound:
    """The error for a name that no note has; suggests the nearest one."""
    near = nearest(name, [each for store in stores for each in store.names()])
    if near is not None:
        hint = f"did you mean '{printable(near)}'? {hint}"
    return NotFound(f"there is no note '{printable(name)}'", hint=hint)
