"""Stand-ins for the changes that a round makes, for a dry run: see `effects`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sync.tree.layout import Kind, place, version_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from memsync.clock import Now
    from memsync.files.lock import Held, Memory
    from memsync.memory.store.store import MemoryFolder
    from memsync.sync.folder.apply import Applied, Applier
    from memsync.sync.folder.contents import Action
    from memsync.sync.folder.effects import Purging
    from memsync.sync.folder.snapshot import Home, Snapshot
    from memsync.sync.folder.stat_cache import StatCache
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.state.last_round import LastRound
    from memsync.sync.state.rounds import RoundEntry
    from memsync.sync.state.state import State


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

    def begin_bringing(self, tip: str) -> None:
        """Not in a dry run."""

    def brought(self) -> None:
        """Not in a dry run."""

    def forget_brought(self) -> None:
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
