"""The changes that a round makes; for a dry run see `pretended`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from memsync.files import atomic
from memsync.sync.folder import stat_cache
from memsync.sync.folder.keeping import sweep
from memsync.sync.state import brought as bringing
from memsync.sync.state import state as states
from memsync.sync.state.last_round import load_last, save_last
from memsync.sync.state.machine import save_machine
from memsync.sync.state.rounds import add_received, add_round, forget_notes
from memsync.sync.tree.layout import USER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from memsync.clock import Now
    from memsync.files.lock import Held, Memory, Round
    from memsync.memory.store.purging import Remains
    from memsync.memory.store.store import MemoryFolder
    from memsync.sync.folder.apply import Applied, Applier
    from memsync.sync.folder.contents import Action
    from memsync.sync.folder.snapshot import Home, Snapshot
    from memsync.sync.folder.stat_cache import StatCache
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.state.brought import Brought
    from memsync.sync.state.last_round import LastRound
    from memsync.sync.state.rounds import RoundEntry
    from memsync.sync.state.state import State, StateFolder


class Effects(Protocol):
    """The changes that a round makes. All raise `OSError`."""

    mirror: Mirror
    former: Callable[[], Sequence[Mirror]]
    """Opens the histories that were set aside; see `aside`."""

    def remember(self, state: State) -> None:
        """Write the state."""

    def be(self, machine: str, says: str) -> None:
        """Give this machine an id; `says` is what its next save must say of that."""

    def cache(self, home: Home, cache: StatCache) -> None:
        """Write the stat cache of one memory."""

    def begin_bringing(self, tip: str) -> None:
        """Record from now on which files of this commit `apply` brings."""

    def brought(self) -> Brought | None:
        """What a killed round has brought."""

    def forget_brought(self) -> None:
        """Forget that, once the state says so."""

    def note_round(self, last: LastRound) -> None:
        """Write what the round is about to change."""

    def note(self, entry: RoundEntry) -> None:
        """Record what a round did here."""

    def drop_round(self, last: LastRound) -> None:
        """Forget a round that was undone."""

    def forget_rounds(self) -> None:
        """Forget all that `note_round` wrote."""

    def forget_notes(self, takes: Callable[[str], bool]) -> None:
        """Forget what rounds did to the notes of these labels."""

    def sweep(self, memory: MemoryFolder, now: Now, held: Held[Memory]) -> None:
        """Clear what a killed command left in the memory."""

    def keep_queued(
        self, memory: MemoryFolder, found: Snapshot, now: Now, held: Held[Memory]
    ) -> None:
        """Store versions that wait for the remote."""

    def keep(
        self, memory: MemoryFolder, found: Snapshot, now: Now, held: Held[Memory]
    ) -> None:
        """Store versions that stay here."""

    def apply(
        self, applier: Applier, actions: Iterable[Action], held: Held[Memory]
    ) -> Applied:
        """Change the memory folder; returns what became of the actions."""

    def purge(
        self,
        memory: MemoryFolder,
        what: Purging,
        before: datetime | None,
        held: Held[Memory],
    ) -> None:
        """Remove from files and archive what may not stay."""


class Purging(NamedTuple):
    """What may stay, of a live file and of a stored version."""

    live: Remains
    stored: Remains


class RealEffects:
    """`Effects` that change files."""

    def __init__(
        self,
        state_folder: StateFolder,
        mirror: Mirror,
        held: Held[Round],
        former: Callable[[], Sequence[Mirror]] = tuple,
    ) -> None:
        self._state_folder = state_folder
        self._held = held
        self.mirror = mirror
        self.former = former
        self._bringing = False

    def remember(self, state: State) -> None:
        """See `Effects`."""
        states.save(self._state_folder, state, self._held)

    def be(self, machine: str, says: str) -> None:
        """See `Effects`."""
        save_machine(self._state_folder, machine, says, self._held)

    def cache(self, home: Home, cache: StatCache) -> None:
        """See `Effects`."""
        if home.path != USER:
            atomic.make_folder(home.stat_file.parent, mode=0o700)
        stat_cache.save(home.stat_file, cache, self._held)

    def begin_bringing(self, tip: str) -> None:
        """See `Effects`."""
        bringing.begin(self._state_folder.brought_file, tip, self._held)
        self._bringing = True

    def brought(self) -> Brought | None:
        """See `Effects`."""
        return bringing.load(self._state_folder.brought_file)

    def forget_brought(self) -> None:
        """See `Effects`."""
        self._state_folder.brought_file.unlink(missing_ok=True)

    def note_round(self, last: LastRound) -> None:
        """See `Effects`."""
        file = self._state_folder.last_round_file
        save_last(file, [*load_last(file), last], self._held)
        add_received(self._state_folder.received_file, last.changes, self._held)

    def note(self, entry: RoundEntry) -> None:
        """See `Effects`."""
        add_round(self._state_folder.diary_file, entry, self._held)

    def drop_round(self, last: LastRound) -> None:
        """See `Effects`."""
        file = self._state_folder.last_round_file
        save_last(file, [r for r in load_last(file) if r != last], self._held)

    def forget_rounds(self) -> None:
        """See `Effects`."""
        self._state_folder.last_round_file.unlink(missing_ok=True)

    def forget_notes(self, takes: Callable[[str], bool]) -> None:
        """See `Effects`."""
        forget_notes(self._state_folder.diary_file, takes, self._held)

    def sweep(self, memory: MemoryFolder, now: Now, held: Held[Memory]) -> None:
        """See `Effects`."""
        sweep(memory, now, held)

    def keep(
        self, memory: MemoryFolder, found: Snapshot, now: Now, held: Held[Memory]
    ) -> None:
        """See `Effects`."""
        from memsync.sync.folder.keeping import keep

        keep(memory, found, now, held)

    def keep_queued(
        self, memory: MemoryFolder, found: Snapshot, now: Now, held: Held[Memory]
    ) -> None:
        """See `Effects`."""
        from memsync.sync.folder.keeping import keep_queued

        keep_queued(memory, found, now, held)

    def apply(
        self, applier: Applier, actions: Iterable[Action], held: Held[Memory]
    ) -> Applied:
        """See `Effects`."""
        file = self._state_folder.brought_file

        def tell(path: str) -> None:
            if self._bringing:
                bringing.add(file, f"{applier.home}/{path}")

        return applier.run(actions, held, tell)

    def purge(
        self,
        memory: MemoryFolder,
        what: Purging,
        before: datetime | None,
        held: Held[Memory],
    ) -> None:
        """See `Effects`."""
        from memsync.memory.archive.archive import Archive
        from memsync.memory.store import purging

        archive = Archive(memory.archive, private=memory.private)
        purging.sweep(memory, archive, what.live, held)
        purging.bar_imports(memory, archive, what.stored, held)
        purging.purge_live(memory, what.live, held)
        purging.purge_archive(archive, what.stored, held, before)
