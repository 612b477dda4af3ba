"""The first half of a round: what the memory folder holds becomes a commit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from memsync import atomic
from memsync.errors import MemsyncError
from memsync.sync import between, guards, snapshot
from memsync.sync.clock import tick
from memsync.sync.commit import commit_bytes
from memsync.sync.form import canonical
from memsync.sync.index_merge import PROSE
from memsync.sync.layout import (
    FORMAT,
    INDEX_NAME,
    MERGE_NUMBER,
    VAULT_FILE,
    Item,
    Kind,
    Tree,
    Vault,
    blob_id,
    label,
    note_path,
    place,
    vault_bytes,
    with_our_numbers,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from memsync.sync.clock import Clock
    from memsync.sync.guards import Allowed
    from memsync.sync.lineage import Lineage
    from memsync.sync.mirror import Mirror
    from memsync.sync.plan import NoteOutcome
    from memsync.sync.state import Base, State

_SCANNED = (Kind.NOTE, Kind.INDEX, Kind.LOG, Kind.ALLOW)


class Who(NamedTuple):
    """Whose clock ticks in this round."""

    machine: str
    now_ms: int


@dataclass(frozen=True, slots=True)
class Local:
    """This machine's side of a round."""

    tip: str | None
    """The commit that holds it; None for a memory without a file."""
    tree: Tree
    """The files of `tip`."""
    seen: Tree
    """The files that the folders hold, with what they do not show as it was."""
    passed_over: frozenset[str]
    """Paths that this round leaves alone here: held, chosen, or being written."""
    entries_kept: Mapping[str, frozenset[str | None]]
    """For each memory the names whose entries stay in this folder's memory index."""
    moved: frozenset[str] = frozenset()
    """Paths of notes that belong to another profile by now: they leave this copy."""
    stood_on: str | None = None
    """The commit below `tip`, when this round made `tip`."""
    clock: Clock | None = None
    outcomes: tuple[NoteOutcome, ...] = ()
    blobs: dict[str, bytes] = field(default_factory=dict)


def scanned(path: str, homes: Collection[str]) -> bool:
    """Whether this path of a tree is a file of one of these memories' folders."""
    found = place(path)
    return found.kind in _SCANNED and found.home in homes


class Shelf(NamedTuple):
    """Where the memory and its archive are, and what may leave them."""

    folder: Path
    archive: Path
    may_leave: Callable[[str, bytes], bool]
    """Judges a version by its note's name and its bytes."""
    outlived: Callable[[Iterable[str]], Iterable[str]]
    """The paths of a tree that its archive does not keep any longer."""
    prose: bool = True
    """The memory index is sent with a person's own lines in it."""


class Purged(NamedTuple):
    """What a purge takes out of the folders in this round."""

    going: Tree
    """The files that go, as they are."""
    clean: Callable[[Tree], Tree]
    """A tree without anything that was purged."""


def save(
    looks: Sequence[tuple[snapshot.Snapshot, Shelf]],
    state: State,
    mirror: Mirror,
    lineage: Lineage,
    who: Who,
    allowed: Allowed,
    purged: Purged | None = None,
) -> Local:
    """Commit what changed in the folders since the last round, on top of main.

    `purged` is what goes now, where something does. Nothing is saved when
    nothing changed. Raises `Refused` for a mass delete.
    """
    tip = mirror.tip()
    tip_tree: Tree = lineage.tree(tip) if tip else {}
    homes = [found.home for found, _ in looks]
    bases = _known_bases(state, tip, lineage, homes)
    applied = _applied(bases, tip, lineage, homes)
    if purged is not None:
        applied = {**applied, **purged.going}
    local = _build(looks, applied, tip_tree, state.barred)
    if not allowed.mass_delete:
        for found, shelf in looks:
            guards.going_out(
                {p: applied[p] for p in applied.keys() - local.moved},
                local.seen,
                found.home,
                missing=found.missing,
                folder=shelf.folder,
            )
    clock = _tick(state, tip, lineage, who, bases)
    tree, blobs, outcomes = _stand_on(tip, tip_tree, applied, local, lineage, clock)
    blobs |= local.blobs
    if not tree:
        return local
    if VAULT_FILE not in tree:
        tree = with_vault(tree, blobs)
    parents = [tip] if tip else []
    if _merged_away(local.seen, (applied, tip_tree, tree)):
        # What the folder holds goes into the history as it is, beside the merge.
        base = [base.commit for base in bases.values()][:1]
        seen = local.seen
        if purged is not None:
            # What it stood on, and some of what it held, must not come back.
            base, seen = [], purged.clean(seen)
        parents.append(_commit(mirror, seen, blobs, base, clock))
    elif tip and tree == tip_tree:
        return replace(local, tip=tip, tree=tip_tree, outcomes=outcomes)
    tree = _upgraded(tree, blobs, lineage, state.vault)
    made = _commit(mirror, tree, blobs, parents, clock)
    mirror.advance(made, tip)
    lineage.learn(made, tree, blobs)
    return replace(
        local, tip=made, stood_on=tip, tree=tree, clock=clock, outcomes=outcomes
    )


def _merged_away(seen: Tree, trees: tuple[Tree, ...]) -> bool:
    """Whether a file's version would be in none of these trees."""
    if any(tree is seen for tree in trees):
        return False
    return any(
        all(tree.get(path) != item for tree in trees) for path, item in seen.items()
    )


def _commit(
    mirror: Mirror,
    tree: Tree,
    blobs: Mapping[str, bytes],
    parents: Sequence[str],
    clock: Clock,
) -> str:
    new = {item.oid for item in tree.values()} & blobs.keys()
    return mirror.save(
        tree,
        (blobs[oid] for oid in new),
        lambda top: commit_bytes(top, parents, clock),
    )


def _known_bases(
    state: State, tip: str | None, lineage: Lineage, homes: Iterable[str]
) -> dict[str, Base]:
    """What each memory held at the end of the last round, where that is known."""
    return {
        home: base
        for home in homes
        for base in [state.base_of(home)]
        if base and tip and (base.commit == tip or lineage.knows(base.commit))
    }


def applied_tree(
    state: State, tip: str | None, lineage: Lineage, homes: Collection[str]
) -> Tree:
    """What the folders held at the end of the last round; nothing when unknown."""
    return _applied(_known_bases(state, tip, lineage, homes), tip, lineage, homes)


def _applied(
    bases: Mapping[str, Base],
    tip: str | None,
    lineage: Lineage,
    homes: Collection[str],
) -> Tree:
    """What the folders held at the end of the last round; nothing when unknown.

    What belongs to none of them is as in `tip`.
    """
    if tip is None or not bases:
        return {}
    whole = {base.commit for base in bases.values()} == {tip}
    if whole and len(bases) == len(homes):
        applied = dict(lineage.tree(tip))
    else:
        own = tuple(f"{home}/" for home in homes)
        tip_tree = lineage.tree(tip)
        applied = {p: item for p, item in tip_tree.items() if not p.startswith(own)}
        for home, base in bases.items():
            held = lineage.tree(base.commit)
            applied |= {p: held[p] for p in held if p.startswith(f"{home}/")}
    for base in bases.values():
        for path, oid in base.left.items():
            if oid is None:
                applied.pop(path, None)
            else:
                applied[path] = Item(oid)
    return applied


def _build(
    looks: Sequence[tuple[snapshot.Snapshot, Shelf]],
    applied: Tree,
    tip_tree: Tree,
    barred: Collection[str],
) -> Local:
    seen: dict[str, Item] = {}
    blobs: dict[str, bytes] = {}
    passed_over: set[str] = set()
    entries_kept: dict[str, frozenset[str | None]] = {}
    moved: set[str] = set()
    for found, shelf in looks:
        gone = {
            path
            for name, kept in found.kept.items()
            for path in [note_path(found.home, name)]
            if kept.elsewhere and path in applied
        }
        moved |= gone
        passed_over |= {note_path(found.home, name) for name in found.kept}
        passed_over |= found.busy
        alone = frozenset(
            name
            for name in found.kept
            for path in [note_path(found.home, name)]
            if path in gone
            or (path not in tip_tree and (path not in applied or label(path) in barred))
        )
        stays = alone if shelf.prose else alone | {PROSE}
        entries_kept[found.home] = stays
        blobs |= found.data
        for path, oid in found.sent.items():
            # Making ten thousand of them anew would cost more than all the rest.
            item = applied.get(path)
            if item is not None and item.oid == oid:
                seen[path] = item
            elif (
                oid in blobs
                or tip_tree.get(path) == Item(oid)
                or _read_again(
                    shelf.folder / path.removeprefix(f"{found.home}/"), oid, blobs
                )
            ):
                seen[path] = Item(oid)
            else:
                passed_over.add(path)
        index = note_path(found.home, INDEX_NAME)
        if index in seen and stays:
            seen[index], data = _strip_index(
                seen[index].oid, shelf.folder, stays, blobs
            )
            blobs[seen[index].oid] = data
        items, versions = between.to_send(
            shelf.archive, found, applied, shelf.may_leave
        )
        seen |= items
        blobs |= versions
    seen |= {
        path: item
        for path, item in applied.items()
        if path not in seen
        and path not in moved
        and label(path) not in barred
        and (path in passed_over or not scanned(path, entries_kept))
    }
    for _, shelf in looks:
        for path in list(shelf.outlived(seen)):
            del seen[path]
    return Local(
        None,
        {},
        seen,
        frozenset(passed_over),
        entries_kept,
        frozenset(moved),
        blobs=blobs,
    )


def _read_again(path: Path, oid: str, blobs: dict[str, bytes]) -> bool:
    """Read a file that this round knew without reading: it was let go just now.

    False where it holds something else by now, which is for the next round.
    """
    try:
        data = canonical(atomic.read_regular(path))
    except (OSError, MemsyncError):
        return False
    blobs[oid] = data
    return blob_id(data) == oid


def _strip_index(
    oid: str, folder: Path, stays: Collection[str | None], blobs: Mapping[str, bytes]
) -> tuple[Item, bytes]:
    from memsync.sync.index_merge import strip_entries

    data = blobs.get(oid)
    if data is None:
        data = canonical((folder / f"{INDEX_NAME}.md").read_bytes())
    stripped = strip_entries(data, stays)
    return Item(blob_id(stripped)), stripped


def _tick(
    state: State,
    tip: str | None,
    lineage: Lineage,
    who: Who,
    bases: Mapping[str, Base],
) -> Clock:
    seen = [state.clock] if state.clock else []
    known = any(base.commit == tip for base in bases.values())
    if tip and not (known and state.clock):
        seen.append(lineage.clock_of(tip))
    return tick(who.now_ms, who.machine, *seen)


def _stand_on(
    tip: str | None,
    tip_tree: Tree,
    applied: Tree,
    local: Local,
    lineage: Lineage,
    clock: Clock,
) -> tuple[Tree, dict[str, bytes], tuple[NoteOutcome, ...]]:
    """The tree that holds what changed in the folder and what main has besides."""
    # A memory without its index is none: the merge brings it back.
    index_lost = any(
        path in applied and path not in local.seen
        for path in (note_path(home, INDEX_NAME) for home in local.entries_kept)
    )
    if tip is None or (applied == tip_tree and not index_lost):
        return local.seen, {}, ()
    from memsync.sync.plan import Snapshot, merge_trees

    lineage.learn(blobs=local.blobs)
    merged = merge_trees(
        applied,
        Snapshot(local.seen, lambda _: clock),
        Snapshot(tip_tree, lambda path: lineage.clock(tip, path, [])),
        lineage.read,
    )
    return merged.tree, dict(merged.blobs), merged.outcomes


def _upgraded(
    tree: Tree, blobs: dict[str, bytes], lineage: Lineage, vault: str | None
) -> Tree:
    """The tree under our numbers; `vault` is its id, where that is known."""
    oid = tree[VAULT_FILE].oid
    if vault and oid == blob_id(vault_bytes(Vault(FORMAT, MERGE_NUMBER, vault))):
        return tree
    data = with_our_numbers(blobs.get(oid) or lineage.read(oid))
    item = Item(blob_id(data))
    if item.oid == oid:
        return tree
    blobs[item.oid] = data
    return {**tree, VAULT_FILE: item}


def with_vault(tree: Tree, blobs: dict[str, bytes]) -> Tree:
    """The tree with a `memsync.json` of a new vault, whose bytes go to `blobs`."""
    from secrets import token_hex

    data = vault_bytes(Vault(FORMAT, MERGE_NUMBER, token_hex(16)))
    item = Item(blob_id(data))
    blobs[item.oid] = data
    return {**tree, VAULT_FILE: item}
