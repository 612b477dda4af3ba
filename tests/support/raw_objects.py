"""A host's own view of a repository: raw objects, of which it can change any byte."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.sync.mirror.listings import listings
from memsync.sync.tree.commit import Commit, parse_commit
from memsync.sync.tree.objects import Object, tree_entries, tree_objects

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.sync.tree.layout import TreeEntry
    from support.memory_mirror import MemoryRemote


@dataclass
class RawMirror:
    """A mirror that was sent these objects, and agreed with `known` before.

    It has what `SealedMirror.fetch` needs and nothing with which to send.
    """

    objects: Mapping[str, Object]
    main: str | None
    known: str | None = None
    had: frozenset[str] = frozenset()
    """The objects that were here before."""

    def tip(self) -> str | None:
        return self.known

    def agreed(self) -> str | None:
        return self.known

    def fetch(self, told: str | None = None) -> str | None:  # noqa: ARG002 -- as `Mirror`
        """As git, which reads every object's form and misses none of them."""
        waiting = [self.main] if self.main and self.main != self.known else []
        looked = {*waiting, *self.had}
        for oid in waiting:
            try:
                below = children(self.objects[oid])
            except (KeyError, ValueError):
                raise Refused(f"git refuses {oid}", word="hostile-objects") from None
            waiting += [each for each in below if each not in looked]
            looked.update(below)
        return self.main

    def remote_tip(self) -> str | None:
        return self.main

    def push_back(self, tip: str) -> str:
        return f"git push --force {tip}"

    def publish(self, tip: str, limit: float) -> bool:
        raise AssertionError((tip, limit))

    def replace(self, tip: str, expected: str, limit: float) -> bool:
        raise AssertionError((tip, expected, limit))

    def commits(self, oids: Iterable[str]) -> dict[str, Commit]:
        return {oid: self._commit(oid) for oid in oids if oid in self.objects}

    def _commit(self, oid: str) -> Commit:
        return _parsed(self.objects[oid].data)

    def between(self, tip: str, since: Iterable[str]) -> list[str]:
        known = {old for oid in since for old in self._ancestors(oid)}
        return sorted(self._ancestors(tip) - known)

    def merge_bases(self, one: str, other: str) -> list[str]:
        below = self._ancestors(other)
        return [one] if one in below else sorted(below & self._ancestors(one))[:1]

    def _ancestors(self, tip: str) -> set[str]:
        found: set[str] = set()
        waiting = [tip]
        while waiting:
            oid = waiting.pop()
            if oid not in found and oid in self.objects:
                found.add(oid)
                waiting += self._commit(oid).parents
        return found

    def blobs_at(self, commits: Iterable[str], path: str) -> dict[str, str]:
        found = {oid: self._at(oid, path) for oid in commits}
        return {oid: blob for oid, blob in found.items() if blob}

    def _at(self, commit: str, path: str) -> str:
        oid = self._commit(commit).tree
        for name in path.split("/"):
            tree = self.objects.get(oid)
            inside = dict(tree_entries(tree.data)) if tree else {}
            if name not in inside:
                return ""
            oid = inside[name][1]
        there = self.objects.get(oid)
        return oid if there and there.kind == "blob" else ""

    def listings(self, commits: Iterable[str]) -> dict[str, list[TreeEntry]]:
        tops = {oid: self._commit(oid).tree for oid in commits}
        return listings(tops, self._trees, self._sizes)

    def _trees(self, oids: Iterable[str]) -> dict[str, bytes]:
        found = {oid: self.objects[oid] for oid in oids if oid in self.objects}
        return {oid: each.data for oid, each in found.items() if each.kind == "tree"}

    def _sizes(self, oids: Iterable[str]) -> dict[str, int]:
        return {o: len(self.objects[o].data) for o in oids if o in self.objects}

    def blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        return {o: self.objects[o].data for o in oids if o in self.objects}


def raw(remote: MemoryRemote) -> dict[str, Object]:
    """Every object of a remote in memory, its trees as git has them."""
    trees = [made for tree in remote.trees.values() for made in tree_objects(tree)]
    return {**remote.objects, **{made.oid: made for made in trees}}


class Forger:
    """Puts other objects into a history, and all that names them with them."""

    def __init__(self, objects: Mapping[str, Object], tip: str) -> None:
        self.objects = objects
        self.tip = tip
        self.below: dict[str, set[str]] = {}
        """What an object names, by its id."""
        waiting = [tip]
        while waiting:
            oid = waiting.pop()
            self.below[oid] = set(children(objects[oid]))
            waiting += self.below[oid] - self.below.keys()
        self.ordered = list(TopologicalSorter(self.below).static_order())
        """All that `tip` reaches, each after what it names."""

    def with_object(self, oid: str, data: bytes) -> RawMirror:
        """The history with these bytes in the place of an object."""
        return self.with_objects({oid: Object(self.objects[oid].kind, data)})

    def with_objects(self, instead: Mapping[str, Object]) -> RawMirror:
        """The history with other objects in the place of these."""
        made = {each.oid: each for each in instead.values()}
        moved = {old: new.oid for old, new in instead.items()}
        for oid in self.ordered:
            names = self.below[oid] & moved.keys() if oid not in instead else ()
            if names:
                found = self.objects[oid]
                data = found.data
                for child in names:
                    data = _renamed(found.kind, data, child, moved[child])
                new = Object(found.kind, data)
                made[new.oid] = new
                moved[oid] = new.oid
        return RawMirror({**self.objects, **made}, moved.get(self.tip, self.tip))


@cache
def children(found: Object) -> tuple[str, ...]:
    """The ids that an object names."""
    if found.kind == "tree":
        return tuple(oid for _, (_, oid) in tree_entries(found.data))
    if found.kind == "commit":
        commit = _parsed(found.data)
        return (commit.tree, *commit.parents)
    return ()


_parsed = cache(parse_commit)


def _renamed(kind: str, data: bytes, old: str, new: str) -> bytes:
    if kind == "tree":
        return data.replace(bytes.fromhex(old), bytes.fromhex(new))
    return data.replace(old.encode(), new.encode())
