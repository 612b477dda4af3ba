"""Answers a merge's questions about the mirror's history, and detects a rewind.

A round checks for a rewind while it merges. A commit that is put directly on top of the
remote's newest, such as a change of keys, calls `check_onward` itself: built on an old
state, it would bring back that state's keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.sync.tree.commit import clock_of
from memsync.sync.tree.incoming import check_allow_list, validate
from memsync.sync.tree.layout import ALLOW_PATH, MANIFEST_FILE
from memsync.sync.tree.manifest import parse_manifest
from memsync.sync.tree.purged import lines_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.incoming import Layout
    from memsync.sync.tree.layout import Tree
    from memsync.sync.tree.manifest import Manifest

# Two files whose contents decide whether the rest is read.
_READ_FIRST = (MANIFEST_FILE.encode(), ALLOW_PATH.encode())


class Lineage:
    """The `plan.History` of a mirror, with a cache."""

    def __init__(
        self, mirror: Mirror, now_ms: int, sound: Collection[str | None] = ()
    ) -> None:
        """`sound` are commits whose trees were validated or made here before."""
        self._mirror = mirror
        self._sound = sound
        self._trees: dict[str, Tree] = {}
        self._now_ms = now_ms
        self._layouts: dict[str, Layout] = {}
        self._commits: dict[str, Commit] = {}
        self._blobs: dict[str, bytes] = {}

    def layout(self, commit: str) -> Layout:
        """The validated tree of a commit.

        Raises `Broken` for a newer format, and `Refused` for a hostile tree.
        """
        if commit not in self._layouts:
            entries = self._mirror.entries(commit)
            read = [e for e in entries if e.path in _READ_FIRST]
            blobs = self._mirror.blobs(e.oid for e in read if e.type == "blob")
            data = {e.path: blobs[e.oid] for e in read if e.oid in blobs}
            layout = validate(entries, data.get(MANIFEST_FILE.encode()))
            check_allow_list(data.get(ALLOW_PATH.encode()))
            self._layouts[commit] = layout
        return self._layouts[commit]

    def learn(
        self,
        commit: str | None = None,
        tree: Tree | None = None,
        blobs: dict[str, bytes] | None = None,
    ) -> None:
        """Add to the cache what the caller already knows."""
        if commit and tree is not None:
            self._trees[commit] = tree
        self._blobs.update(blobs or {})

    def tree(self, commit: str) -> Tree:
        """The files of a commit; validates it first, unless it is known as sound."""
        if commit not in self._trees:
            sound = commit in self._sound
            self._trees[commit] = (
                self._mirror.tree(commit) if sound else self.layout(commit).tree
            )
        return self._trees[commit]

    def manifest(self, commit: str) -> Manifest | None:
        """A commit's `memsync.json`; None if it has none."""
        item = self.tree(commit).get(MANIFEST_FILE)
        return parse_manifest(self.read(item.oid)) if item else None

    def knows(self, oid: str) -> bool:
        """Whether this commit is here."""
        if oid not in self._commits:
            self._commits.update(self._mirror.commits([oid]))
        return oid in self._commits

    def commit(self, oid: str) -> Commit:
        """A commit that is here."""
        self.knows(oid)
        return self._commits[oid]

    def merge_bases(self, one: str, other: str) -> Sequence[str]:
        """The best common ancestors; none for unrelated histories."""
        return self._mirror.merge_bases(one, other)

    def clock_of(self, commit: str) -> Clock:
        """A commit's own clock, else its date, never later than now."""
        return clock_of(self.commit(commit), self._now_ms)

    def walk(self, tip: str, since: Iterable[str]) -> dict[str, Commit]:
        """The commits that `tip` reaches and none of `since` does, by id."""
        walked = self._mirror.between(tip, since)
        unknown = [oid for oid in walked if oid not in self._commits]
        self._commits.update(self._mirror.commits(unknown))
        return {oid: self._commits[oid] for oid in walked}

    def clock(self, commit: str, path: str, since: Sequence[str]) -> Clock:
        """When `path` last changed between `since` and `commit`.

        A merge commit counts as a change if all its parents have another version.
        """
        walked = self.walk(commit, since)
        parents = {p for oid in walked for p in self._commits[oid].parents}
        blobs = self._mirror.blobs_at(sorted({*walked, *parents}), path)
        changed = [
            self.clock_of(oid)
            for oid in walked
            if all(
                blobs.get(parent) != blobs.get(oid)
                for parent in self._commits[oid].parents
            )
            and (self._commits[oid].parents or oid in blobs)
        ]
        return max(changed, default=None) or self.clock_of(commit)

    def read(self, oid: str) -> bytes:
        """A blob's bytes."""
        if oid not in self._blobs:
            self.prefetch([oid])
        return self._blobs[oid]

    def prefetch(self, oids: Iterable[str]) -> None:
        """Read many blobs at once, for `read`."""
        self._blobs.update(
            self._mirror.blobs(oid for oid in oids if oid not in self._blobs)
        )


def rewound(known: str, found: str | None) -> Refused:
    """The error for a remote whose main does not descend from its former one."""
    now = f"now at {found[:12]}" if found else "now empty"
    return Refused(
        f"the remote was rewound: it was at {known[:12]} and is {now}",
        hint="`memsync sync --accept-rewind` restores the newer state from here",
        word="remote-rewound",
    )


def check_onward(
    mirror: Mirror, known: str | None, tip: str | None, now_ms: int
) -> None:
    """Raise `Refused` unless `tip` descends from `known`, the remote's former main.

    A commit that another machine rewrote for a purge counts as the original.
    """
    if known is None or known == tip:
        return
    if tip is None or known not in mirror.commits([known]):
        raise rewound(known, tip)
    if mirror.merge_bases(known, tip) == [known]:
        return
    old, new = _purged_alike(mirror, known, tip, now_ms)
    if old != new and mirror.merge_bases(old, new) != [old]:
        raise rewound(known, tip)


def _purged_alike(mirror: Mirror, known: str, tip: str, now_ms: int) -> tuple[str, str]:
    """Both commits as they are after the purges of both sides."""
    from memsync.sync.mirror.rewrite import rewriting

    lineage = Lineage(mirror, now_ms)
    sides = {oid for oid in (known, tip, mirror.tip()) if oid}
    every = [lines_of(lineage.tree(oid), lineage.read) for oid in sides]
    lines = frozenset().union(*every)
    if all(each == lines for each in every):
        raise rewound(known, tip)
    made = rewriting(mirror, lines)
    return made.commit(known), made.commit(tip)
