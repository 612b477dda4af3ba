"""`sync undo`: reverse what the last round changed in the memory folders here.

Run again, it reverses the round before. It marks a round as undone in the journals
that `memsync undo` reads, and leaves out what that command undid.

The reversal is an ordinary edit: the base stays as it was, so the next round sends
the reversal to the remote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import NotFound
from memsync.files import atomic, lock
from memsync.memory.archive.archive import Archive
from memsync.memory.archive.journal import Journal
from memsync.sync.folder.apply import Applied, Applier
from memsync.sync.folder.contents import Delete, Write, in_order
from memsync.sync.folder.taking import take_snapshot
from memsync.sync.merge.canonical import canonical
from memsync.sync.merge.entries import PROSE
from memsync.sync.merge.entries_at import strip_at
from memsync.sync.mirror.lineage import Lineage
from memsync.sync.state import state as states
from memsync.sync.state.last_round import load_last
from memsync.sync.state.result import Result
from memsync.sync.tree.layout import (
    INDEX_NAME,
    blob_id,
    label,
    note_path,
    place,
    unlabel,
)
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from memsync.memory.store.store import MemoryFolder
    from memsync.sync.folder.contents import Action
    from memsync.sync.folder.effects import Effects
    from memsync.sync.folder.snapshot import Home, Snapshot
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.round.context import RoundContext
    from memsync.sync.state.last_round import LastRound
    from memsync.sync.tree.layout import Tree

_INDEX = f"{INDEX_NAME}.md"


def take_back(context: RoundContext, *, pretend: bool = False) -> Result:
    """Restore the files from before the last round that changed any of them.

    Undoes no round that was undone already, by this command or by `memsync undo`.
    Archives each text that it replaces or removes. A file that has changed since
    that round stays, with a warning. With `pretend` nothing changes, and the result
    says what would. Raises `NotFound`, before any change, where the history and the
    archive no longer have a text; also `Locked`, `Broken` and `OSError`.
    """
    with context.hold("sync undo") as held:
        effects = context.effects(held)
        result = Result(head=effects.mirror.tip())
        last, plans = _newest(context, effects.mirror)
        for plan in plans:
            if pretend:
                own = plan.home.path
                names = [place(f"{own}/{action.path}").name for action in plan.actions]
                applied = Applied(names)
            else:
                applied = _carry_out(plan, context, effects)
            applied.left += plan.changed
            _tell(result, plan.home.path, applied)
        if last is not None and not pretend:
            for plan in plans:
                _mark(plan.home, last, context)
            effects.drop_round(last)
    return result


def newest(context: RoundContext) -> LastRound | None:
    """The round that `take_back` would undo; None for none. Raises as it does."""
    with context.hold("sync undo") as held:
        return _newest(context, context.effects(held).mirror)[0]


def _newest(
    context: RoundContext, mirror: Mirror
) -> tuple[LastRound | None, list[_Plan]]:
    """The last round that is not undone, and what undoing it does in each memory."""
    rounds = load_last(context.state_folder.last_round_file)
    if not rounds:
        return None, []
    tip = mirror.tip()
    lineage = Lineage(mirror, context.who.now_ms, (tip,))
    tree = lineage.tree(tip) if tip else {}
    looks = [
        (home, _look(context, home), _journal(home).undone()) for home in context.homes
    ]
    for last in reversed(rounds):
        plans = [
            _plan(context, home, found, last, tree, mirror)
            for home, found, undone in looks
            if last.moment not in undone
        ]
        if any(plan.actions or plan.changed for plan in plans):
            return last, plans
    return None, []


def _journal(home: Home) -> Journal:
    return Journal(Archive(home.memory.archive, private=home.memory.private))


def _mark(home: Home, last: LastRound, context: RoundContext) -> None:
    """Let `memsync undo` know, which then undoes what was before."""
    journal = _journal(home)
    if any(unit.moment == last.moment for unit in journal.units()):
        with lock.hold_memory(home.memory.lock, what="sync undo"):
            journal.mark(last.moment, context.now)


class _Plan(NamedTuple):
    """What to restore in one memory."""

    home: Home
    actions: list[Action]
    changed: list[str]
    """Paths of files that have changed since that round, which stay."""
    texts: dict[str, bytes]
    """The bytes to write, by blob id."""
    alone: set[str | None]
    """Notes whose entries only this folder's memory index has, not the synced one."""


def _plan(
    context: RoundContext,
    home: Home,
    found: Snapshot,
    last: LastRound,
    tree: Tree,
    mirror: Mirror,
) -> _Plan:
    alone: set[str | None] = {
        name for name in found.kept if note_path(home.path, name) not in tree
    }
    if not home.rules(states.load(context.state_folder)).prose:
        alone.add(PROSE)
    actions, changed = _actions(last, found, home.memory, alone)
    texts = _texts(actions, mirror, home)
    return _Plan(home, actions, changed, texts, alone)


def _carry_out(plan: _Plan, context: RoundContext, effects: Effects) -> Applied:
    if not plan.actions:
        return Applied()
    memory = plan.home.memory
    applier = Applier(
        plan.home.path,
        memory,
        plan.texts.__getitem__,
        context.now,
        (),
        plan.alone,
        reason="restored",
    )
    with lock.hold_memory(memory.lock, what="sync undo") as held:
        return effects.apply(applier, in_order(plan.actions), held)


def _tell(result: Result, home: str, applied: Applied) -> None:
    said = label(f"{home}/")
    result.received += [f"{said}{name}" for name in sorted(applied.names)]
    result.archived += [f"{said}{version}" for version in applied.archived]
    result.changed = result.changed or bool(applied.names)
    for path in sorted(applied.left):
        name = printable(said + path.removesuffix(".md"))
        result.warnings.append(
            (f"'{name}' was changed since that sync, and stays as it is", None)
        )


def _look(context: RoundContext, home: Home) -> Snapshot:
    with lock.hold_memory(home.memory.lock, what="sync undo") as held:
        state = states.load(context.state_folder)
        return take_snapshot(home, state, context.who.now_ms, held)


def _actions(
    last: LastRound,
    found: Snapshot,
    memory: MemoryFolder,
    alone: Collection[str | None],
) -> tuple[list[Action], list[str]]:
    """What to write and delete, and the paths of files that have changed since."""
    actions: list[Action] = []
    changed = []
    for said, (before, after) in last.changes.items():
        home, path = unlabel(said)
        if home != found.home:
            continue
        live = disk = found.disk.get(path)
        if path == _INDEX and disk is not None:
            data = atomic.read_regular(memory.folder / path)
            data = canonical(data)
            live, disk = blob_id(strip_at(home, data, alone)), blob_id(data)
        if live == before:
            continue
        if live != after:
            changed.append(path)
        elif before is not None:
            actions.append(Write(path, before, disk))
        elif disk is not None:
            actions.append(Delete(path, disk))
    return actions, changed


def _texts(actions: Iterable[Action], mirror: Mirror, home: Home) -> dict[str, bytes]:
    """The bytes to write, by blob id: from the history, or else from the archive.

    Raises `NotFound` for a text that neither has.
    """
    writes = [action for action in actions if isinstance(action, Write)]
    texts = mirror.blobs({action.oid for action in writes})
    archive = Archive(home.memory.archive, private=home.memory.private)
    for path, oid, _ in writes:
        if oid in texts:
            continue
        name = place(f"{home.path}/{path}").name
        for version in archive.versions(name):
            data = canonical(atomic.read_regular(version.path))
            texts.setdefault(blob_id(data), data)
        if oid not in texts:
            raise NotFound(
                f"the text of '{printable(name)}' before that sync is gone",
                hint=f"see `memsync archive list {printable(name)}`",
            )
    return texts
