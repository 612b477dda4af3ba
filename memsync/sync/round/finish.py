"""The end of a round: nothing new, work that waits, or both sides agreed.

The folders are updated to what was agreed on, and the base moves last.
"""

from __future__ import annotations

import contextlib
import errno
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.files import lock
from memsync.memory.archive.journal import moment_of
from memsync.sync.folder.archived import with_stored
from memsync.sync.folder.contents import Write, plan_folder, scanned
from memsync.sync.round.arrivals import confirm_or_name
from memsync.sync.round.conflicts import as_stored, conflicts
from memsync.sync.round.exchange import differing
from memsync.sync.round.look import look, unlike
from memsync.sync.round.purging import follow, tell
from memsync.sync.state.last_round import FileChange, LastRound
from memsync.sync.tree.layout import (
    INDEX_NAME,
    MANIFEST_FILE,
    USER,
    Kind,
    label,
    note_path,
    place,
    unlabel,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memsync.files.lock import Held, Memory
    from memsync.sync.folder.apply import Applied, Applier
    from memsync.sync.folder.contents import Action
    from memsync.sync.folder.effects import Effects
    from memsync.sync.folder.snapshot import Home, Snapshot
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.round.context import Look, RoundContext
    from memsync.sync.round.exchange import Exchanged
    from memsync.sync.round.ledger import Ledger
    from memsync.sync.round.pending import PendingPurge
    from memsync.sync.round.save import Local
    from memsync.sync.state.result import Result
    from memsync.sync.tree.layout import Tree

_NOT_WRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS)
# Not edited by people, so `sync undo` leaves them alone.
_LISTS = (Kind.ALLOW, Kind.LINES)


class Ending(NamedTuple):
    """Ends a round. Each method writes the ledger.

    `before` is the mirror's main at the start of the round. All raise `OSError`.
    """

    context: RoundContext
    effects: Effects
    lineage: Lineage
    ledger: Ledger
    result: Result
    pending: PendingPurge | None

    def unchanged(self, looks: Iterable[Look], tip: str | None) -> Result:
        """End a round with nothing new on either side."""
        self.result.head = tip
        if self.result.trouble is not None and self.result.strays:
            self.ledger.write()  # so that nothing is reported twice
        if tip and self.result.trouble is None:
            for each in looks:
                self.ledger.cache(each.home, each.found.cache, tip)
            self.ledger.state = replace(
                self.ledger.state, last_success=self.context.now.timestamp
            )
            self.ledger.write()
        return self.result

    def waiting(self, here: Local, before: str | None) -> Result:
        """End a round whose work is saved and waits for the remote."""
        waiting = here.tip != self.effects.mirror.agreed()
        self.ledger.queue(waiting=waiting)
        self.ledger.write()
        self.result.head = here.tip
        self.result.queued = waiting
        self.result.changed = here.tip != before
        self.result.detach = self.context.detach and self.result.trouble is None
        return self.result

    def agreed(
        self,
        here: Local,
        both: Exchanged,
        looks: Sequence[Look],
        before: str | None,
    ) -> Result:
        """End a round that agreed: update the folders."""
        tip = both.tip
        tree = self.lineage.tree(tip) if tip else {}
        if tip and (tip != here.tip or self.context.remote):
            self._advance(tip, here.tip)
        self.result.merged += both.outcomes
        changed = tip is not None and self.bring_home(here, looks, tip, tree)
        if tip and tip != here.tip:
            own = self.ledger.state.clock
            theirs = self.lineage.clock_of(tip)
            self.ledger.tick(max(own, theirs) if own else theirs)
        vault = self._vault(tip, before)
        self.ledger.state = replace(self.ledger.state, vault=vault)
        self.ledger.succeed()
        self.ledger.write()
        self.effects.mirror.tidy()
        result = self.result
        result.head = tip
        if both.published:
            result.sent = differing(both.theirs, tree)
        result.changed = tip != before or both.published or changed
        result.deleted = [
            said
            for said in sorted({*result.sent, *result.received})
            if note_path(*unlabel(said)) not in tree
        ]
        if tip and tip != before and not self.pending:
            who, mirror = self.context.who, self.effects.mirror
            found = conflicts(mirror, self.lineage, who, tip, before)
            result.conflicts = as_stored(found, self.context.homes)
        return result

    def bring_home(
        self, here: Local, looks: Sequence[Look], tip: str, tree: Tree
    ) -> bool:
        """Update the folders to `tree`, the files of `tip`; whether a note changed."""
        changed = self._bring_home(here, looks, tip, tree)
        if self.pending:
            tell(self.pending, self.result)
            # A memory that was left out still has what was purged.
            if self.result.refused is None:
                follow(self.ledger, self.effects, tree, self.pending)
        return changed

    def _vault(self, tip: str | None, before: str | None) -> str | None:
        """The id of the agreed vault; read only if it may have changed."""
        known = self.ledger.state.vault
        if tip is None or not self.context.remote:
            return known
        if known and before and self.effects.mirror.agreed() == tip:
            old = self.lineage.tree(before).get(MANIFEST_FILE)
            if old == self.lineage.tree(tip).get(MANIFEST_FILE):
                return known
        vault = self.lineage.manifest(tip)
        return vault.vault if vault else known

    def _advance(self, tip: str, expected: str | None) -> None:
        agreed = tip if self.context.remote else None
        if tip != expected or agreed != self.effects.mirror.agreed():
            self.effects.mirror.advance(tip, expected, agreed)

    def _bring_home(
        self, here: Local, looks: Sequence[Look], tip: str, tree: Tree
    ) -> bool:
        """Like `bring_home`, but also for purged notes.

        What another program changed meanwhile stays, for the next round. The ledger
        then says what the folders hold; the caller writes it. Raises `OSError`.
        """
        plans = {} if tree is here.seen else self._plans(here, looks, tree)
        if plans:
            self._note(plans, here, tree)
            # Written first: a journal for what follows.
            self.ledger.move_base(tip, here.seen, tree, here.entries_kept)
            self.effects.begin_bringing(tip)
            self.ledger.write()
            self.lineage.prefetch(
                action.oid
                for actions in plans.values()
                for action in actions
                if isinstance(action, Write)
            )
        done = {
            each.home.path: self._apply(each, plans[each.home.path], here, tree)
            for each in looks
            if each.home.path in plans
        }
        if USER in done:
            # A malformed list of our own was reported when the notes were scanned.
            with contextlib.suppress(Broken):
                self.result.unconfirmed += confirm_or_name(
                    self.context.arrivals, self.lineage, here.seen, tree
                )
        self._settle(here, looks, tip, tree, done)
        return any(applied.names for applied in done.values())

    def _plans(
        self, here: Local, looks: Iterable[Look], tree: Tree
    ) -> dict[str, tuple[Action, ...]]:
        """The actions for each memory that needs any."""
        plans = {}
        for each in looks:
            home = each.home.path
            own = f"{home}/"
            held = {p.removeprefix(own) for p in here.passed_over if p.startswith(own)}
            plan = plan_folder(home, here.seen, tree, each.found.disk, held)
            if plan.actions:
                plans[home] = plan.actions
        return plans

    def _apply(
        self, each: Look, actions: tuple[Action, ...], here: Local, tree: Tree
    ) -> Applied:
        from memsync.sync.folder.apply import Applier

        home, result = each.home, self.result
        applier = Applier(
            home.path,
            home.memory,
            self.lineage.read,
            self.context.now,
            {outcome.name for outcome in result.merged if outcome.home == home.path},
            here.entries_kept[home.path] | each.found.alone(tree),
            remains=self.pending.remains_in(home.path) if self.pending else None,
        )
        with lock.hold_memory(home.memory.lock, what="sync") as held:
            applied = self._applied(home, applier, actions, held)
        said = label(f"{home.path}/")
        names = sorted(set(applied.names) - {INDEX_NAME})
        result.received += [f"{said}{name}" for name in names]
        result.archived += [f"{said}{version}" for version in applied.archived]
        result.left += [f"{said}{path.removesuffix('.md')}" for path in applied.left]
        return applied

    def _applied(
        self,
        home: Home,
        applier: Applier,
        actions: tuple[Action, ...],
        held: Held[Memory],
    ) -> Applied:
        """Change one folder; skip an agent's folder that cannot be written.

        The next round finds what was written until then.
        """
        try:
            return self.effects.apply(applier, actions, held)
        except OSError as error:
            if not home.memory.ending or error.errno not in _NOT_WRITABLE:
                raise
            from memsync.sync.folder.apply import Applied

            self.result.leave_out(Broken.from_os_error(error))
            return Applied(left=[action.path for action in actions])

    def _note(
        self, plans: Mapping[str, Iterable[Action]], here: Local, tree: Tree
    ) -> None:
        """Record for `sync undo` what is about to change, except what a purge removes.

        A purged text must not come back, even if this round could not push and so the
        purge is not complete.
        """
        if self.pending:
            self.effects.forget_rounds()
            return
        changes = {}
        for home, actions in plans.items():
            for action in actions:
                path = f"{home}/{action.path}"
                if scanned(path, plans) and place(path).kind not in _LISTS:
                    before, after = here.seen.get(path), tree.get(path)
                    changes[path.removeprefix(f"{USER}/")] = FileChange(
                        before and before.oid, after and after.oid
                    )
        if changes:
            now = self.context.now
            last = LastRound(now.timestamp, changes, moment_of(now))
            self.effects.note_round(last)

    def _settle(
        self,
        here: Local,
        looks: Iterable[Look],
        tip: str,
        tree: Tree,
        done: Mapping[str, Applied],
    ) -> None:
        """Record in ledger and stat caches what the folders hold now."""
        left = {f"{home}/{path}" for home in done for path in done[home].left}
        still = left | here.passed_over
        shown = tree
        if still:
            own = {path: here.seen[path] for path in still if path in here.seen}
            shown = {p: item for p, item in tree.items() if p not in still} | own
        self.ledger.move_base(tip, shown, tree, here.entries_kept)
        for home, found, _ in looks:
            applied = done.get(home.path)
            now = self._look_again(home, found, applied) if applied else found
            wrong = unlike(now, tree)
            # A held note may be free now: the one it collided with may be gone.
            wrong -= still - now.sent.keys()
            if here.entries_kept[home.path] and not applied:
                # The memory index is sent without the entries of held notes.
                wrong.discard(note_path(home.path, INDEX_NAME))
            # A purge is only complete with the history: the next round checks.
            left_out = applied is not None and bool(applied.left)
            if wrong or now.busy or left_out or self.pending:
                self.ledger.cache_in_doubt(home, now.cache)
            else:
                self.ledger.cache(home, now.cache, tip)

    def _look_again(self, home: Home, found: Snapshot, applied: Applied) -> Snapshot:
        stored = [*applied.archived, *applied.shown]
        listed = with_stored(found.cache.archive, stored)
        before = found.cache._replace(archive=listed)
        state = self.ledger.state
        now = look(self.context, home, self.effects, self.lineage, state, before)
        # Leave what else was archived meanwhile to the next round.
        now.cache = now.cache._replace(archive=listed)
        return now
