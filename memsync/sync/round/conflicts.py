"""Finds the conflicts of this machine's edits in the merges that a round received.

The machine that merges knows what lost; the other machines only receive the merge. So
both read it from the merge commits: the versions that a merge archived, and the notes
that it kept although one side had deleted them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Broken, Refused
from memsync.memory.archive.archive import Archive
from memsync.sync.state.result import Conflict
from memsync.sync.tree.clock import NO_MACHINE
from memsync.sync.tree.layout import Kind, label, note_path, place, unlabel, version_at
from memsync.sync.tree.machines import machines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from memsync.memory.archive.version_id import VersionId
    from memsync.sync.folder.snapshot import Home
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.tree.clock import Who
    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.layout import Tree

# The most merges to read: after a long absence only the newest are reported.
_MOST = 20


def conflicts(
    mirror: Mirror, lineage: Lineage, who: Who, tip: str, before: str | None
) -> list[Conflict]:
    """The conflicts of this machine between two mains, by label."""
    walked = mirror.between(tip, [before]) if before else [tip]
    commits = mirror.commits(walked)
    merges = [oid for oid in walked if len(commits[oid].parents) > 1][:_MOST]
    names: dict[str, str] = {}

    def called(machine: str) -> str:
        if machine == who.machine:
            return ""
        if machine == NO_MACHINE:
            return "the repository"
        if not names:
            # Only for a conflict: what a machine is called takes all commits to know.
            every = machines(mirror.commits(mirror.between(tip, [])))
            names.update({each.id: each.name for each in every.values()})
        return names.get(machine) or f"machine {machine}"

    found: dict[str, Conflict] = {}
    for oid in merges:
        try:
            one = _Merge(mirror, lineage, oid, commits[oid])
        except (Refused, Broken):
            continue  # an intermediate state that nobody applies
        for each in one.conflicts(who.machine, called):
            found.setdefault(each.said, each)
    return [found[said] for said in sorted(found)]


def as_stored(found: Iterable[Conflict], homes: Iterable[Home]) -> list[Conflict]:
    """The same, each with its version's id in the local archive.

    A version that was archived here before the merge arrived has another time.
    """
    archives = {
        home.path: Archive(home.memory.archive, private=home.memory.private)
        for home in homes
    }
    stored = []
    for each in found:
        lost = each.version
        home, name = unlabel(each.said)
        archive = archives.get(home)
        known = archive.versions(name) if archive and lost else []
        same = [one.key for one in known if lost and one.digest == lost.digest]
        exact = lost in same or not same
        stored.append(each if exact else each._replace(version=same[0]))
    return stored


class _Merge:
    """One merge commit, its sides, and their merge bases."""

    def __init__(
        self, mirror: Mirror, lineage: Lineage, oid: str, commit: Commit
    ) -> None:
        self._lineage = lineage
        self._parents = commit.parents
        self._tree = lineage.tree(oid)
        self._sides = [lineage.tree(parent) for parent in commit.parents]
        self._bases = list(mirror.merge_bases(*commit.parents[:2]))
        self._base: Tree = lineage.tree(self._bases[0]) if self._bases else {}

    def conflicts(self, own: str, called: Callable[[str], str]) -> Iterator[Conflict]:
        """The conflicts that involve this machine; `called` names a machine."""
        for path, at, version in self._lost():
            kept = self._machine(1 - at, path)
            lost = self._machine(at, path)
            if own in (kept, lost) and kept != lost:
                said = label(path)
                yield Conflict(said, called(kept), called(lost), version)

    def _lost(self) -> Iterator[tuple[str, int, VersionId | None]]:
        """The note, the side that lost, and its version; None for a deletion."""
        one, two = self._sides[:2]
        for path, item in self._tree.items():
            found = place(path)
            if found.kind is Kind.ARCHIVED and path not in one and path not in two:
                live = note_path(found.home, found.name)
                at = [n for n, side in enumerate((one, two)) if side.get(live) == item]
                if len(at) == 1:
                    yield live, at[0], version_at(path, found)
            elif found.kind not in (Kind.NOTE, Kind.LOG):
                continue
            elif (path in one) != (path in two) and path in self._base:
                yield path, int(path in one), None

    def _machine(self, side: int, path: str) -> str:
        """The machine that last changed a path on one side."""
        return self._lineage.clock(self._parents[side], path, self._bases).machine
