"""Merge two commits over all their merge bases.

Machines that merge the same two commits make the same merge commit, so there is mostly
one merge base. Where merges cross there are several. The same merge then combines them
into one base first, as git's recursive strategy does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from memsync.sync.merge.trees import MergeSide, TreeMerge, merge_trees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.layout import Tree

# The depth of nested criss-cross merges beyond which the base is empty: the merge may
# then keep too much, but loses nothing.
_DEEPEST = 12


class History(Protocol):
    """What a merge asks about commits."""

    def tree(self, commit: str) -> Tree:
        """The files of a commit."""

    def merge_bases(self, a: str, b: str) -> Sequence[str]:
        """All best common ancestors of two commits, as of `git merge-base --all`."""

    def clock(self, commit: str, path: str, since: Sequence[str]) -> Clock:
        """The clock of the version of `path` in `commit`.

        That is the latest clock of the commits that changed the path, among those
        reachable from `commit` but not from `since`; the clock of `commit` itself
        if there is none. A merge changed a path if its version differs from the
        versions of all its parents.
        """

    def read(self, oid: str) -> bytes:
        """The bytes of a blob."""


def merge_commits(history: History, a: str, b: str) -> TreeMerge:
    """Merge two commits; swapping them changes nothing.

    Where they have no common ancestor, as in a join, the result keeps everything.
    """
    return _Bases(history).merge(a, b, 0)


class _Bases:
    def __init__(self, history: History) -> None:
        self.history = history
        self.made: dict[str, bytes] = {}
        self.known: dict[tuple[str, ...], Tree] = {}

    def merge(self, a: str, b: str, depth: int) -> TreeMerge:
        bases = sorted(self.history.merge_bases(a, b))
        merged = merge_trees(
            self.common(bases, depth),
            self._side(self.history.tree(a), a, bases),
            self._side(self.history.tree(b), b, bases),
            self.read,
        )
        # The result may use blobs that only a combined base has.
        used = {item.oid for item in merged.tree.values()}
        merged.blobs.update({o: self.made[o] for o in used & self.made.keys()})
        return merged

    def common(self, bases: Sequence[str], depth: int) -> Tree:
        """One tree for all bases: empty for none, their merge for several."""
        if not bases or depth > _DEEPEST:
            return {}
        key = tuple(bases)
        if key not in self.known:
            first, *others = bases
            tree = self.history.tree(first)
            for other in others:
                tree = self._join(tree, first, other, depth + 1)
            self.known[key] = tree
        return self.known[key]

    def _join(self, tree: Tree, first: str, other: str, depth: int) -> Tree:
        bases = sorted(self.history.merge_bases(first, other))
        merged = merge_trees(
            self.common(bases, depth),
            self._side(tree, first, bases),
            self._side(self.history.tree(other), other, bases),
            self.read,
        )
        self.made.update(merged.blobs)
        return merged.tree

    def _side(self, tree: Tree, commit: str, since: Sequence[str]) -> MergeSide:
        return MergeSide(tree, lambda path: self.history.clock(commit, path, since))

    def read(self, oid: str) -> bytes:
        return self.made[oid] if oid in self.made else self.history.read(oid)
