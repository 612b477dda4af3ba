"""A whole round of sync, from the memory folder to the remote and back.

The order is what keeps every version: commit before anything comes in, publish
before anything is changed here, and move the base last.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memsync import lock
from memsync.errors import Locked, Unreachable
from memsync.sync import between, guards, local, snapshot, stat_cache
from memsync.sync import state as states
from memsync.sync.exchange import Exchange, Exchanged
from memsync.sync.folder_plan import Write, plan_folder
from memsync.sync.guards import NOTHING_ALLOWED, Allowed
from memsync.sync.layout import INDEX_NAME, USER, VAULT_FILE, Kind, note_path, place
from memsync.sync.lineage import Lineage
from memsync.sync.result import Result
from memsync.sync.state import Base, Hold, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.clock import Now
    from memsync.memory.store import MemoryFolder
    from memsync.sync.apply import Applied
    from memsync.sync.effects import Effects
    from memsync.sync.layout import Tree
    from memsync.sync.local import Local, Who
    from memsync.sync.snapshot import Rules, Snapshot
    from memsync.sync.state import Vault

_MEMORY_WAIT = 30.0
_HOOK_WAIT = 0.5


@dataclass(frozen=True, slots=True)
class Desk:
    """What a round works on. Build it with `memsync.sync.desk.open_desk`."""

    vault: Vault
    memory: MemoryFolder
    who: Who
    now: Now
    rules: Callable[[State], Rules]
    effects: Callable[[], Effects]
    """Opens the mirror; called by the holder of the round's lock."""
    remote: bool
    """There is one: else the mirror is all there is."""
    idle_word: str
    """See `memsync.sync.idle.word`."""
    budget: float
    """Seconds to keep trying to push."""
    wait: float
    """Seconds to wait for another round."""
    allowed: Allowed = NOTHING_ALLOWED
    restore: bool = False
    """Forget what the folder held, so that nothing missing counts as deleted."""
    detach: bool = False
    """Stop where the network begins; the caller starts a child for the rest."""


def run(desk: Desk) -> Result:
    """Run one round.

    What the remote refused or did not answer is the result's `trouble`, since
    the work is saved. Raises `Refused` (a guard, a hostile remote), `Locked`,
    `Broken` and `OSError`; nothing was half done then.
    """
    try:
        with lock.hold(
            desk.vault.lock, what="sync", wait=_HOOK_WAIT if desk.detach else desk.wait
        ):
            return _Round(desk).run()
    except Locked:
        # A round is at work, perhaps on the network: a hook does not wait for it.
        if not desk.detach:
            raise
        return Result(queued=True, detach=True)


class _Round:
    """One round, while it runs."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.effects = desk.effects()
        self.mirror = self.effects.mirror
        self.state = states.load(desk.vault)
        if desk.restore:
            self.state = replace(self.state, base=None)
        self.lineage = Lineage(
            self.mirror, desk.who.now_ms, (self.mirror.tip(), self.mirror.agreed())
        )
        self.result = Result()

    def run(self) -> Result:
        """See `run`."""
        cache = stat_cache.load(self.desk.vault.stat_file)
        found = self._look(cache)
        before = self.mirror.tip()
        self._let_known_pass(found, before)
        self._hold(found)
        if self._nothing_new(found, cache, before):
            return self._finish_idle(found, before)
        here = local.save(
            found,
            self._shelf(),
            self.state,
            self.mirror,
            self.lineage,
            self.desk.who,
            self.desk.allowed,
        )
        self._move_base(here.tip, here.seen, here.tree)
        self.state = replace(self.state, clock=here.clock or self.state.clock)
        self.result.merged = here.outcomes
        if self.desk.detach and self.desk.remote:
            return self._stop_here(here, before)
        try:
            agreed = self._exchange(here, before)
        except Unreachable as trouble:
            self.result.trouble = trouble
            return self._stop_here(here, before)
        return self._bring_home(here, agreed, found, before)

    def _look(self, cache: stat_cache.StatCache) -> Snapshot:
        desk = self.desk
        with lock.hold(desk.memory.lock, what="sync", wait=_MEMORY_WAIT):
            found = snapshot.take(
                desk.memory.folder,
                desk.memory.archive,
                cache,
                desk.rules(self.state),
                desk.who.now_ms * 1_000_000,
                self._synced,
            )
            if found.litter:
                self.effects.sweep(desk.memory, desk.now)
            return found

    def _synced(self) -> set[str]:
        tip = self.mirror.tip()
        return guards.names(self.lineage.tree(tip)) if tip else set()

    def _shelf(self) -> local.Shelf:
        rules = self.desk.rules(self.state)
        return local.Shelf(
            self.desk.memory.folder,
            self.desk.memory.archive,
            lambda name, data: snapshot.may_leave(name, data, rules),
        )

    def _let_known_pass(self, found: Snapshot, tip: str | None) -> None:
        """A note that everybody has as it is here need not be held back any more."""
        doubtful = [
            (name, path)
            for name, kept in found.kept.items()
            for path in [f"{name}.md"]
            if kept.reason and path in found.disk
        ]
        tree = self.lineage.tree(tip) if tip and doubtful else {}
        for name, path in doubtful:
            item = tree.get(f"{USER}/{path}")
            if item is not None and item.oid == found.disk[path]:
                found.sent[f"{USER}/{path}"] = item.oid
                del found.kept[name]

    def _hold(self, found: Snapshot) -> None:
        held: dict[str, Hold] = {}
        for name, kept in found.kept.items():
            old = self.state.held.get(name)
            if kept.reason:
                same = old is not None and old.reason == kept.reason
                held[name] = (
                    old if old and same else Hold(kept.reason, self._timestamp())
                )
        self.state = replace(self.state, held=held)
        self.result.held = held
        self.result.left = sorted(place(path).name for path in found.busy)

    def _timestamp(self) -> str:
        return self.desk.now.utc.strftime("%Y-%m-%dT%H:%M:%SZ")

    def _nothing_new(
        self, found: Snapshot, cache: stat_cache.StatCache, tip: str | None
    ) -> bool:
        base = self.state.base
        kept = {note_path(USER, name) for name in found.kept}
        if (
            base is None
            or not base.commit == cache.commit == tip
            or not found.unchanged
            or found.busy
            or found.replaced
            or not base.left.keys() <= kept
        ):
            return False
        if not self.desk.remote:
            return True
        if self.mirror.agreed() != tip:
            return False
        try:
            return self.mirror.remote_tip() == tip
        except Unreachable as trouble:
            self.result.trouble = trouble
            return True

    def _finish_idle(self, found: Snapshot, tip: str | None) -> Result:
        self.result.head = tip
        if tip and self.result.trouble is None:
            self._cache(found.cache, tip)
            self.state = replace(self.state, last_success=self._timestamp())
            self.effects.remember(self.state)
        return self.result

    def _cache(self, cache: stat_cache.StatCache, tip: str) -> None:
        """Keep what was seen of a folder that holds just what `tip` says."""
        idle = "" if self.state.held else self.desk.idle_word
        self.effects.cache(cache._replace(commit=tip, idle=idle))

    def _move_base(self, tip: str | None, seen: Tree, tree: Tree) -> None:
        """Say what the folder holds: `tip`, but for what it still has of its own."""
        if tip is None:
            return
        left: dict[str, str | None] = {}
        if seen is tree:  # nothing came in and nothing is held
            self.state = replace(self.state, base=Base(tip, left))
            return
        left = {
            path: seen[path].oid if path in seen else None
            for path in seen.keys() | tree.keys()
            if seen.get(path) != tree.get(path) and local.scanned(path)
        }
        self.state = replace(self.state, base=Base(tip, left))

    def _stop_here(self, here: Local, before: str | None) -> Result:
        """End with the work saved and waiting for the remote."""
        waiting = here.tip != self.mirror.agreed()
        since = self.state.queued_since or self._timestamp()
        self.state = replace(self.state, queued_since=since if waiting else None)
        self.effects.remember(self.state)
        self.result.head = here.tip
        self.result.queued = waiting
        self.result.changed = here.tip != before
        self.result.detach = self.desk.detach and self.result.trouble is None
        return self.result

    def _exchange(self, here: Local, before: str | None) -> Exchanged:
        if not self.desk.remote:
            old = self.lineage.tree(before) if before else {}
            return Exchanged(here.tip, old, published=here.tip != before)
        desk = self.desk
        talk = Exchange(
            self.mirror, self.lineage, desk.who, desk.allowed, self.state.vault
        )
        return talk.run(here, desk.budget)

    def _bring_home(
        self, here: Local, agreed: Exchanged, found: Snapshot, before: str | None
    ) -> Result:
        tip = agreed.tip
        tree = self.lineage.tree(tip) if tip else {}
        if tip and (tip != here.tip or self.desk.remote):
            self._advance(tip, here.tip)
        self.result.merged += agreed.outcomes
        applied = self._apply(here, tree, tip)
        if tip:
            self._remember_folder(here, tree, tip, found, applied)
        clock = self.state.clock
        if tip and tip != here.tip:
            clock = max(filter(None, (clock, self.lineage.clock_of(tip))))
        self.state = replace(
            self.state,
            clock=clock,
            vault=self._vault(tip, before),
            last_success=self._timestamp(),
            queued_since=None,
        )
        self.effects.remember(self.state)
        self.mirror.tidy()
        result = self.result
        result.head = tip
        if agreed.published:
            result.sent = _differing(agreed.theirs, tree)
        result.changed = bool(
            tip != before or agreed.published or (applied and applied.names)
        )
        return result

    def _vault(self, tip: str | None, before: str | None) -> str | None:
        """The vault agreed on, read where it may be another than before."""
        known = self.state.vault
        if tip is None or not self.desk.remote:
            return known
        if known and before and self.mirror.agreed() == tip:
            old = self.lineage.tree(before).get(VAULT_FILE)
            if old == self.lineage.tree(tip).get(VAULT_FILE):
                return known
        vault = self.lineage.vault(tip)
        return vault.vault if vault else known

    def _advance(self, tip: str, expected: str | None) -> None:
        agreed = tip if self.desk.remote else None
        if tip != expected or agreed != self.mirror.agreed():
            self.mirror.advance(tip, expected, agreed)

    def _apply(self, here: Local, tree: Tree, tip: str | None) -> Applied | None:
        if tree is here.seen:
            return None
        held = {path.removeprefix(f"{USER}/") for path in here.passed_over}
        plan = plan_folder(USER, here.seen, tree, here.disk, held)
        if not plan.actions:
            return None
        # What stands here now is the journal of what follows.
        self._move_base(tip, here.seen, tree)
        self.effects.remember(self.state)
        self.lineage.prefetch(
            action.oid for action in plan.actions if isinstance(action, Write)
        )
        from memsync.sync.apply import Applier

        applier = Applier(
            self.desk.memory,
            self.lineage.read,
            self.desk.now,
            {outcome.name for outcome in self.result.merged},
            here.entries_kept,
        )
        with lock.hold(self.desk.memory.lock, what="sync", wait=_MEMORY_WAIT):
            applied = self.effects.apply(applier, plan.actions)
        self.result.received = sorted(set(applied.names) - {INDEX_NAME})
        self.result.archived = applied.archived
        self.result.left += [path.removesuffix(".md") for path in applied.left]
        return applied

    def _remember_folder(
        self,
        here: Local,
        tree: Tree,
        tip: str,
        found: Snapshot,
        applied: Applied | None,
    ) -> None:
        left = {f"{USER}/{path}" for path in applied.left} if applied else set()
        still = left | here.passed_over
        shown = {p: item for p, item in tree.items() if p not in still} | {
            path: here.seen[path] for path in still if path in here.seen
        }
        self._move_base(tip, shown, tree)
        if applied:
            listed = between.with_stored(found.cache.archive, applied.archived)
            found = self._look(found.cache._replace(archive=listed))
            # What else came into the archive meanwhile is for the next round.
            found.cache = found.cache._replace(archive=listed)
        wrong = {
            path
            for path, oid in found.sent.items()
            if path not in tree or tree[path].oid != oid
        }
        wrong |= {p for p in tree.keys() - found.sent.keys() if local.scanned(p)}
        # What was held may be free by now: the note that it collided with is gone.
        wrong -= still - found.sent.keys()
        if here.entries_kept and not applied:
            # What is sent of the memory index is not what stands here.
            wrong.discard(note_path(USER, INDEX_NAME))
        whole = not wrong and not left and not found.busy
        if whole:
            self._cache(found.cache, tip)
        else:
            self.effects.cache(found.cache._replace(commit="", idle=""))


def _differing(before: Tree, after: Tree) -> list[str]:
    """The notes and logs of the user memory that differ, sorted."""
    return sorted(
        _names(p for p in before.keys() | after.keys() if before.get(p) != after.get(p))
    )


def _names(paths: Iterable[str]) -> set[str]:
    return {
        found.name
        for path in paths
        for found in [place(path)]
        if found.home == USER and found.kind in (Kind.NOTE, Kind.LOG)
    }
