"""The changes that a round makes, and their stand-ins for a dry run."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from memsync.files import atomic
from memsync.sync.folder import stat_cache
from memsync.sync.folder.keeping import sweep
from memsync.sync.state import state as states
from memsync.sync.state.last_round import load_last, save_last
from memsync.sync.state.rounds import add_received, add_round, forget_notes
from memsync.sync.tree.layout import USER, Kind, place, version_at

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

    def remember(self, state: State) -> None:
        """See `Effects`."""
        states.save(self._state_folder, state, self._held)

    def be(self, machine: str, says: str) -> None:
        """See `Effects`."""
        states.save_machine(self._state_folder, machine, says, self._held)

    def cache(self, home: Home, cache: StatCache) -> None:
        """See `Effects`."""
        if home.path != USER:
            atomic.make_folder(home.stat_file.parent, mode=0o700)
        stat_cache.save(home.stat_file, cache, self._held)

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
        return applier.run(actions, held)

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


class PretendedEffects:
    """`Effects` of a dry run: no ref, state or file changes."""

    former: Callable[[], Sequence[Mirror]] = tuple

    def __init__(self, mirror: Mirror) -> None:
        self.mirror: Mirror = PretendedMirror(mirror)

    def remember(self, state: State) -> None:
        """Not in a dry run."""

    def be(self, machine: str, says: str) -> None:
        """Not in a dry run."""

    def cache(self, home: Home, cache: StatCache) -> None:
        """Not in a dry run."""

    def note_round(self, last: LastRound) -> None:
        """Not in a dry run."""

    def note(self, entry: RoundEntry) -> None:
        """Not in a dry run."""

    def drop_round(self, last: LastRound) -> None:
        """Not in a dry run."""

    def forget_rounds(self) -> None:
        """Not in a dry run."""

    def forget_notes(self, takes: Callable[[str], bool]) -> None:
        """Not in a dry run."""

    def sweep(self, memory: MemoryFolder, now: Now, held: Held[Memory]) -> None:
        """Not in a dry run."""

    def keep_queued(
        self, memory: MemoryFolder, found: Snapshot, now: Now, held: Held[Memory]
    ) -> None:
        """Not in a dry run."""

    def keep(
        self, memory: MemoryFolder, found: Snapshot, now: Now, held: Held[Memory]
    ) -> None:
        """Not in a dry run."""

    def purge(
        self,
        memory: MemoryFolder,
        what: Purging,
        before: datetime | None,
        held: Held[Memory],
    ) -> None:
        """Not in a dry run."""

    def apply(
        self,
        applier: Applier,
        actions: Iterable[Action],
        held: Held[Memory],  # noqa: ARG002 -- as `Effects`
    ) -> Applied:
        """Say what would be changed."""
        from memsync.sync.folder.apply import Applied

        applied = Applied()
        for action in actions:
            found = place(f"{applier.home}/{action.path}")
            if found.kind is Kind.ARCHIVED:
                applied.archived.append(version_at(action.path, found))
            else:
                applied.names.append(found.name)
        return applied


class PretendedMirror:
    """A mirror whose refs stay where they are, and that pushes nothing."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self._pushed: str | None = None
        self._tip = mirror.tip()
        self.agreed = mirror.agreed
        self.fetch = mirror.fetch
        self.commits = mirror.commits
        self.between = mirror.between
        self.blobs_at = mirror.blobs_at
        self.entries = mirror.entries
        self.listings = mirror.listings
        self.tree = mirror.tree
        self.blobs = mirror.blobs
        self.merge_bases = mirror.merge_bases
        self.save = mirror.save
        self.push_back = mirror.push_back

    def tip(self) -> str | None:
        """The commit that main would have now."""
        return self._tip

    def advance(
        self,
        tip: str,
        expected: str | None,  # noqa: ARG002 -- as `Mirror`
        agreed: str | None = None,  # noqa: ARG002 -- as `Mirror`
    ) -> None:
        """Only say so in `tip`."""
        self._tip = tip

    def tidy(self, *, forget: bool = False) -> None:
        """Not in a dry run."""

    def replace(self, tip: str, expected: str, limit: float) -> bool:  # noqa: ARG002 -- as `Mirror`
        """As `publish`."""
        return self.publish(tip, limit)

    def publish(self, tip: str, limit: float) -> bool:  # noqa: ARG002 -- as `Mirror`
        """Not in a dry run, where nobody is faster."""
        self._pushed = tip
        return True

    def remote_tip(self) -> str | None:
        """What the remote has, or would have now."""
        return self._pushed or self._mirror.remote_tip()
