"""The first half of a round: what the memory folder holds becomes a commit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from memsync.sync.folder.contents import applied_tree, collect, known_bases
from memsync.sync.round import guards
from memsync.sync.tree.clock import Who, tick
from memsync.sync.tree.commit import commit_bytes, saved_by
from memsync.sync.tree.layout import INDEX_NAME, MANIFEST_FILE, note_path, place
from memsync.sync.tree.manifest import upgraded, with_manifest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from memsync.sync.folder.contents import Contents, Source
    from memsync.sync.folder.snapshot import Snapshot
    from memsync.sync.merge.outcome import NoteOutcome
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.round.guards import Allowed
    from memsync.sync.state.state import Base, State
    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.layout import Tree


@dataclass(frozen=True, slots=True)
class Local:
    """This machine's side of a round."""

    tip: str | None
    """The commit; None for a memory without files."""
    tree: Tree
    """The files of `tip`."""
    seen: Tree
    """The files of the folders; what they do not contain stays as it was."""
    passed_over: AbstractSet[str]
    """See `memsync.sync.folder.contents.Contents`."""
    entries_kept: Mapping[str, frozenset[str | None]]
    """See `memsync.sync.folder.contents.Contents`."""
    stood_on: str | None = None
    """The main that this round put `tip` on, if it made `tip`."""
    clock: Clock | None = None
    """The clock of `tip`, if this round made it."""
    outcomes: tuple[NoteOutcome, ...] = ()


class TakenOut(NamedTuple):
    """What a purge removes from the folders in this round."""

    going: Tree
    """The files to remove, as they are."""
    clean: Callable[[Tree], Tree]
    """A tree without anything that was purged."""


def save(
    looks: Sequence[tuple[Snapshot, Source]],
    state: State,
    mirror: Mirror,
    lineage: Lineage,
    who: Who,
    allowed: Allowed,
    purged: TakenOut | None = None,
    says: Sequence[str] | None = None,
) -> Local:
    """Commit what changed in the folders since the last round, on top of main.

    `purged` is what is removed now, if anything. Commits nothing if nothing changed,
    unless the commit `says` something, or just that this machine is there. Moves
    neither main nor the bases, which `Ledger.put_on_main` moves as one. Raises
    `Refused` for a mass delete.
    """
    tip = mirror.tip()
    tip_tree: Tree = lineage.tree(tip) if tip else {}
    homes = [found.home for found, _ in looks]
    bases = known_bases(state, tip, lineage, homes)
    applied = applied_tree(bases, tip, lineage, homes)
    if purged is not None:
        applied = {**applied, **purged.going}
    contents = collect(looks, applied, tip_tree, state.barred)
    if not allowed.mass_delete:
        _guard(looks, applied, contents)
    clock = _tick(state, tip, lineage, who, bases)
    tree, blobs, outcomes = _stand_on(tip, tip_tree, applied, contents, lineage, clock)
    blobs |= contents.blobs
    local = Local(None, {}, contents.tree, contents.passed_over, contents.entries_kept)
    if not tree:
        return local
    if MANIFEST_FILE not in tree:
        tree = with_manifest(tree, blobs)
    sides: list[_Side] = []
    if _merged_away(contents.tree, (applied, tip_tree, tree)):
        sides = _sides(contents.tree, homes, bases, lineage)
        if purged is not None:
            # Not on the old base: purged texts must not come back with it.
            sides = [_Side([], set(homes), purged.clean(contents.tree))]
    if tip and tree == tip_tree and not sides and says is None:
        return replace(local, tip=tip, tree=tip_tree, outcomes=outcomes)
    commit = partial(_commit, mirror, blobs, (clock, who))
    parents = _parents(commit, tip, tip_tree, tree, sides)
    tree = upgraded(tree, blobs, lineage.read, state.vault)
    made = commit(tree, parents, says or ())
    lineage.learn(made, tree, blobs)
    return replace(
        local, tip=made, stood_on=tip, tree=tree, clock=clock, outcomes=outcomes
    )


def _guard(
    looks: Sequence[tuple[Snapshot, Source]], applied: Tree, contents: Contents
) -> None:
    before = {p: applied[p] for p in applied.keys() - contents.moved}
    for found, source in looks:
        guards.going_out(
            before,
            contents.tree,
            found.home,
            missing=found.missing,
            folder=source.folder,
        )


def _merged_away(seen: Tree, trees: tuple[Tree, ...]) -> bool:
    """Whether some file's version would be in none of these trees."""
    if any(tree is seen for tree in trees):
        return False
    return any(
        all(tree.get(path) != item for tree in trees) for path, item in seen.items()
    )


class _Side(NamedTuple):
    """What this machine changed since one base."""

    base: list[str]
    """The commit; none for folders that have none."""
    homes: AbstractSet[str]
    """The memories that stand on it."""
    tree: Tree
    """The files of the base, and of these memories what their folders hold."""


def _sides(
    seen: Tree, homes: Iterable[str], bases: Mapping[str, Base], lineage: Lineage
) -> list[_Side]:
    """What the folders hold as they are, to be a parent of their merge with main.

    A memory that was away for some rounds has an older base than the others. On theirs
    its files would look as if this machine had taken back what others wrote meanwhile.
    """
    known = [base.commit for base in bases.values()]
    if not known:
        return [_Side([], set(homes), seen)]
    together: dict[str, set[str]] = {}
    for home in homes:
        base = bases[home].commit if home in bases else known[0]
        together.setdefault(base, set()).add(home)
    found = []
    for base, own in together.items():
        had = lineage.tree(base)
        # A memory that joins has never had what main has: that is no deletion.
        kept = {p: item for p, item in had.items() if place(p).home not in bases}
        tree = {**kept, **_with_homes(had, seen, own)}
        if tree != had:
            found.append(_Side([base], own, tree))
    return found


def _with_homes(tree: Tree, other: Tree, homes: AbstractSet[str]) -> Tree:
    """The tree, with these memories as they are in the other one."""
    stays = {p: item for p, item in tree.items() if place(p).home not in homes}
    return stays | {p: item for p, item in other.items() if place(p).home in homes}


def _parents(
    commit: Callable[[Tree, Sequence[str]], str],
    tip: str | None,
    tip_tree: Tree,
    tree: Tree,
    sides: Sequence[_Side],
) -> list[str]:
    """The parents of the commit of `tree`: main, and each side, which is committed.

    No commit has more than two, so one side joins main before the next one does.
    """
    parents = [tip] if tip else []
    merged = tip_tree
    for side in sides:
        if len(parents) > 1:
            parents = [commit(merged, parents)]
        parents.append(commit(side.tree, side.base))
        merged = _with_homes(merged, tree, side.homes)
    return parents


def _commit(
    mirror: Mirror,
    blobs: Mapping[str, bytes],
    by: tuple[Clock, Who],
    tree: Tree,
    parents: Sequence[str],
    says: Sequence[str] = (),
) -> str:
    clock, who = by
    new = {item.oid for item in tree.values()} & blobs.keys()
    return mirror.save(
        tree,
        (blobs[oid] for oid in new),
        lambda top: commit_bytes(top, parents, clock, saved_by(who.name, *says)),
    )


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
    contents: Contents,
    lineage: Lineage,
    clock: Clock,
) -> tuple[Tree, dict[str, bytes], tuple[NoteOutcome, ...]]:
    """The tree with the folder's changes and main's other files."""
    # A folder without an index is not a memory: the merge restores the index.
    index_lost = any(
        path in applied and path not in contents.tree
        for path in (note_path(home, INDEX_NAME) for home in contents.entries_kept)
    )
    if tip is None or (applied == tip_tree and not index_lost):
        return contents.tree, {}, ()
    from memsync.sync.merge.trees import MergeSide, merge_trees

    lineage.learn(blobs=contents.blobs)
    merged = merge_trees(
        applied,
        MergeSide(contents.tree, lambda _: clock),
        MergeSide(tip_tree, lambda path: lineage.clock(tip, path, [])),
        lineage.read,
    )
    return merged.tree, dict(merged.blobs), merged.outcomes
