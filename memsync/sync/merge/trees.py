"""Merge two trees over their base, by blob ids; read blobs only where that is needed.

Pure: the result depends on the trees, the clocks and the blobs alone, and swapping
the sides changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.memory.note.note import Note
from memsync.sync.merge.foreign import merge_foreign_index, merge_text
from memsync.sync.merge.index import merge_index
from memsync.sync.merge.line_sets import Versions, merge_allow, merge_lines
from memsync.sync.merge.names import find_renames, follow_renames, set_apart
from memsync.sync.merge.notes import Merged, Side
from memsync.sync.merge.outcome import NoteOutcome, Outcome
from memsync.sync.merge.repeated import Described, describe_notes
from memsync.sync.tree.layout import (
    INDEX_NAME,
    Item,
    Kind,
    Tree,
    agent_of,
    archive_path,
    blob_id,
    note_path,
    place,
)
from memsync.sync.tree.manifest import parse_manifest
from memsync.sync.tree.purged import parse, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memsync.sync.tree.clock import Clock


class MergeSide(NamedTuple):
    """One side of a merge."""

    tree: Tree
    clock: Callable[[str], Clock]
    """The clock of the version that this side has of a path."""


@dataclass(frozen=True, slots=True)
class TreeMerge:
    """What a merge of trees makes."""

    tree: dict[str, Item]
    blobs: dict[str, bytes] = field(default_factory=dict)
    """The new blobs by id, which the caller has to store."""
    outcomes: tuple[NoteOutcome, ...] = ()
    """One for each note that was not simply taken from one side, sorted."""
    archived: tuple[str, ...] = ()
    """The paths in `tree` of archived versions that lost, sorted."""


def merge_trees(
    base: Tree, a: MergeSide, b: MergeSide, read: Callable[[str], bytes]
) -> TreeMerge:
    """Merge two trees that passed `incoming.validate`; `read` gives a blob's bytes.

    The result passes it, too. Raises only what `read` raises.
    """
    return _Merge(base, a, b, read).run()


class _Merge:
    """The state of one merge of trees."""

    def __init__(
        self, base: Tree, a: MergeSide, b: MergeSide, read: Callable[[str], bytes]
    ) -> None:
        self.base, self.a, self.b, self.read = base, a, b, read
        self.tree: dict[str, Item] = {}
        self.blobs: dict[str, bytes] = {}
        self.outcomes: dict[str, Outcome] = {}
        self.renames: dict[str, str] = {}
        self.archived: set[str] = set()

    def run(self) -> TreeMerge:
        """Take the paths that one side changed, merge the others, then the indexes."""
        if self.a.tree == self.b.tree:
            return TreeMerge(dict(self.a.tree))
        in_doubt = self._take_clear()
        in_doubt -= self._carry_renames(in_doubt)
        for path in sorted(in_doubt):
            if place(path).kind is not Kind.INDEX:
                self._merge_path(path)
        moved = self._set_apart()
        for home in self._homes():
            self._merge_index(home, moved)
        outcomes = (
            NoteOutcome(found.name, found.home, outcome)
            for path, outcome in self.outcomes.items()
            for found in [place(path)]
        )
        return TreeMerge(
            self.tree,
            self._new_blobs(),
            tuple(sorted(outcomes)),
            tuple(sorted(self.archived)),
        )

    def _new_blobs(self) -> dict[str, bytes]:
        trees = (self.tree, self.a.tree, self.b.tree)
        used, *known = ({item.oid for item in tree.values()} for tree in trees)
        new = used.difference(*known)
        return {oid: data for oid, data in self.blobs.items() if oid in new}

    def _take_clear(self) -> set[str]:
        """Take each path that at most one side changed; return the other paths."""
        in_doubt = set()
        for path in self.base.keys() | self.a.tree.keys() | self.b.tree.keys():
            old, one, two = self._three(path)
            if two not in (one, old) and one != old:
                in_doubt.add(path)
            elif item := (two if one == old else one):
                self.tree[path] = item
        return in_doubt

    def _three(self, path: str) -> tuple[Item | None, Item | None, Item | None]:
        return self.base.get(path), self.a.tree.get(path), self.b.tree.get(path)

    def _carry_renames(self, in_doubt: set[str]) -> set[str]:
        """Move one side's edit to the name that the other side gave the note."""
        done: set[str] = set()
        for side, other in ((self.a, self.b), (self.b, self.a)):
            edited = {
                path
                for path in in_doubt
                if path in self.base
                and path not in side.tree
                and place(path).kind is Kind.NOTE
            }
            if not edited:
                continue
            gone = _notes(self.base.keys() - side.tree.keys())
            new = _notes(side.tree.keys() - self.base.keys() - other.tree.keys())
            renames = find_renames(self.base, side.tree, gone, new, self.read)
            for old in sorted(edited & renames.keys()):
                self._carry(old, renames[old], side, other)
                done.add(old)
        return done | self._merge_common_renames(in_doubt)

    def _carry(self, old: str, new: str, side: MergeSide, other: MergeSide) -> None:
        renamed, edited = side.tree[new], other.tree[old]
        merged = merge_text(
            new,
            self.read(self.base[old].oid),
            Side(self.read(renamed.oid), side.clock(new)),
            Side(self.read(edited.oid), other.clock(old)),
        )
        self.renames[old] = new
        self._put(new, merged, Outcome.RENAMED)

    def _merge_common_renames(self, in_doubt: set[str]) -> set[str]:
        """Merge notes that both sides gave the same new name, over their old text."""
        both_new = {
            path
            for path in _notes(in_doubt)
            if path not in self.base and path in self.a.tree and path in self.b.tree
        }
        gone = _notes(self.base.keys() - self.a.tree.keys() - self.b.tree.keys())
        if not both_new or not gone:
            return set()
        by_a, by_b = (
            find_renames(self.base, side.tree, gone, both_new, self.read)
            for side in (self.a, self.b)
        )
        common = by_a.items() & by_b.items()
        for old, new in common:
            self._put(new, self._merge_note(new, self.read(self.base[old].oid)))
        return {new for _, new in common}

    def _merge_path(self, path: str) -> None:
        """Merge one path that both sides changed differently."""
        old, one, two = self._three(path)
        kind = place(path).kind
        if kind is Kind.LINES:
            self._keep(path, merge_lines(self._versions(path), self.read))
        elif one is None or two is None:
            # An edit wins over a deletion, for every kind of file.
            if item := one or two:
                self.tree[path] = item
                self.outcomes[path] = Outcome.REVIVED
        elif kind in (Kind.NOTE, Kind.LOG):
            base = None if old is None else self.read(old.oid)
            self._put(path, self._merge_note(path, base))
        elif kind is Kind.ARCHIVED:
            self.tree[path] = max(one, two)
        elif kind is Kind.ALLOW:
            self._keep(path, merge_allow(self._versions(path), self.read))
        elif kind is Kind.PURGED:
            lines = parse(self.read(one.oid)) | parse(self.read(two.oid))
            self._write(path, render(lines))
        elif kind is Kind.VAULT:
            self.tree[path] = max(one, two, key=self._vault_rank)
        else:
            self._keep(path, self._versions(path).later)
            self.outcomes[path] = Outcome.DECIDED

    def _versions(self, path: str) -> Versions:
        items = self._three(path)
        return Versions(*items, self.a.clock(path), self.b.clock(path))

    def _keep(self, path: str, merged: Item | bytes | None) -> None:
        """Put a side's version or new bytes at a path; None leaves it out."""
        if isinstance(merged, Item):
            self.tree[path] = merged
        elif merged is not None:
            self._write(path, merged)

    def _merge_note(self, path: str, base: bytes | None) -> Merged:
        one, two = (
            Side(self.read(side.tree[path].oid), side.clock(path))
            for side in (self.a, self.b)
        )
        return merge_text(path, base, one, two)

    def _vault_rank(self, item: Item) -> tuple[int, int, str]:
        try:
            vault = parse_manifest(self.read(item.oid))
        except MemsyncError:
            return 0, 0, item.oid
        return vault.format, vault.merge, item.oid

    def _put(self, path: str, merged: Merged, outcome: Outcome | None = None) -> None:
        """Put a merged note into the tree, and versions that lost into the archive."""
        if merged.data is not None:
            self._write(path, merged.data)
            self.outcomes[path] = outcome or merged.outcome
        found = place(path)
        for loser in merged.losers:
            if loser.data is not None:
                stored = archive_path(
                    found.home, found.name, loser.clock.stamp, loser.data
                )
                self._write(stored, loser.data)
                self.archived.add(stored)

    def _write(self, path: str, data: bytes) -> None:
        oid = blob_id(data)
        self.tree[path] = Item(oid)
        self.blobs[oid] = data

    def _set_apart(self) -> dict[str, str]:
        """Give a new name to each path that collides with another on some platform."""
        tree = self.tree.keys()
        if tree <= self.a.tree.keys() or tree <= self.b.tree.keys():
            return {}
        moved = set_apart(tree, self.base.keys())
        for old, new in moved.items():
            self.tree[new] = self.tree.pop(old)
            self.outcomes.pop(old, None)
            if old in self.archived:
                self.archived.remove(old)
                self.archived.add(new)
            elif place(old).kind is Kind.NOTE:
                self._rename_inside(old, new)
                self.outcomes[new] = Outcome.SET_APART
        return moved

    def _rename_inside(self, old: str, new: str) -> None:
        note = Note.parse(self._text(self.tree[new].oid))
        if note.sound and note.fields.get("name") == place(old).name:
            self._write(new, note.with_fields({"name": place(new).name}).render())

    def _homes(self) -> list[str]:
        """The homes that have a memory index on at least one side."""
        paths = self.a.tree.keys() | self.b.tree.keys()
        places = [place(path) for path in paths if path.endswith(f"/{INDEX_NAME}.md")]
        return sorted(found.home for found in places if found.kind is Kind.INDEX)

    def _merge_index(self, home: str, moved: Mapping[str, str]) -> None:
        """Merge one memory index, after all notes of its home are merged."""
        path = note_path(home, INDEX_NAME)
        before = self.base.keys() | self.a.tree.keys() | self.b.tree.keys()
        gone = _names(before - self.tree.keys() - moved.keys(), home)
        back = {p for p, what in self.outcomes.items() if what is Outcome.REVIVED}
        revived = _names(back, home)
        items = self._three(path)
        touched = gone | revived | _names(moved.keys() | self.renames.keys(), home)
        if None not in items[1:] and len(set(items)) < 3 and not touched:
            return
        read = [None if item is None else self.read(item.oid) for item in items]
        old, one, two = (follow_renames(data, home, self.renames) for data in read)
        a, b = Side(one, self.a.clock(path)), Side(two, self.b.clock(path))
        if agent := agent_of(home):
            merged = merge_foreign_index(agent, old, a, b, gone=gone, revived=revived)
        else:
            told = self._described(home, moved)
            merged = merge_index(old, a, b, gone=gone, revived=revived, notes=told)
        data = follow_renames(merged.data, home, moved)
        original = {one: read[1], two: read[2]}
        losers = tuple(Side(original[s.data], s.clock) for s in merged.losers)
        self._put(path, Merged(data, merged.outcome, losers))
        if merged.outcome not in (Outcome.MERGED, Outcome.DECIDED):
            self.outcomes.pop(path, None)

    def _described(self, home: str, moved: Mapping[str, str]) -> Described:
        before = {new: old for old, new in self.renames.items()}
        a, b = (
            describe_notes(side.tree, home, before, self.read)
            for side in (self.a, self.b)
        )
        return Described(a, b, describe_notes(self.tree, home, moved, self._text))

    def _text(self, oid: str) -> bytes:
        return self.blobs[oid] if oid in self.blobs else self.read(oid)


def _notes(paths: Iterable[str]) -> set[str]:
    return {path for path in paths if place(path).kind is Kind.NOTE}


def _names(paths: Iterable[str], home: str) -> set[str]:
    """The names of the notes of one home among these paths."""
    places = map(place, paths)
    return {p.name for p in places if p.kind is Kind.NOTE and p.home == home}
