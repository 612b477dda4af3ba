"""The mirror's twin in memory, for tests of whole rounds by the thousand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memsync.errors import Unreachable
from memsync.sync.mirror.protocol import NO_TREE
from memsync.sync.tree.commit import parse_commit
from memsync.sync.tree.layout import TreeEntry
from memsync.sync.tree.objects import Object, tree_objects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.layout import Tree

_EMPTY = tree_objects({})[-1].oid


@dataclass
class MemoryRemote:
    """What several machines push to."""

    main: str | None = None
    objects: dict[str, Object] = field(default_factory=dict)
    trees: dict[str, Tree] = field(default_factory=dict)
    online: bool = True


@dataclass
class MemoryMirror:
    """One machine's mirror of a `MemoryRemote`; see `sync.mirror.mirror.Mirror`."""

    remote: MemoryRemote
    objects: dict[str, Object] = field(default_factory=dict)
    trees: dict[str, Tree] = field(default_factory=dict)
    main: str | None = None
    agreed_with: str | None = None

    def tip(self) -> str | None:
        return self.main

    def agreed(self) -> str | None:
        return self.agreed_with

    def save(
        self,
        tree: Tree,
        blobs: Iterable[bytes],
        commit: Callable[[str], bytes],
        beside: Tree = NO_TREE,
    ) -> str:
        assert tree_objects(beside)[-1].oid in {*self.trees, _EMPTY}
        top = tree_objects(tree)[-1].oid
        made = Object("commit", commit(top))
        for data in blobs:
            blob = Object("blob", data)
            self.objects[blob.oid] = blob
        assert all(item.oid in self.objects for item in tree.values())
        self.trees[top] = dict(tree)
        self.objects[made.oid] = made
        return made.oid

    def advance(
        self, tip: str, expected: str | None, agreed: str | None = None
    ) -> None:
        assert self.main == expected
        assert tip in self.objects
        self.main = tip
        self.agreed_with = agreed or self.agreed_with

    def fetch(self, told: str | None = None) -> str | None:  # noqa: ARG002 -- as `Mirror`
        tip = self.remote_tip()
        self.objects |= self.remote.objects
        self.trees |= self.remote.trees
        return tip

    def remote_tip(self) -> str | None:
        if not self.remote.online:
            raise Unreachable("the remote cannot be reached", word="offline")
        return self.remote.main

    def publish(self, tip: str, limit: float) -> bool:
        assert limit > 0
        known = self.remote_tip()
        if known is not None and known not in self._ancestors(tip):
            return False
        sent = _reached(self, [tip])
        self.remote.objects |= {o: self.objects[o] for o in sent if o in self.objects}
        self.remote.trees |= {o: self.trees[o] for o in sent if o in self.trees}
        self.remote.main = tip
        return True

    def replace(self, tip: str, expected: str, limit: float) -> bool:
        assert limit > 0
        if self.remote_tip() != expected:
            return False
        kept = _reached(self, [tip])
        self.remote.objects = {o: self.objects[o] for o in kept if o in self.objects}
        self.remote.trees = {o: self.trees[o] for o in kept if o in self.trees}
        self.remote.main = tip
        return True

    def _commit(self, oid: str) -> Commit:
        return parse_commit(self.objects[oid].data)

    def push_back(self, tip: str) -> str:
        return f"git push --force {tip}"

    def commits(self, oids: Iterable[str]) -> dict[str, Commit]:
        return {oid: self._commit(oid) for oid in oids if oid in self.objects}

    def between(self, tip: str, since: Iterable[str]) -> list[str]:
        known = {old for oid in since for old in self._ancestors(oid)}
        return sorted(self._ancestors(tip) - known)

    def blobs_at(self, commits: Iterable[str], path: str) -> dict[str, str]:
        return {
            oid: tree[path].oid
            for oid in commits
            for tree in [self.trees[self._commit(oid).tree]]
            if path in tree
        }

    def entries(self, commit: str) -> list[TreeEntry]:
        return [
            TreeEntry(
                item.mode,
                "blob",
                item.oid,
                len(self.objects[item.oid].data),
                path.encode(),
            )
            for path, item in sorted(self.trees[self._commit(commit).tree].items())
        ]

    def listings(self, commits: Iterable[str]) -> dict[str, list[TreeEntry]]:
        return {oid: self.entries(oid) for oid in commits}

    def tree(self, commit: str) -> Tree:
        return self.trees[self._commit(commit).tree]

    def blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        return {oid: self.objects[oid].data for oid in oids if oid in self.objects}

    def tidy(self, *, forget: bool = False) -> None:
        if forget:
            tips = [oid for oid in (self.main, self.agreed_with) if oid]
            kept = _reached(self, tips)
            self.objects = {o: d for o, d in self.objects.items() if o in kept}
            self.trees = {o: t for o, t in self.trees.items() if o in kept}

    def merge_bases(self, one: str, other: str) -> list[str]:
        common = self._ancestors(one) & self._ancestors(other)
        return sorted(
            oid
            for oid in common
            if not any(
                oid != better and oid in self._ancestors(better) for better in common
            )
        )

    def _ancestors(self, oid: str) -> set[str]:
        found: set[str] = set()
        waiting = [oid]
        while waiting:
            oid = waiting.pop()
            if oid not in found:
                found.add(oid)
                waiting += self._commit(oid).parents
        return found


def _reached(mirror: MemoryMirror, tips: Iterable[str]) -> set[str]:
    """The ids of all commits, trees and blobs below these commits."""
    commits = {oid for tip in tips for oid in mirror._ancestors(tip)}
    trees = {mirror._commit(oid).tree for oid in commits}
    blobs = {item.oid for top in trees for item in mirror.trees[top].values()}
    return commits | trees | blobs
