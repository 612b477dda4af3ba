"""The last part of a round: the folder gets what was agreed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync import lock
from memsync.sync import between, local
from memsync.sync.folder_plan import Write, plan_folder
from memsync.sync.last_round import Change, LastRound
from memsync.sync.layout import INDEX_NAME, USER, note_path
from memsync.sync.look import MEMORY_WAIT, look

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.sync.apply import Applied
    from memsync.sync.effects import Effects
    from memsync.sync.folder_plan import Action
    from memsync.sync.layout import Tree
    from memsync.sync.ledger import Ledger
    from memsync.sync.lineage import Lineage
    from memsync.sync.local import Local
    from memsync.sync.pending import Pending
    from memsync.sync.result import Result
    from memsync.sync.round import Desk
    from memsync.sync.snapshot import Snapshot


class Homecoming(NamedTuple):
    """What the last part of a round works with."""

    desk: Desk
    effects: Effects
    lineage: Lineage
    ledger: Ledger
    result: Result
    pending: Pending | None = None

    def run(self, here: Local, found: Snapshot, tip: str, tree: Tree) -> bool:
        """Bring the folder to `tree`, the files of `tip`; whether a note changed.

        What another program changed meanwhile stays, for the next round. The
        ledger says what the folder holds then; writing it is the caller's. Raises
        `OSError`.
        """
        applied = self._apply(here, tree, tip)
        self._settle(here, tree, tip, found, applied)
        return bool(applied and applied.names)

    def _apply(self, here: Local, tree: Tree, tip: str) -> Applied | None:
        if tree is here.seen:
            return None
        held = {path.removeprefix(f"{USER}/") for path in here.passed_over}
        plan = plan_folder(USER, here.seen, tree, here.disk, held)
        if not plan.actions:
            return None
        self._note(plan.actions, here, tree)
        # What stands here now is the journal of what follows.
        self.ledger.move_base(tip, here.seen, tree)
        self.ledger.write()
        self.lineage.prefetch(
            action.oid for action in plan.actions if isinstance(action, Write)
        )
        from memsync.sync.apply import Applier

        result = self.result
        applier = Applier(
            self.desk.memory,
            self.lineage.read,
            self.desk.now,
            {outcome.name for outcome in result.merged},
            here.entries_kept,
            remains=self.pending.remains if self.pending else None,
        )
        with lock.hold(self.desk.memory.lock, what="sync", wait=MEMORY_WAIT):
            applied = self.effects.apply(applier, plan.actions)
        result.received = sorted(set(applied.names) - {INDEX_NAME})
        result.archived = applied.archived
        result.left += [path.removesuffix(".md") for path in applied.left]
        return applied

    def _note(self, actions: Iterable[Action], here: Local, tree: Tree) -> None:
        """Keep for `sync undo` what is about to change."""
        changes = {}
        for action in actions:
            path = f"{USER}/{action.path}"
            if local.scanned(path):
                before, after = here.seen.get(path), tree.get(path)
                changes[action.path] = Change(
                    before and before.oid, after and after.oid
                )
        if changes:
            self.effects.note_round(LastRound(self.ledger.timestamp(), changes))

    def _settle(
        self,
        here: Local,
        tree: Tree,
        tip: str,
        found: Snapshot,
        applied: Applied | None,
    ) -> None:
        """Say in ledger and stat cache what the folder holds now."""
        left = {f"{USER}/{path}" for path in applied.left} if applied else set()
        still = left | here.passed_over
        shown = tree
        if still:
            own = {path: here.seen[path] for path in still if path in here.seen}
            shown = {p: item for p, item in tree.items() if p not in still} | own
        self.ledger.move_base(tip, shown, tree)
        if applied:
            listed = between.with_stored(found.cache.archive, applied.archived)
            found = look(
                self.desk,
                self.effects,
                self.lineage,
                self.ledger.state,
                found.cache._replace(archive=listed),
            )
            # What else came into the archive meanwhile is for the next round.
            found.cache = found.cache._replace(archive=listed)
        wrong = _unlike(found, tree)
        # What was held may be free by now: the note that it collided with is gone.
        wrong -= still - found.sent.keys()
        if here.entries_kept and not applied:
            # What is sent of the memory index is not what stands here.
            wrong.discard(note_path(USER, INDEX_NAME))
        # A purge is not done before the history forgets: the next round looks.
        if wrong or left or found.busy or self.pending:
            self.ledger.cache_in_doubt(found.cache)
        else:
            self.ledger.cache(found.cache, tip, self.desk.idle_word)


def _unlike(found: Snapshot, tree: Tree) -> set[str]:
    """The paths at which the folder would send something else than `tree` has."""
    wrong = {
        path
        for path, oid in found.sent.items()
        if path not in tree or tree[path].oid != oid
    }
    return wrong | {p for p in tree.keys() - found.sent.keys() if local.scanned(p)}
