"""The files of many commits at once, from git's tree objects.

Histories share most folders, so each is read and assembled once. Anything deeper or
larger than a tree of ours is not followed: a few small objects can name more files than
fit on a disk.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.sync.mirror.bounds import too_many_files
from memsync.sync.tree.layout import MAX_ENTRIES, TreeEntry
from memsync.sync.tree.objects import tree_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

# Folders above a file; in an encrypted vault they are `v1/n/<2>`.
_DEEPEST = 3

# Git's modes of a folder and of a submodule.
_FOLDER = "40000"
_SUBMODULE = "160000"

_Trees = dict[str, list[tuple[str, tuple[str, str]]]]


def listings(
    tops: Mapping[str, str],
    read: Callable[[Iterable[str]], dict[str, bytes]],
    sizes: Callable[[Iterable[str]], dict[str, int]],
) -> dict[str, list[TreeEntry]]:
    """The files below each top tree, by the names of `tops`.

    `read` returns the bytes of trees, `sizes` the sizes of blobs. Folders below the
    deepest level, and empty ones, are listed as entries themselves: so a listing
    belongs to one tree only. Raises `Refused` for too many entries and for a malformed
    tree.
    """
    trees: _Trees = {}
    wanted = set(tops.values())
    for _ in range(_DEEPEST + 1):
        found = read(wanted - trees.keys())
        trees |= {oid: _entries(data) for oid, data in found.items()}
        wanted = {
            oid for tree in found for _, (mode, oid) in trees[tree] if mode == _FOLDER
        }
    blobs = {
        oid
        for tree in trees.values()
        for _, (mode, oid) in tree
        if mode not in (_FOLDER, _SUBMODULE)
    }
    assembly = _Assembly(trees, sizes(blobs))
    return {name: assembly.below(top, "", 0) for name, top in tops.items()}


def _entries(data: bytes) -> list[tuple[str, tuple[str, str]]]:
    try:
        found = list(islice(tree_entries(data), MAX_ENTRIES + 1))
    except ValueError:
        found = []
    if len(found) > MAX_ENTRIES:
        raise too_many_files()
    order = [f"{name}/" if mode == _FOLDER else name for name, (mode, _) in found]
    if order != sorted(set(order)) or bool(data) != bool(found):
        raise Refused(
            "the remote holds a malformed tree",
            hint="nothing was changed here",
            word="hostile-tree",
        )
    return found


class _Assembly:
    def __init__(self, trees: _Trees, sizes: Mapping[str, int]) -> None:
        self._trees = trees
        self._sizes = sizes
        self._known: dict[tuple[str, str], list[TreeEntry]] = {}

    def below(self, tree: str, prefix: str, depth: int) -> list[TreeEntry]:
        if (tree, prefix) in self._known:
            return self._known[tree, prefix]
        found: list[TreeEntry] = []
        for name, (mode, oid) in self._trees.get(tree, ()):
            path = prefix + name
            if mode == _FOLDER and depth < _DEEPEST and self._trees.get(oid):
                found += self.below(oid, f"{path}/", depth + 1)
            else:
                kind = {_FOLDER: "tree", _SUBMODULE: "commit"}.get(mode, "blob")
                raw = path.encode("utf-8", "surrogateescape")
                found.append(TreeEntry(mode, kind, oid, self._sizes.get(oid, 0), raw))
            if len(found) > MAX_ENTRIES:
                raise too_many_files()
        self._known[tree, prefix] = found
        return found
