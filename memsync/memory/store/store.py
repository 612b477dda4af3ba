"""A memory: commands read, write and remove every note through it."""

from __future__ import annotations

from memsync.memory.change.base import BaseStore, no_such_note, read_first
from memsync.memory.note.records import MemoryFolder, Removed, StoredNote, Written

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.memory.archive.archive import Version
    from memsync.memory.archive.events import Reason

__all__ = [
    "MemoryFolder",
    "Removed",
    "Store",
    "StoredNote",
    "Written",
    "no_such_note",
    "read_first",
]


class Store(BaseStore):
    """One memory. Reading takes no lock; every change holds the memory's lock."""

    def write(
        self,
        name: str,
        body: str | None,
        *,
        now: Now,
        description: str | None = None,
        type_: str | None = None,
        expires: str | None = None,
        superseded_by: str | None = None,
        append: bool = False,
        by: str | None = None,
        private: bool = False,
    ) -> Written:
        """Create or change a note and its entry; see `writing.write`.

        None keeps what the note has; an empty `expires` or `superseded_by` removes it.
        `private` writes `sync: false`; a note that has it keeps it.
        """
        from memsync.memory.note.compose import Given
        from memsync.memory.store.writing import write

        given = Given(
            *(body, description, type_, expires, superseded_by, append),
            by=by,
            private=private,
        )
        return write(self, name, given, now)

    def remember(
        self,
        text: str,
        title: str,
        type_: str | None,
        now: Now,
        *,
        by: str | None = None,
    ) -> Written:
        """Save a fact in a note named after its title; see `writing.remember`."""
        from memsync.memory.note.compose import Given
        from memsync.memory.store.writing import remember

        return remember(self, title, Given(text, type=type_, by=by), now)

    def add_prose(self, text: str, now: Now) -> bool:
        """Add lines at the end of the memory index; see `writing.add_prose`."""
        from memsync.memory.store.writing import add_prose

        return add_prose(self, text, now)

    def replace_bytes(
        self,
        name: str,
        data: bytes,
        expected: bytes | None,
        now: Now,
        *,
        reason: Reason = "overwritten",
    ) -> Written | None:
        """Compare and swap a note, or `MEMORY`; see `writing.replace_bytes`."""
        from memsync.memory.store.writing import replace_bytes

        return replace_bytes(self, name, data, expected, now, reason=reason)

    def forget(self, name: str, now: Now, other: Store | None = None) -> Removed:
        """Archive and remove a note, and its entry; see `removing.forget`."""
        from memsync.memory.store.removing import forget

        return forget(self, name, now, other)

    def rename(
        self, old: str, new: str, now: Now, other: Store | None = None
    ) -> Removed:
        """Rename a note and the links to it; see `removing.rename`."""
        from memsync.memory.store.removing import rename

        return rename(self, old, new, now, other)

    def move_to(self, target: Store, name: str, now: Now) -> Removed:
        """Move a note to the other scope's memory; see `removing.move`."""
        from memsync.memory.store.removing import move

        return move(self, target, name, now)

    def observe(self, now: Now) -> tuple[str, ...]:
        """Store what an agent wrote directly; see `observing.observe`."""
        if not self.memory.guards_live:
            return ()
        from memsync.memory.store.observing import observe

        return observe(self, now)

    def archived(self, name: str | None = None) -> list[Version]:
        """The stored versions that are not live, the newest first."""
        from memsync.memory.store.restoring import archived

        return archived(self, name)
