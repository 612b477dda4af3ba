"""Reads a memory folder for a round, under the memory's lock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.files import atomic, lock
from memsync.sync.folder.archived import outlived
from memsync.sync.folder.contents import Source, scanned
from memsync.sync.folder.taking import may_leave, take_snapshot
from memsync.sync.round import guards
from memsync.sync.round.purging import bar
from memsync.sync.tree.layout import (
    ALLOW_NAME,
    ALLOW_PATH,
    INDEX_NAME,
    MAX_BLOB,
    USER,
    blob_id,
    file_of,
    note_path,
)

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.sync.folder.effects import Effects
    from memsync.sync.folder.snapshot import Home, Snapshot
    from memsync.sync.folder.stat_cache import StatCache
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.round.context import Look, RoundContext
    from memsync.sync.state.state import Base, State
    from memsync.sync.tree.layout import Tree


def look(
    context: RoundContext,
    home: Home,
    effects: Effects,
    lineage: Lineage,
    state: State,
    cache: StatCache,
) -> Snapshot:
    """The content of one folder; first cleans up after killed commands."""

    def synced() -> set[str]:
        tip = effects.mirror.tip()
        return guards.names(lineage.tree(tip), home.path) if tip else set()

    memory = home.memory
    with lock.hold_memory(memory.lock, what="sync") as held:
        now_ms = context.who.now_ms
        found = take_snapshot(home, state, now_ms, held, old=cache, synced=synced)
        if found.litter:
            effects.sweep(memory, context.now, held)
        if state.barred:
            bar(found, state.barred, state)
        if found.kept:
            effects.keep(memory, found, context.now, held)
        if home.path == USER:
            _add_allow_list(found, memory.folder / ALLOW_NAME)
        return found


def _add_allow_list(found: Snapshot, path: Path) -> None:
    """Add the list of false alarms, which syncs with the notes."""
    try:
        data = atomic.read_regular(path, limit=MAX_BLOB + 1)
    except (FileNotFoundError, NotADirectoryError):
        return
    except MemsyncError:
        # A symlink, or unreadable: must not count as deleted.
        found.busy.add(ALLOW_PATH)
        return
    if len(data) > MAX_BLOB:
        found.busy.add(ALLOW_PATH)  # no machine would take it; cut, it would lose lines
        return
    oid = blob_id(data)
    found.sent[ALLOW_PATH] = found.disk[ALLOW_NAME] = oid
    found.data[oid] = data


def let_known_pass(found: Snapshot, lineage: Lineage, tip: str | None) -> None:
    """Release held notes that all machines already have in this form."""
    doubtful = [
        (name, path)
        for name, kept in found.kept.items()
        for path in [file_of(found.home, name)]
        if kept.reason and path in found.disk
    ]
    tree = lineage.tree(tip) if tip and doubtful else {}
    for name, path in doubtful:
        item = tree.get(f"{found.home}/{path}")
        if item is not None and item.oid == found.disk[path]:
            found.sent[f"{found.home}/{path}"] = item.oid
            del found.kept[name]


def source_of(context: RoundContext, home: Home, state: State) -> Source:
    """The memory, its archive, and what may leave them."""
    rules = home.rules(state)
    kept = home.retention
    return Source(
        home.memory.folder,
        home.memory.archive,
        lambda name, data: may_leave(name, data, rules),
        lambda paths: outlived(paths, home.path, kept, context.now.utc) if kept else [],
        rules.prose,
    )


def is_as_before(each: Look, state: State, lineage: Lineage, tip: str | None) -> bool:
    """Whether one memory is as the last round left it, at `tip`."""
    found = each.found
    base = state.base_of(found.home)
    return (
        base is not None
        and tip is not None
        and base.commit == each.was == tip
        and found.unchanged
        and not found.busy
        and not found.replaced
        and base.left.keys() <= {note_path(found.home, n) for n in found.kept}
        and _has_all(lineage.tree(tip), found)
        and not _has_moved(lineage, tip, found, base)
    )


def _has_all(tree: Tree, found: Snapshot) -> bool:
    """Whether a commit contains all that would be sent; a held note may be free now."""
    # The memory index may be sent without some of its entries.
    index = note_path(found.home, INDEX_NAME)
    return all(
        path == index or (path in tree and tree[path].oid == oid)
        for path, oid in found.sent.items()
    )


def _has_moved(lineage: Lineage, tip: str, found: Snapshot, base: Base) -> bool:
    """Whether a note now belongs to another profile, but is still in this copy."""
    moved = [n for n, kept in found.kept.items() if kept.other_profile]
    tree = lineage.tree(tip) if moved else {}
    paths = {note_path(found.home, name) for name in moved}
    return bool(paths & tree.keys() - base.left.keys())


def unlike(found: Snapshot, tree: Tree) -> set[str]:
    """The paths where the folder would send something other than `tree` has."""
    wrong = {
        path
        for path, oid in found.sent.items()
        if path not in tree or tree[path].oid != oid
    }
    lacking = tree.keys() - found.sent.keys()
    return wrong | {p for p in lacking if scanned(p, (found.home,))}
