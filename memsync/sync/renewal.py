"""What waited here while the keys changed is sealed anew before it is sent.

A round saves before it hears of another epoch. Sent as they are, such commits would
be open to a machine that was taken out before they came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sync.commit import rewritten
from memsync.sync.vetting import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.sync.commit import Commit
    from memsync.sync.mirror import Mirror
    from memsync.sync.sealed_reading import Reading
    from memsync.sync.sealed_rings import Rings
    from memsync.sync.sealed_saving import Saving
    from memsync.vault.keyring import Opened


class Renewal:
    """The commits of one round that stand in for others of an earlier epoch."""

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
        """The parents for a merge: each in the newest epoch that any of them has.

        Nothing is made anew that one of `sent` reaches, which the remote has.
        """
        parents = list(given)
        rings = {parent: self._rings.of(parent) for parent in parents}
        newest = max(rings.values(), key=lambda ring: ring.keyring.number)
        epoch = newest.keyring.epoch
        known = [p for p in parents if rings[p].keyring.epoch == epoch]
        for parent in parents:
            if parent not in known:
                self._make_anew(parent, [*known, *sent], newest)
        return [self._made.get(parent, parent) for parent in parents]

    def _make_anew(self, tip: str, known: list[str], ring: Opened) -> None:
        commits = self._reading.commits(self._inner.between(tip, known))
        for oid in in_order({oid: each.parents for oid, each in commits.items()}):
            commit = commits[oid]
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
        """What main has to be before the merge is sent; None to leave it alone.

        Else a round that is killed then would merge the same work twice.
        """
        if main is None:
            return None
        made = self._made.get(self._stands_for.get(main, main))
        return None if made == main else made

    def moved(self, expected: str | None, main: str | None) -> str | None:
        """What a round that expects main at `expected` has to expect by now."""
        if main is not None and self._stands_for.get(main) == expected:
            return main
        return expected


def _standing_on(parents: list[str], commit: Commit) -> Callable[[str], bytes]:
    return lambda tree: rewritten(commit, tree, parents)
