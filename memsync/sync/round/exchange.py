"""The second half of a round: fetch, merge and push, until the remote has it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused, Unreachable
from memsync.sync.mirror.lineage import rewound
from memsync.sync.round import guards
from memsync.sync.round.pending import Learned
from memsync.sync.tree.commit import (
    SAVED,
    commit_bytes,
    merge_commit_bytes,
    saved_by,
)
from memsync.sync.tree.layout import (
    MANIFEST_FILE,
    PURGED_FILE,
    Item,
    Kind,
    blob_id,
    label,
    place,
)
from memsync.sync.tree.manifest import with_our_numbers
from memsync.sync.tree.purged import NOTHING, Lines, Purge, lines_of, render

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from memsync.sync.merge.outcome import NoteOutcome
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.mirror.rewrite import Rewriting
    from memsync.sync.round.guards import Allowed
    from memsync.sync.round.save import Local
    from memsync.sync.tree.clock import Who
    from memsync.sync.tree.layout import Tree

# Seconds: the first pause after another machine pushed first, doubled up to the
# longest.
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 5.0
# Seconds that one call of git gets, however little of the budget is left.
_LEAST_LIMIT = 10.0


class Exchanged(NamedTuple):
    """The state of both sides after the exchange."""

    tip: str | None
    """None if neither side has anything."""
    theirs: Tree
    """The remote's main before."""
    published: bool
    """Whether the remote received something."""
    outcomes: tuple[NoteOutcome, ...] = ()
    over: str | None = None
    """The remote's main, if `tip` purges it and must replace it."""


class Exchange:
    """One machine's exchange with the remote; create it, then call `run`."""

    def __init__(
        self,
        mirror: Mirror,
        lineage: Lineage,
        who: Who,
        allowed: Allowed,
        known_vault: str | None,
        homes: Collection[str],
        learned: Lines = NOTHING,
        came: Callable[[str], None] | None = None,
    ) -> None:
        """`homes` are the memories on this machine.

        `learned` are purges that the remote had before this round began. `came` is
        called with the remote's main, once it is found sound and before any push.
        """
        self.mirror = mirror
        self.lineage = lineage
        self.who = who
        self.allowed = allowed
        self.known_vault = known_vault
        self.homes = homes
        self.learned = learned
        self.came = came

    def run(self, local: Local, budget: float, told: str | None = None) -> Exchanged:
        """Agree with the remote within `budget` seconds.

        `told` is its main, if it was asked a moment ago.

        Never forces: if another machine was faster, merges its work and pushes again.
        Raises `Unreachable` if that does not succeed in time or the remote does not
        answer, `Refused` and `Broken` for what was received, `Learned` for a purge that
        our history has not followed, and what `came` raises; in each case only objects
        were added to the mirror.
        """
        deadline = time.monotonic() + budget
        attempt = 0
        while True:
            found = self.mirror.fetch(told)
            exchanged = self._merge(local, found)
            if found and self.came:
                self.came(found)
            told = None
            left = deadline - time.monotonic()
            if not exchanged.published or exchanged.tip is None:
                return exchanged
            limit = max(left, _LEAST_LIMIT)
            sent = self._push(exchanged.tip, exchanged.over, limit)
            if sent and self.mirror.remote_tip() == exchanged.tip:
                return exchanged
            if left <= 0:
                raise Unreachable(
                    f"other machines kept pushing for {budget:g} seconds",
                    hint="the notes are saved here; run `memsync sync` again",
                    word="race",
                )
            # Two machines that collided must not try again at the same time.
            time.sleep(_pause(attempt, left / budget))
            attempt += 1

    def _push(self, tip: str, over: str | None, limit: float) -> bool:
        if over is None:
            return self.mirror.publish(tip, limit)
        return self.mirror.replace(tip, over, limit)

    def _merge(self, local: Local, found: str | None) -> Exchanged:
        if found is None:
            self._check_rewind(found)
            return Exchanged(local.tip, {}, local.tip is not None)
        theirs = self.lineage.tree(found)
        joins = found != self.mirror.agreed() and self._joins_another(found, theirs)
        if local.tip and self._purged_apart(local, theirs):
            return self._merge_purged(local, local.tip, found, joins=joins)
        if found != self.mirror.agreed() and not joins:
            self._check_rewind(found)
        return self._merge_trees(local, found, theirs)

    def _purged_apart(self, local: Local, theirs: Tree) -> bool:
        """Whether our history, or the remote's that we knew, was purged differently."""
        theirs_item = theirs.get(PURGED_FILE)
        known = self.mirror.agreed()
        trees = [local.tree, self.lineage.tree(known)] if known else [local.tree]
        return any(tree.get(PURGED_FILE) != theirs_item for tree in trees)

    def _merge_purged(
        self, local: Local, tip: str, found: str, *, joins: bool
    ) -> Exchanged:
        """Merge with a history that purged less than ours, or more."""
        own = self.learned | lines_of(local.tree, self.lineage.read)
        said = lines_of(self.lineage.tree(found), self.lineage.read)
        from memsync.sync.mirror.rewrite import Rewriting
        from memsync.sync.tree.purged import Redactor

        redactor = Redactor(Purge(own | said).values)
        rewriting = Rewriting(self.mirror, own | said, redactor)
        target = rewriting.commit(found)
        new = rewriting.found - own
        if not joins:
            self._check_rewind(found, rewriting)
        if said - own:
            if not self.allowed.mass_delete:
                # A memory that was left out of this round counts with its last state.
                known = {**local.tree, **local.seen}
                guards.purged_away(known, rewriting.tree(known), self.homes)
            raise Learned(own | said, self._shared(local, own, target, rewriting))
        if new:
            listed = render(own | new)
            tree = {**local.tree, PURGED_FILE: Item(blob_id(listed))}
            local = replace(local, tip=self._save_on(tip, tree, listed), tree=tree)
        merged = self._merge_trees(local, target, self.lineage.tree(target))
        if target == found:
            return merged
        return merged._replace(published=True, over=found)

    def _shared(
        self, local: Local, own: Lines, target: str, rewriting: Rewriting
    ) -> Tree:
        """The common state of this machine and the remote before the purge."""
        agreed = self.mirror.agreed()
        tree = self.lineage.tree(agreed) if agreed else {}
        if local.tip is None or lines_of(tree, self.lineage.read) <= own:
            return tree
        # They have agreed since: a change of keys is on top of the purged history.
        common = self.mirror.merge_bases(rewriting.commit(local.tip), target)
        before: dict[str, Item] = {}
        for oid in self.mirror.between(local.tip, ()):
            if rewriting.commit(oid) in common:
                before |= self.lineage.tree(oid)
        return before

    def _merge_trees(self, local: Local, found: str, theirs: Tree) -> Exchanged:
        if local.tip is None or local.tip == found:
            return self._took(local, found, theirs)
        if found == local.stood_on:
            return Exchanged(local.tip, theirs, published=True)
        tip = self._adopt_vault(local, local.tip, theirs)
        bases = list(self.lineage.merge_bases(tip, found))
        if bases == [found]:
            return Exchanged(tip, theirs, published=True)
        if bases == [tip]:
            return self._took(local, found, theirs)
        from memsync.sync.merge.bases import merge_commits

        merged = merge_commits(self.lineage, tip, found)
        parents = [(oid, self.lineage.commit(oid)) for oid in (tip, found)]
        made = self.mirror.save(
            merged.tree,
            merged.blobs.values(),
            lambda top: merge_commit_bytes(top, parents, self.who.now_ms),
        )
        self.lineage.learn(made, merged.tree, merged.blobs)
        self._check_deletes(local, merged.tree)
        return Exchanged(made, theirs, published=True, outcomes=merged.outcomes)

    def _took(self, local: Local, found: str, theirs: Tree) -> Exchanged:
        self._check_deletes(local, theirs)
        return Exchanged(found, theirs, published=False)

    def _joins_another(self, found: str, theirs: Tree) -> bool:
        """Whether the remote is an unrelated one, as a person allowed.

        Such a remote descends from nothing known, so it needs no second flag.
        """
        try:
            guards.unrelated(theirs, self.lineage.manifest(found), self.known_vault)
        except Refused:
            if not self.allowed.unrelated:
                raise
            return True
        return False

    def _check_rewind(
        self, found: str | None, rewriting: Rewriting | None = None
    ) -> None:
        """Refuse a remote that has lost anything, except what was purged."""
        known = self.mirror.agreed()
        if known is None or known == found or self.allowed.rewind:
            return
        if found is None:
            raise rewound(known, found)
        old, new = known, found
        if rewriting is not None:
            old, new = rewriting.commit(known), rewriting.commit(found)
        if old != new and list(self.lineage.merge_bases(old, new)) != [old]:
            raise rewound(known, found)

    def _check_deletes(self, local: Local, target: Tree) -> None:
        if not self.allowed.mass_delete:
            for home in local.entries_kept:
                guards.coming_in(local.seen, target, home)

    def _adopt_vault(self, local: Local, tip: str, theirs: Tree) -> str:
        """Our tip with the remote's vault id: the machine that joins takes it over.

        Its format numbers are at most ours, since we are about to merge by them.
        """
        own = local.tree.get(MANIFEST_FILE)
        vault = theirs.get(MANIFEST_FILE) or own
        if vault is None:
            return tip
        data = with_our_numbers(self.lineage.read(vault.oid))
        if own is not None and blob_id(data) == own.oid:
            return tip
        tree = {**local.tree, MANIFEST_FILE: Item(blob_id(data))}
        return self._save_on(tip, tree, data)

    def _save_on(self, tip: str, tree: Tree, data: bytes) -> str:
        clock = self.lineage.clock_of(tip)
        own = clock.machine == self.who.machine
        said = saved_by(self.who.name) if own else SAVED
        made = self.mirror.save(
            tree, [data], lambda top: commit_bytes(top, [tip], clock, said)
        )
        self.lineage.learn(made, tree, {blob_id(data): data})
        return made


def longest_pause(attempt: int, left: float) -> float:
    """The seconds that a machine which was overtaken pauses at most.

    `left` is the part of its budget that is left. A machine that has waited longer
    pauses less: else the same machines lose again and again to later ones. Of ten
    simulated machines at once, the last was through after 34.6 seconds instead of 37.4.
    """
    return min(_FIRST_PAUSE * 2.0 ** min(attempt, 10), _LONGEST_PAUSE) * left**2


def _pause(attempt: int, left: float) -> float:
    # Full jitter, so that machines which collided do not collide again.
    import random

    return random.uniform(0, longest_pause(attempt, left))  # noqa: S311 -- no secret is made of it


def differing(before: Tree, after: Tree) -> list[str]:
    """The notes and logs that differ, by label, sorted."""
    return sorted(
        label(path)
        for path in before.keys() | after.keys()
        if before.get(path) != after.get(path)
        and place(path).kind in (Kind.NOTE, Kind.LOG)
    )
