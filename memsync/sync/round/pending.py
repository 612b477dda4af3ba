"""Which purge, made here or on another machine, this machine has still to follow.

A purge that is in the history but not yet done in this machine's files is pending. It
is found by comparing two lists, so a killed round leaves no other trace, and the next
one continues.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memsync.sync.tree.layout import (
    INDEX_NAME,
    PURGED_FILE,
    Item,
    label,
    note_path,
    unlabel,
)
from memsync.sync.tree.purged import (
    NOTHING,
    Purge,
    Redactor,
    latest_ms,
    lines_of,
    parse,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from memsync.memory.store.purging import Remains
    from memsync.sync.folder.snapshot import Snapshot
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.state.state import State
    from memsync.sync.tree.layout import Tree
    from memsync.sync.tree.purged import Lines


# No purge at all.
_NOTHING = Purge(NOTHING)


class Learned(Exception):
    """The remote has purged something that our history still has."""

    def __init__(self, lines: Lines, shared: Tree) -> None:
        super().__init__()
        self.lines = lines
        self.shared = shared
        """What this machine and the remote last agreed on."""


@dataclass(frozen=True, slots=True)
class PendingPurge:
    """A purge that is still to be done here."""

    purge: Purge
    """What this machine has not followed yet."""
    shared: Tree | None
    """The remote's files before the purge; None for a purge made here."""
    before: datetime | None
    """Only versions saved until then, in UTC; None for all."""
    redact: Redactor
    missed: Purge = _NOTHING
    """What this machine has followed, but not the memories `joining`."""
    joining: AbstractSet[str] = frozenset()

    def parts(self, home: str) -> list[tuple[Purge, datetime | None]]:
        """What to do in one memory, and of versions saved until when."""
        parts = [(self.purge, self.before)]
        if home in self.joining:
            # The memory may have newer notes of those names.
            parts.append((self.missed, _latest(self.missed)))
        return [(purge, before) for purge, before in parts if purge.lines]

    def of(self, home: str) -> Purge:
        """All that is to be done in one memory."""
        if home in self.joining and self.missed.lines:
            return Purge(self.purge.lines | self.missed.lines)
        return self.purge

    def remains_in(self, home: str) -> Remains:
        """For one memory: what may remain of a version; None if nothing."""
        return self.remains(self.of(home), home)

    def remains(self, purge: Purge, home: str) -> Remains:
        """The same for a part of the purge."""
        redact = self.redact if purge is self.purge else Redactor(purge.values)

        def remains(name: str, data: bytes) -> bytes | None:
            if purge.drops(home, name):
                return None
            if name == INDEX_NAME and purge.of_notes:
                from memsync.sync.mirror.rewrite import stripped

                data = stripped(purge, home, name, data)
            redacted = redact(data)
            return redacted[1] if redacted else data

        return remains

    def takes(self, said: str) -> bool:
        """Whether the note with this label is purged."""
        home, name = unlabel(said)
        return self.of(home).drops(home, name)

    def sort(
        self, found: Snapshot, applied: Tree, now: Tree
    ) -> tuple[set[str], dict[str, Item]]:
        """The purged notes of a memory: the labels of those barred, and what to remove.

        A file that contains more than the purged text is an edit that only this machine
        has, so it is neither sent nor removed. `now` is what main has.
        """
        known = applied if self.shared is None else self.shared
        purge = self.of(found.home)
        barred: set[str] = set()
        going: dict[str, Item] = {}
        for path, oid in found.disk.items():
            name = path.removesuffix(".md")
            if name == INDEX_NAME or not purge.drops(found.home, name):
                continue
            whole, item = note_path(found.home, name), Item(oid)
            if known.get(whole) == item and now.get(whole) != item:
                going[whole] = item
            elif now.get(whole) != item:
                barred.add(label(whole))
        return barred, going


def pending(
    state: State,
    mirror: Mirror,
    lineage: Lineage,
    learned: Learned | None,
    homes: Iterable[str],
) -> PendingPurge | None:
    """The purge that is in the history but not yet done in the files; None if done."""
    tip = mirror.tip()
    tree = lineage.tree(tip) if tip else {}
    if learned is None and PURGED_FILE not in tree:
        return None
    joining = _joining(state, mirror, homes)
    if learned is None and tree[PURGED_FILE].oid == state.purged and not joining:
        return None
    said = lines_of(tree, lineage.read) | (learned.lines if learned else NOTHING)
    lines = said - _done(state, mirror)
    if not lines and not (said and joining):
        return None
    purge = Purge(lines)
    # After the loss of its state, this machine may have new notes of that name.
    lost = state.purged is None and state.base is None
    shared = learned.shared if learned else None
    return PendingPurge(
        purge,
        shared,
        _latest(purge) if lost else None,
        Redactor(purge.values),
        Purge(said - lines),
        joining,
    )


def _latest(purge: Purge) -> datetime:
    return datetime.fromtimestamp(latest_ms(purge.lines) / 1000, UTC)


def _joining(state: State, mirror: Mirror, homes: Iterable[str]) -> AbstractSet[str]:
    """The memories of which no round has looked, or none since the mirror forgot."""
    bases = {home: base for home in homes if (base := state.base_of(home))}
    here = mirror.commits({base.commit for base in bases.values()})
    return {
        home for home in homes if home not in bases or bases[home].commit not in here
    }


def _done(state: State, mirror: Mirror) -> Lines:
    if state.purged is None:
        return NOTHING
    data = mirror.blobs([state.purged]).get(state.purged)
    return NOTHING if data is None else parse(data)
