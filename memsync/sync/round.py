"""A whole round of sync, from the memory folder to the remote and back.

The order is what keeps every version: commit before anything comes in, publish
before anything is changed here, and move the base last.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memsync import lock
from memsync.errors import Locked, Unreachable
from memsync.sync import local, stat_cache
from memsync.sync import state as states
from memsync.sync.exchange import Exchange, Exchanged
from memsync.sync.guards import NOTHING_ALLOWED, Allowed
from memsync.sync.homecoming import Homecoming
from memsync.sync.layout import (
    INDEX_NAME,
    PURGED_FILE,
    USER,
    VAULT_FILE,
    Kind,
    note_path,
    place,
)
from memsync.sync.ledger import Ledger
from memsync.sync.lineage import Lineage
from memsync.sync.look import MEMORY_WAIT, let_known_pass, look, shelf
from memsync.sync.pending import Learned, bar, pending, still_barred
from memsync.sync.purged import NOTHING, Purge
from memsync.sync.result import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.clock import Now
    from memsync.memory.archive import Retention
    from memsync.memory.store import MemoryFolder
    from memsync.sync.effects import Effects
    from memsync.sync.layout import Tree
    from memsync.sync.local import Local, Who
    from memsync.sync.pending import Pending
    from memsync.sync.snapshot import Rules, Snapshot
    from memsync.sync.state import State, Vault

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
    retention: Retention | None = None
    """Which versions the archive in the tree keeps; None for all."""
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

    def __init__(self, desk: Desk, learned: Learned | None = None) -> None:
        """`learned` is what the remote has purged, when a first try found that."""
        self.desk = desk
        self.learned = learned
        self.effects = desk.effects()
        self.mirror = self.effects.mirror
        state = states.load(desk.vault)
        if desk.restore:
            state = replace(state, base=None)
        self.ledger = Ledger(state, self.effects, desk.now)
        self.lineage = Lineage(
            self.mirror, desk.who.now_ms, (self.mirror.tip(), self.mirror.agreed())
        )
        self.result = Result()
        self.pending = pending(state, self.mirror, self.lineage, learned)

    def run(self) -> Result:
        """See `run`."""
        desk, ledger = self.desk, self.ledger
        cache = stat_cache.load(desk.vault.stat_file)
        if self.pending:
            self._prepare_purge(self.pending)
        found = look(desk, self.effects, self.lineage, ledger.state, cache)
        before = self.mirror.tip()
        let_known_pass(found, self.lineage, before)
        if self.pending:
            self._bar(self.pending, found)
        ledger.state = still_barred(ledger.state, found)
        ledger.hold(found)
        self.result.held = ledger.state.held
        self.result.left = sorted(place(path).name for path in found.busy)
        if self._nothing_new(found, cache, before):
            return self._finish_idle(found, before)
        here = local.save(
            found,
            shelf(desk, ledger.state),
            ledger.state,
            self.mirror,
            self.lineage,
            desk.who,
            desk.allowed,
        )
        ledger.move_base(here.tip, here.seen, here.tree)
        ledger.tick(here.clock)
        self.result.merged = here.outcomes
        if desk.detach and desk.remote:
            return self._stop_here(here, before)
        try:
            agreed = self._exchange(here, before)
        except Unreachable as trouble:
            self.result.trouble = trouble
            if self.pending and here.tip:
                # What was purged here goes here, whoever hears of it later.
                self._home().run(here, found, here.tip, here.tree)
                self._finish_purge(here.tree)
            return self._stop_here(here, before)
        except Learned as learned:
            return self._again(learned, here.tip)
        return self._bring_home(here, agreed, found, before)

    def _prepare_purge(self, waiting: Pending) -> None:
        """Take what was purged out of the archive, and values out of the files."""

        def remains(name: str, data: bytes) -> bytes | None:
            # A note that goes is the plan's to remove: it may hold an unsent edit.
            live = waiting.purge.drops(USER, name)
            return data if live else waiting.remains(name, data)

        memory = self.desk.memory
        with lock.hold(memory.lock, what="sync", wait=MEMORY_WAIT):
            self.effects.purge(memory, remains, waiting.remains, waiting.before)

    def _bar(self, waiting: Pending, found: Snapshot) -> None:
        """Keep unsent edits of purged notes here, and send none of them."""
        state = self.ledger.state
        applied = local.applied_tree(state, self.mirror.tip(), self.lineage)
        new = waiting.bars(found, applied) - state.barred
        released = {n: oid for n, oid in state.released.items() if n not in new}
        state = replace(state, barred=state.barred | new, released=released)
        self.ledger.state = state
        bar(found, new, state)

    def _again(self, learned: Learned, tip: str | None) -> Result:
        """Begin anew, with our own history purged as the remote's is."""
        if tip is not None:
            from memsync.sync.redact import Redactor
            from memsync.sync.rewrite import Rewriting

            redactor = Redactor(Purge(learned.lines).values)
            made = Rewriting(self.mirror, learned.lines, redactor).commit(tip)
            if made != tip:
                self.mirror.advance(made, tip)
        if self.learned is not None:
            learned = Learned(learned.lines, self.learned.shared)
        return _Round(self.desk, learned).run()

    def _finish_purge(self, tree: Tree) -> None:
        """Let the mirror forget, and then say that the purge was followed."""
        if self.pending is None or PURGED_FILE not in tree:
            return
        self.ledger.write()
        self.mirror.tidy(forget=True)
        self.effects.forget_round()
        done = tree[PURGED_FILE].oid
        self.ledger.state = replace(self.ledger.state, purged=done)

    def _home(self) -> Homecoming:
        return Homecoming(
            self.desk,
            self.effects,
            self.lineage,
            self.ledger,
            self.result,
            self.pending,
        )

    def _nothing_new(
        self, found: Snapshot, cache: stat_cache.StatCache, tip: str | None
    ) -> bool:
        base = self.ledger.state.base
        kept = {note_path(USER, name) for name in found.kept}
        if (
            base is None
            or tip is None
            or not base.commit == cache.commit == tip
            or not found.unchanged
            or found.busy
            or found.replaced
            or self.pending
            or not base.left.keys() <= kept
            or not self._has_all(tip, found)
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

    def _has_all(self, tip: str, found: Snapshot) -> bool:
        """Whether a commit holds what is to be sent: a note may be let go by now."""
        tree = self.lineage.tree(tip)
        # What is sent of the memory index is not always what stands here.
        index = note_path(USER, INDEX_NAME)
        return all(
            path == index or (path in tree and tree[path].oid == oid)
            for path, oid in found.sent.items()
        )

    def _finish_idle(self, found: Snapshot, tip: str | None) -> Result:
        self.result.head = tip
        if tip and self.result.trouble is None:
            self.ledger.cache(found.cache, tip, self.desk.idle_word)
            self.ledger.state = replace(
                self.ledger.state, last_success=self.ledger.timestamp()
            )
            self.ledger.write()
        return self.result

    def _stop_here(self, here: Local, before: str | None) -> Result:
        """End with the work saved and waiting for the remote."""
        waiting = here.tip != self.mirror.agreed()
        self.ledger.queue(waiting=waiting)
        self.ledger.write()
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
            self.mirror,
            self.lineage,
            desk.who,
            desk.allowed,
            self.ledger.state.vault,
            self.learned.lines if self.learned else NOTHING,
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
        changed = False
        if tip:
            changed = self._home().run(here, found, tip, tree)
            self._finish_purge(tree)
        if tip and tip != here.tip:
            own = self.ledger.state.clock
            theirs = self.lineage.clock_of(tip)
            self.ledger.tick(max(own, theirs) if own else theirs)
        vault = self._vault(tip, before)
        self.ledger.state = replace(self.ledger.state, vault=vault)
        self.ledger.succeed()
        self.ledger.write()
        self.mirror.tidy()
        result = self.result
        result.head = tip
        if agreed.published:
            result.sent = _differing(agreed.theirs, tree)
        result.changed = tip != before or agreed.published or changed
        return result

    def _vault(self, tip: str | None, before: str | None) -> str | None:
        """The vault agreed on, read where it may be another than before."""
        known = self.ledger.state.vault
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
