"""Encrypts queued work again, if the keys have changed since it was saved.

A round saves before it hears of a new epoch. If such commits were sent as they are, a
machine that was revoked in the meantime could read them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sync.sealed.format import stamp_of
from memsync.sync.sealed.vetting import in_order
from memsync.sync.tree.commit import rewritten
from memsync.vault.stamp import epoch_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.holder import Rings
    from memsync.sync.sealed.reading import Reading
    from memsync.sync.sealed.saving import Saving
    from memsync.sync.tree.commit import Commit
    from memsync.vault.keyring import Opened


class Renewal:
    """The commits of one round that replace those of an earlier epoch."""

    def __init__(
        self, inner: Mirror, rings: Rings, reading: Reading, saving: Saving
    ) -> None:
        self._inner = inner
        self._rings = rings
        self._reading = reading
        self._saving = saving
        self._made: dict[str, str] = {}
        self._stands_for: dict[str, str] = {}

    def parents(self, given: Iterable[str], sent: Iterable[str]) -> list[str]:
        """The parents for a merge, with all unsent commits in the newest epoch.

        `sent` are commits that the remote has, with all their ancestors.
        """
        parents, known = list(given), list(sent)
        rings = [self._rings.of(parent) for parent in parents]
        ring = max(rings, key=lambda each: each.keyring.number)
        if ring.keyring.epoch > 1:
            unsent = {oid for p in parents for oid in self._inner.between(p, known)}
            self._make_anew(unsent, ring, known)
        return [self._made.get(parent, parent) for parent in parents]

    def _make_anew(self, unsent: Iterable[str], ring: Opened, known: list[str]) -> None:
        sealed = self._inner.commits(unsent)
        old = {
            oid
            for oid, commit in sealed.items()
            if epoch_of(stamp_of(commit) or b"") < ring.keyring.epoch
        }
        if not old:
            return
        commits = self._reading.commits(unsent)
        for oid in in_order({oid: each.parents for oid, each in commits.items()}):
            commit = commits[oid]
            if oid not in old and not set(commit.parents) & self._made.keys():
                continue
            parents = [self._made.get(parent, parent) for parent in commit.parents]
            made = self._saving.save_under(
                ring,
                self._reading.tree(oid),
                {},
                _standing_on(parents, commit),
                [*parents, *known],
            )
            self._made[oid] = made
            self._stands_for[made] = self._stands_for.get(oid, oid)

    def instead_of(self, main: str | None) -> str | None:
        """What main must become before the merge is pushed; None to leave it.

        Otherwise, after a kill at that point, the same work would be merged twice.
        """
        if main is None:
            return None
        made = self._made.get(self._stands_for.get(main, main))
        return None if made == main else made

    def moved(self, expected: str | None, main: str | None) -> str | None:
        """What a round that expects main at `expected` must expect now."""
        if main is not None and self._stands_for.get(main) == expected:
            return main
        return expected


def _standing_on(parents: list[str], commit: Commit) -> Callable[[str], bytes]:
    return lambda tree: rewritten(commit, tree, parents)
