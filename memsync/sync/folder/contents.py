"""What the memory folders hold, held and should hold, as trees and plain actions.

`collect` makes one tree of what they hold now, `applied_tree` says what they held at
the end of the last round, and `plan_folder` what a merge means for one of them.
`sync --dry-run` shows that list and `sync` carries it out; both get it here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.sync.folder.archived import versions_to_send
from memsync.sync.merge.canonical import canonical
from memsync.sync.merge.entries import PROSE
from memsync.sync.tree.layout import (
    INDEX_NAME,
    Item,
    Kind,
    blob_id,
    label,
    note_path,
    place,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from memsync.sync.folder.snapshot import Snapshot
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.state.state import Base, State
    from memsync.sync.tree.layout import Tree

_SCANNED = (Kind.NOTE, Kind.INDEX, Kind.LOG, Kind.ALLOW, Kind.LINES)


def scanned(path: str, homes: Collection[str]) -> bool:
    """Whether this path of a tree is a file of one of these memories' folders."""
    found = place(path)
    return found.kind in _SCANNED and found.home in homes


class Source(NamedTuple):
    """Where the memory and its archive are, and what may leave them."""

    folder: Path
    archive: Path
    may_leave: Callable[[str, bytes], bool]
    """Judges a version by its note's name and its bytes."""
    outlived: Callable[[Iterable[str]], Iterable[str]]
    """The paths of a tree that its archive does not keep any longer."""
    prose: bool = True
    """The memory index is sent with a person's own lines in it."""


@dataclass(slots=True)
class Contents:
    """What all memory folders of a round hold."""

    tree: dict[str, Item] = field(default_factory=dict)
    """The files, with what they do not show as it was."""
    passed_over: set[str] = field(default_factory=set)
    """Paths that this round does not change here: held, chosen, or being written."""
    entries_kept: dict[str, frozenset[str | None]] = field(default_factory=dict)
    """For each memory the names whose entries stay in this folder's memory index."""
    moved: set[str] = field(default_factory=set)
    """Paths of notes that now belong to another profile: they leave this copy."""
    blobs: dict[str, bytes] = field(default_factory=dict)


def collect(
    looks: Sequence[tuple[Snapshot, Source]],
    applied: Tree,
    tip_tree: Tree,
    barred: Collection[str],
) -> Contents:
    """Make one tree of what the folders hold.

    `applied` is what they held at the end of the last round, `tip_tree` what main
    holds, `barred` the labels of notes that are not sent. Raises `OSError`.
    """
    contents = Contents()
    for found, source in looks:
        gone = _gone_elsewhere(found, applied)
        contents.moved |= gone
        contents.passed_over |= {
            note_path(found.home, name)
            for name, kept in found.kept.items()
            if not kept.stray  # its path may be another home's
        }
        contents.passed_over |= found.busy
        alone = found.alone(tip_tree) | {place(path).name for path in gone}
        stays = alone if source.prose else alone | {PROSE}
        contents.entries_kept[found.home] = stays
        contents.blobs |= found.data
        _add_sent(contents, found, source, applied, tip_tree)
        index = note_path(found.home, INDEX_NAME)
        if index in contents.tree and stays:
            contents.tree[index], data = _strip_index(
                found.home,
                contents.tree[index].oid,
                source.folder,
                stays,
                contents.blobs,
            )
            contents.blobs[contents.tree[index].oid] = data
        items, versions = versions_to_send(
            source.archive, found, applied, source.may_leave
        )
        contents.tree |= items
        contents.blobs |= versions
    contents.tree |= {
        path: item
        for path, item in applied.items()
        if path not in contents.tree
        and path not in contents.moved
        and label(path) not in barred
        and (path in contents.passed_over or not scanned(path, contents.entries_kept))
    }
    for _, source in looks:
        for path in list(source.outlived(contents.tree)):
            del contents.tree[path]
    return contents


def _gone_elsewhere(found: Snapshot, applied: Tree) -> set[str]:
    """Paths of this memory's notes that another profile has by now."""
    return {
        path
        for name, kept in found.kept.items()
        for path in [note_path(found.home, name)]
        if kept.other_profile and path in applied
    }


def _add_sent(
    contents: Contents, found: Snapshot, source: Source, applied: Tree, tip_tree: Tree
) -> None:
    """Add what one folder sends, except what changed during the round."""
    own = f"{found.home}/"
    for path, oid in found.sent.items():
        # Creating ten thousand items again would cost more than everything else here.
        item = applied.get(path)
        if item is not None and item.oid == oid:
            contents.tree[path] = item
        elif (
            oid in contents.blobs
            or tip_tree.get(path) == Item(oid)
            or _read_again(source.folder / path.removeprefix(own), oid, contents.blobs)
        ):
            contents.tree[path] = Item(oid)
        else:
            contents.passed_over.add(path)


def _read_again(path: Path, oid: str, blobs: dict[str, bytes]) -> bool:
    """Read a file that was released just now and that this round knew without reading.

    False if it has changed since, which the next round handles.
    """
    try:
        data = canonical(atomic.read_regular(path))
    except (OSError, MemsyncError):
        return False
    blobs[oid] = data
    return blob_id(data) == oid


def _strip_index(
    home: str,
    oid: str,
    folder: Path,
    stays: Collection[str | None],
    blobs: Mapping[str, bytes],
) -> tuple[Item, bytes]:
    from memsync.sync.merge.entries_at import strip_at

    data = blobs.get(oid)
    if data is None:
        data = canonical(atomic.read_regular(folder / f"{INDEX_NAME}.md"))
    stripped = strip_at(home, data, stays)
    return Item(blob_id(stripped)), stripped


class Write(NamedTuple):
    """Put a blob where `expected` stands now."""

    path: str
    """Below the memory folder, `/` between components."""
    oid: str
    expected: str | None
    """The blob id of the file's present bytes; None when there is no file."""


class Delete(NamedTuple):
    """Remove the file, which is `expected` now."""

    path: str
    expected: str


Action = Write | Delete


class FolderPlan(NamedTuple):
    """What to change in one memory folder, and what to leave."""

    actions: tuple[Action, ...]
    """Deletions first, since a name may return in another case, then archived
    versions and notes, and the memory index last."""
    passed_over: tuple[str, ...]
    """Paths below the folder that would change but are held here."""


def plan_folder(
    home: str,
    local: Tree,
    merged: Tree,
    disk: Mapping[str, str],
    held: Collection[str] = (),
) -> FolderPlan:
    """The actions that bring one memory folder from `local` to `merged`.

    `home` is the folder's place in the trees, such as `user`. `local` is the
    tree that was saved from it, `disk` the blob ids of the files themselves,
    by path below the folder: these differ for a memory index whose held entries
    were left out. `held` are paths below the folder that stay as they are; so
    does a file that is on disk but not in `local`.
    """
    actions: list[Action] = []
    passed_over: list[str] = []
    for whole in local.keys() | merged.keys():
        path = whole.removeprefix(f"{home}/")
        new = merged.get(whole)
        if local.get(whole) == new:
            continue
        found = place(whole)
        if found.home != home or found.kind is Kind.OTHER:
            continue
        expected = disk.get(path)
        if new is not None and expected == new.oid:
            continue
        if path in held or (whole not in local and expected is not None):
            passed_over.append(path)
        elif new is not None:
            actions.append(Write(path, new.oid, expected))
        elif expected is not None:
            actions.append(Delete(path, expected))
    return FolderPlan(in_order(actions), tuple(sorted(passed_over)))


def in_order(actions: Iterable[Action]) -> tuple[Action, ...]:
    """The actions in the order of a `FolderPlan`."""
    return tuple(sorted(actions, key=_order))


def mass_delete(before: Collection[str], after: Collection[str]) -> bool:
    """Whether so much is gone that a person should be asked.

    Both hold the names of a memory's notes, and `MEMORY` when there is a memory
    index. True when nothing at all is left, when at least half of four or more
    notes are gone, or more than a quarter and more than five.
    """
    if before and not after:
        return True
    notes = set(before) - {INDEX_NAME}
    gone = len(notes - set(after))
    half = len(notes) >= 4 and gone * 2 >= len(notes)
    return half or (gone > 5 and gone * 4 > len(notes))


def _order(action: Action) -> tuple[int, str]:
    if isinstance(action, Delete):
        return 0, action.path
    return 2 if action.path == f"{INDEX_NAME}.md" else 1, action.path


def known_bases(
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
    bases: Mapping[str, Base],
    tip: str | None,
    lineage: Lineage,
    homes: Collection[str],
) -> Tree:
    """The tree of those bases; nothing when none is known.

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
