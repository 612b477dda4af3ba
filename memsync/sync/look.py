"""How a round looks at the memory folder, under the lock of the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync import lock
from memsync.sync import guards, local, snapshot
from memsync.sync.pending import bar
from memsync.sync.retain import outlived

if TYPE_CHECKING:
    from memsync.sync.effects import Effects
    from memsync.sync.home import Home
    from memsync.sync.lineage import Lineage
    from memsync.sync.round import Desk
    from memsync.sync.snapshot import Snapshot
    from memsync.sync.stat_cache import StatCache
    from memsync.sync.state import State

MEMORY_WAIT = 30.0
"""Seconds to wait for a command that changes the memory."""


def look(
    desk: Desk,
    home: Home,
    effects: Effects,
    lineage: Lineage,
    state: State,
    cache: StatCache,
) -> Snapshot:
    """What one folder holds; what a killed command left there is cleared."""

    def synced() -> set[str]:
        tip = effects.mirror.tip()
        return guards.names(lineage.tree(tip), home.path) if tip else set()

    memory = home.memory
    with lock.hold(memory.lock, what="sync", wait=MEMORY_WAIT):
        found = snapshot.take(
            memory.folder,
            memory.archive,
            cache,
            home.rules(state),
            desk.who.now_ms * 1_000_000,
            synced,
            home.path,
        )
        if found.litter:
            effects.sweep(memory, desk.now)
        if state.barred:
            bar(found, state.barred, state)
        if found.kept:
            effects.keep(memory, found, desk.now)
        return found


def let_known_pass(found: Snapshot, lineage: Lineage, tip: str | None) -> None:
    """A note that everybody has as it is here need not be held back any more."""
    doubtful = [
        (name, path)
        for name, kept in found.kept.items()
        for path in [f"{name}.md"]
        if kept.reason and path in found.disk
    ]
    tree = lineage.tree(tip) if tip and doubtful else {}
    for name, path in doubtful:
        item = tree.get(f"{found.home}/{path}")
        if item is not None and item.oid == found.disk[path]:
            found.sent[f"{found.home}/{path}"] = item.oid
            del found.kept[name]


def shelf(desk: Desk, home: Home, state: State) -> local.Shelf:
    """The memory, its archive, and what may leave them."""
    rules = home.rules(state)
    kept = home.retention
    return local.Shelf(
        home.memory.folder,
        home.memory.archive,
        lambda name, data: snapshot.may_leave(name, data, rules),
        lambda paths: outlived(paths, home.path, kept, desk.now.utc) if kept else [],
        rules.prose,
    )
