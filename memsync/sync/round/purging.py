"""What a round does about texts that were purged: in files, archives and the mirror."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memsync.files import lock
from memsync.sync.folder.contents import applied_tree, known_bases
from memsync.sync.folder.effects import Purging
from memsync.sync.folder.snapshot import PURGED_REASON, Kept
from memsync.sync.mirror.rewrite import rewriting
from memsync.sync.round.save import TakenOut
from memsync.sync.tree.layout import (
    PURGED_FILE,
    Item,
    note_path,
    place,
    unlabel,
)
from memsync.sync.tree.purged import Purge

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from memsync.memory.store.purging import Remains
    from memsync.sync.folder.effects import Effects
    from memsync.sync.folder.snapshot import Home, Snapshot
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.round.context import Look
    from memsync.sync.round.ledger import Ledger
    from memsync.sync.round.pending import PendingPurge
    from memsync.sync.state.result import Result
    from memsync.sync.state.state import State
    from memsync.sync.tree.layout import Tree
    from memsync.sync.tree.purged import Lines, Redactor


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
    """Hold back unsent edits of purged notes, and let the others go."""
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
        _let_go(each.found, goes)
    released = {n: oid for n, oid in state.released.items() if n not in new}
    state = replace(state, barred=state.barred | new, released=released)
    ledger.state = state
    for each in looks:
        bar(each.found, new, state)
    return TakenOut(going, rewriting(mirror, waiting.purge.lines).tree)


def _let_go(found: Snapshot, going: Tree) -> None:
    """Hold none of the texts that the remote had: they go with the purge.

    A released secret would otherwise stay on every machine that had received it.
    """
    for path, item in going.items():
        name = place(path).name
        kept = found.kept.get(name)
        if kept is not None and kept.reason:
            del found.kept[name]
            found.sent[path] = item.oid


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
    effects.forget_rounds()
    effects.forget_notes(waiting.takes)
    purge_former(effects.former(), waiting.purge.lines)
    ledger.state = replace(ledger.state, purged=tree[PURGED_FILE].oid)


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
