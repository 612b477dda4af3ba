"""What a round does about texts that were purged, here or on another machine.

A purge that is in the history but not yet done in this machine's files is pending. It
is found by comparing two lists, so a killed round leaves no other trace, and the next
one continues.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memsync.files import lock
from memsync.sync.folder.contents import applied_tree, known_bases
from memsync.sync.folder.effects import Purging
from memsync.sync.folder.snapshot import PURGED_REASON, Kept
from memsync.sync.mirror.rewrite import rewriting
from memsync.sync.round.save import TakenOut
from memsync.sync.tree.layout import (
    INDEX_NAME,
    PURGED_FILE,
    Item,
    label,
    note_path,
    unlabel,
)
from memsync.sync.tree.purged import NOTHING, Purge, latest_ms, lines_of, parse

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from memsync.memory.store.purging import Remains
    from memsync.sync.folder.effects import Effects
    from memsync.sync.folder.snapshot import Home, Snapshot
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.round.context import Look
    from memsync.sync.round.ledger import Ledger
    from memsync.sync.state.result import Result
    from memsync.sync.state.state import State
    from memsync.sync.tree.layout import Tree
    from memsync.sync.tree.purged import Lines, Redactor


# No purge at all.
_NOTHING = Purge(NOTHING)


def clear(waiting: PendingPurge, homes: Iterable[Home], effects: Effects) -> None:
    """Remove purged texts from the archives, and purged values from the files."""
    for home in homes:
        for purge, before in waiting.parts(home.path):
            stored = waiting.remains(purge, home.path)
            live = _but_whole_notes(stored, purge, home.path)
            with lock.hold_memory(home.memory.lock, what="sync") as held:
                effects.purge(home.memory, Purging(live, stored), before, held)


def _but_whole_notes(stored: Remains, purge: Purge, home: str) -> Remains:
    """What remains of a live note: the plan removes whole ones, unless edited."""

    def live(name: str, data: bytes) -> bytes | None:
        return data if purge.drops(home, name) else stored(name, data)

    return live


def bar_edits(
    waiting: PendingPurge,
    looks: Sequence[Look],
    ledger: Ledger,
    lineage: Lineage,
    mirror: Mirror,
) -> TakenOut:
    """Hold back unsent edits of purged notes."""
    state = ledger.state
    homes = [each.home.path for each in looks]
    tip = mirror.tip()
    bases = known_bases(state, tip, lineage, homes)
    applied = applied_tree(bases, tip, lineage, homes)
    now = lineage.tree(tip) if tip else {}
    new: set[str] = set()
    going: dict[str, Item] = {}
    for each in looks:
        barred, goes = waiting.sort(each.found, applied, now)
        new |= barred - state.barred
        going |= goes
    released = {n: oid for n, oid in state.released.items() if n not in new}
    state = replace(state, barred=state.barred | new, released=released)
    ledger.state = state
    for each in looks:
        bar(each.found, new, state)
    return TakenOut(going, rewriting(mirror, waiting.purge.lines).tree)


def purge_former(
    histories: Iterable[Mirror],
    lines: Lines,
    redactor: Redactor | None = None,
    *,
    pretend: bool = False,
) -> bool:
    """Purge the plain histories from before a vault; whether they contained anything.

    They are on this machine only, so no other must be told. Raises `OSError`.
    """
    from memsync.sync.mirror.rewrite import Rewriting, texts_of
    from memsync.sync.tree.purged import Redactor

    redact = redactor or Redactor(Purge(lines).values)
    found = False
    for mirror in histories:
        tip = mirror.tip()
        if tip is None:
            continue
        for text in texts_of(mirror, tip):
            redact.learn(text)
        made = Rewriting(mirror, lines, redact).commit(tip)
        if made == tip:
            continue
        found = True
        if not pretend:
            mirror.advance(made, tip)
            mirror.tidy(forget=True)
    return found


def tell(waiting: PendingPurge, result: Result) -> None:
    """Report what a purge of another machine removed."""
    if waiting.shared is not None and waiting.purge.values:
        known = ", ".join(value.fingerprint for value in waiting.purge.values)
        said = "another machine purged a value: it is gone from every text and"
        said += f" version here (fingerprint {known})"
        result.warnings.append((said, None))
    result.purged = [said for said in result.received if waiting.takes(said)]
    result.received = [s for s in result.received if s not in result.purged]
    result.merged = tuple(
        each for each in result.merged if not waiting.purge.drops(each.home, each.name)
    )


def follow(ledger: Ledger, effects: Effects, tree: Tree, waiting: PendingPurge) -> None:
    """Make the mirror forget, then record that the purge is done."""
    if PURGED_FILE not in tree or not waiting.purge.lines:
        return
    ledger.write()
    effects.mirror.tidy(forget=True)
    effects.forget_round()
    effects.forget_notes(waiting.takes)
    purge_former(effects.former(), waiting.purge.lines)
    ledger.state = replace(ledger.state, purged=tree[PURGED_FILE].oid)


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
        from memsync.sync.tree.purged import Redactor

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
    from memsync.sync.tree.purged import Redactor

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


def bar(found: Snapshot, barred: Collection[str], state: State) -> None:
    """Hold the labelled notes back, except those that a person released."""
    for said in barred:
        home, name = unlabel(said)
        path = note_path(home, name)
        oid = found.sent.get(path)
        if oid is not None and state.released.get(said) != oid:
            del found.sent[path]
            found.kept[name] = Kept(PURGED_REASON, oid)


def still_barred(state: State, looks: Iterable[Snapshot]) -> State:
    """The state without bars for notes that are gone or were released."""
    by_home = {found.home: found.kept for found in looks}
    kept = {
        said
        for said in state.barred
        for home, name in [unlabel(said)]
        # A memory that is missing now tells nothing.
        if home not in by_home or name in by_home[home]
    }
    return state if kept == state.barred else replace(state, barred=frozenset(kept))
