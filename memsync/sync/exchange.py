"""The second half of a round: fetch, merge, publish, until the remote has it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused, Unreachable
from memsync.sync import guards
from memsync.sync.commit import commit_bytes, merge_commit_bytes
from memsync.sync.layout import VAULT_FILE

if TYPE_CHECKING:
    from memsync.sync.guards import Allowed
    from memsync.sync.layout import Tree
    from memsync.sync.lineage import Lineage
    from memsync.sync.local import Local, Who
    from memsync.sync.mirror import Mirror
    from memsync.sync.plan import NoteOutcome

_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 5.0
_LEAST_LIMIT = 10.0


class Exchanged(NamedTuple):
    """Where both sides now are."""

    tip: str | None
    """None when neither side has anything."""
    theirs: Tree
    """What the remote held before."""
    published: bool
    """The remote got something."""
    outcomes: tuple[NoteOutcome, ...] = ()


class Exchange:
    """One machine's talk with the remote; build it, then `run`."""

    def __init__(
        self,
        mirror: Mirror,
        lineage: Lineage,
        who: Who,
        allowed: Allowed,
        known_vault: str | None,
    ) -> None:
        self.mirror = mirror
        self.lineage = lineage
        self.who = who
        self.allowed = allowed
        self.known_vault = known_vault

    def run(self, local: Local, budget: float) -> Exchanged:
        """Agree with the remote within `budget` seconds.

        Nothing is forced: when another machine was faster, its work is merged
        and the push tried again. Raises `Unreachable` when that never came to
        an end, or the remote does not answer, `Refused` and `Broken` for what
        came in; nothing but the mirror's objects was changed then.
        """
        deadline = time.monotonic() + budget
        attempt = 0
        while True:
            exchanged = self._merge(local, self.mirror.fetch())
            left = deadline - time.monotonic()
            if not exchanged.published or exchanged.tip is None:
                return exchanged
            if (
                self.mirror.publish(exchanged.tip, max(left, _LEAST_LIMIT))
                and self.mirror.remote_tip() == exchanged.tip
            ):
                return exchanged
            if left <= 0:
                raise Unreachable(
                    f"other machines kept pushing for {budget:g} seconds",
                    hint="the notes are saved here; run `memsync sync` again",
                    word="race",
                )
            self._pause(attempt, left)
            attempt += 1

    def _pause(self, attempt: int, left: float) -> None:
        # Full jitter: ten machines that collide do not collide again.
        import random

        longest = min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE, left)
        time.sleep(random.uniform(0, longest))  # noqa: S311 -- no secret is made of it

    def _merge(self, local: Local, found: str | None) -> Exchanged:
        if found is None:
            self._check_rewind(found)
            return Exchanged(local.tip, {}, local.tip is not None)
        theirs = self.lineage.tree(found)
        if found != self.mirror.agreed() and not self._joins_another(found, theirs):
            self._check_rewind(found)
        if local.tip is None or local.tip == found:
            return self._took(local, found, theirs)
        if found == local.stood_on:
            return Exchanged(local.tip, theirs, published=True)
        tip = self._adopt_vault(local, theirs)
        bases = list(self.lineage.merge_bases(tip, found))
        if bases == [found]:
            return Exchanged(tip, theirs, published=True)
        if bases == [tip]:
            return self._took(local, found, theirs)
        from memsync.sync.bases import merge_commits

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

        Such a remote is no descendant of what it was, which needs no second flag.
        """
        try:
            guards.unrelated(theirs, self.lineage.vault(found), self.known_vault)
        except Refused:
            if not self.allowed.unrelated:
                raise
            return True
        return False

    def _check_rewind(self, found: str | None) -> None:
        known = self.mirror.agreed()
        if known is None or known == found or self.allowed.rewind:
            return
        if found is None or list(self.lineage.merge_bases(known, found)) != [known]:
            raise guards.rewound(known, found)

    def _check_deletes(self, local: Local, target: Tree) -> None:
        if not self.allowed.mass_delete:
            guards.coming_in(local.seen, target)

    def _adopt_vault(self, local: Local, theirs: Tree) -> str:
        """Our tip under the remote's vault id: whoever joins takes the name."""
        assert local.tip is not None  # noqa: S101 -- the caller looked
        vault = theirs.get(VAULT_FILE)
        if vault is None or local.tree.get(VAULT_FILE) == vault:
            return local.tip
        tree = {**local.tree, VAULT_FILE: vault}
        clock = self.lineage.clock_of(local.tip)
        tip = local.tip
        made = self.mirror.save(tree, (), lambda top: commit_bytes(top, [tip], clock))
        self.lineage.learn(made, tree)
        return made
