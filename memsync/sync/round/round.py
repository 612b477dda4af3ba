"""A whole round of sync, from the memory folder to the remote and back.

The order keeps every version: commit before anything is received, push before anything
is changed here. The base moves with main to what was saved, and in the end to what both
sides agreed on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memsync.errors import Broken, Locked, Refused, Unreachable
from memsync.files import lock
from memsync.sync.folder import stat_cache
from memsync.sync.mirror.lineage import Lineage
from memsync.sync.mirror.rewrite import rewriting
from memsync.sync.round import save, steps
from memsync.sync.round.context import Look, RoundContext
from memsync.sync.round.exchange import Exchange, Exchanged
from memsync.sync.round.finish import Ending
from memsync.sync.round.guards import MassDelete
from memsync.sync.round.incoming import Answer, answering, check
from memsync.sync.round.ledger import Ledger, state_for
from memsync.sync.round.look import is_as_before, let_known_pass, look, source_of
from memsync.sync.round.pending import Learned, pending
from memsync.sync.round.purging import bar_edits, clear, still_barred
from memsync.sync.state.result import Result
from memsync.sync.state.rounds import RoundEntry, entry_of, is_worth_noting
from memsync.sync.tree.layout import USER, label, unlabel
from memsync.sync.tree.purged import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.files.lock import Held, Round
    from memsync.sync.folder.snapshot import Home
    from memsync.sync.round.pending import PendingPurge
    from memsync.sync.round.save import Local, TakenOut

_HOOK_WAIT = 0.5


def run(context: RoundContext) -> Result:
    """Run one round.

    If the remote refuses or does not answer, the result's `trouble` says so: the work
    is saved. Raises `Refused` (a guard, a hostile remote), `Locked`, `Broken` and
    `OSError`; in each case nothing is half done.
    """
    try:
        with lock.hold_round(
            context.state_folder.lock,
            what="sync",
            wait=_HOOK_WAIT if context.detach else context.wait,
        ) as held:
            return _run_noted(context, held)
    except Locked:
        # Another round is running, perhaps on the network: a hook does not wait for it.
        if not context.detach:
            raise
        return Result(queued=True, detach=True)


def _run_noted(context: RoundContext, held: Held[Round]) -> Result:
    """A whole round, and a line in the log if it did more than send."""
    one = _Round(context, held)
    before = one.ledger.state.held.keys()
    stamp = context.now.timestamp
    try:
        result = one.run()
    except (Refused, Broken) as error:
        one.effects.note(RoundEntry(stamp, error=(error.word, error.message)))
        raise
    entry = entry_of(result, context.now)
    held_others = result.held.keys() != before
    if held_others or is_worth_noting(entry, context.state_folder.diary_file):
        one.effects.note(entry)
    return result


class _Round:
    """One round, while it runs."""

    def __init__(
        self,
        context: RoundContext,
        held: Held[Round],
        learned: Learned | None = None,
        answer: Answer | None = None,
    ) -> None:
        """`learned` is what the remote has purged, if a first try found that.

        `answer` is what its save must answer, if a first try found that.
        """
        self.context = context
        self.held = held
        self.learned = learned
        self.effects = context.effects(held)
        self.mirror = self.effects.mirror
        self.answers = answer is not None
        state = state_for(context, self.effects, answer.after if answer else None)
        self.ledger = Ledger(state, self.effects, context.now)
        self.lineage = Lineage(
            self.mirror, context.who.now_ms, (self.mirror.tip(), self.mirror.agreed())
        )
        self.result = Result(warnings=list(context.warnings))
        self.pending: PendingPurge | None = None
        self.purged: TakenOut | None = None
        self.told = context.told

    def run(self) -> Result:
        """See `run`."""
        context, ledger = self.context, self.ledger
        context.step(steps.READING)
        self.pending = pending(
            *(ledger.state, self.mirror, self.lineage, self.learned),
            [home.path for home in context.homes],
        )
        if self.pending:
            clear(self.pending, context.homes, self.effects)
        looks = [each for home in context.homes if (each := self._try_look(home))]
        before = self.mirror.tip()
        for each in looks:
            let_known_pass(each.found, self.lineage, before)
        if self.pending:
            self._bar_edits(self.pending, looks)
        ledger.state = still_barred(ledger.state, [each.found for each in looks])
        ledger.hold(each.found for each in looks)
        self.result.strays = ledger.note_strays(each.found for each in looks)
        self.result.held = ledger.state.held
        self.result.left = sorted(label(p) for each in looks for p in each.found.busy)
        if self._nothing_new(looks, before):
            return self._ending().unchanged(looks, before)
        context.step(steps.SAVING)
        here, looks = self._save(looks)
        ledger.put_on_main(here, before)
        self._has_said(here)
        self.result.merged = here.outcomes
        self._name_released(here, before)
        if context.detach and context.remote:
            return self._ending().waiting(here, before)
        try:
            here, agreed, looks = self._agree(here, looks, before)
        except Unreachable as trouble:
            self.result.trouble = trouble
            if self.pending and here.tip:
                # A purge made here is done here now, even if others hear of it later.
                self._ending().bring_home(here, looks, here.tip, here.tree)
                return self._ending().waiting(here, before)
            self._keep_queued(looks)
            result = self._ending().waiting(here, before)
            for each in looks:
                ledger.cache_in_doubt(each.home, each.found.cache)
            return result
        except (Learned, Answer) as news:
            return self._again(news, here.tip)
        context.step(steps.CHANGING)
        return self._ending().agreed(here, agreed, looks, before)

    def _bar_edits(self, pending: PendingPurge, looks: Sequence[Look]) -> None:
        args = (looks, self.ledger, self.lineage, self.mirror)
        self.purged = bar_edits(pending, *args)
        if self.purged.going:
            # A look archives what seems to be held, and some of that goes.
            clear(pending, self.context.homes, self.effects)

    def _keep_queued(self, looks: Iterable[Look]) -> None:
        for home, found, _ in looks:
            with lock.hold_memory(home.memory.lock, what="sync") as held:
                self.effects.keep_queued(home.memory, found, self.context.now, held)

    def _name_released(self, here: Local, before: str | None) -> None:
        """Warn of a released text that left its note: the history still has it."""
        state = self.ledger.state
        was = self.lineage.tree(before) if before and state.released else {}
        for said in self.ledger.drop_released(was, here.tree):
            message = f"'{said}' was released, and the history still has its old text"
            hint = f"`memsync purge {unlabel(said)[1]}` removes it everywhere"
            self.result.warnings.append((message, hint))

    def _save(self, looks: list[Look]) -> tuple[Local, list[Look]]:
        """Commit the folders; also returns which of them took part."""
        context, state = self.context, self.ledger.state
        while True:
            seen = [
                (each.found, source_of(context, each.home, state)) for each in looks
            ]
            try:
                here = save.save(
                    seen,
                    state,
                    self.mirror,
                    self.lineage,
                    context.who,
                    context.allowed,
                    self.purged,
                    self.context.must_say,
                )
            except MassDelete as refusal:
                looks = self._leave_out(refusal, looks)
                continue
            return here, looks

    def _agree(
        self, here: Local, looks: list[Look], before: str | None
    ) -> tuple[Local, Exchanged, list[Look]]:
        """Agree with the remote; also returns which memories take part."""
        while True:
            try:
                return here, self._exchange(here, before), looks
            except MassDelete as refusal:
                looks = self._leave_out(refusal, looks)
                kept = {h: k for h, k in here.entries_kept.items() if h != refusal.home}
                here = replace(here, entries_kept=kept)

    def _leave_out(self, refusal: MassDelete, looks: list[Look]) -> list[Look]:
        """Leave one repository's memory out; the others need not wait for it."""
        if refusal.home == USER:
            raise refusal
        self.result.leave_out(refusal)
        return [each for each in looks if each.home.path != refusal.home]

    def _again(self, news: Learned | Answer, tip: str | None) -> Result:
        """Start again, as what came in needs it."""
        if isinstance(news, Answer):
            return self._answer(news)
        return self._follow(news, tip)

    def _follow(self, learned: Learned, tip: str | None) -> Result:
        """Start again, with our history purged like the remote's."""
        if tip is not None:
            made = rewriting(self.mirror, learned.lines).commit(tip)
            if made != tip:
                self.mirror.advance(made, tip)
        if self.learned is not None:
            learned = Learned(learned.lines, self.learned.shared)
        return _Round(self.context, self.held, learned).run()

    def _answer(self, answer: Answer) -> Result:
        """Start again, with a save that answers what came in."""
        context = replace(self.context, warnings=tuple(self.result.warnings))
        context = answering(context, answer, self.effects)
        again = _Round(context, self.held, self.learned, answer).run()
        # The first try saved it, so that the second finds nothing to merge.
        again.merged = (*self.result.merged, *again.merged)
        return again

    def _has_said(self, here: Local) -> None:
        """If this round made a save, nothing is left to say: main has what it says."""
        if here.clock is None:
            return
        who = self.context.who
        if who.says:
            self.effects.be(who.machine, "")
        self.context = replace(self.context, who=who._replace(says=""), says=None)

    def _ending(self) -> Ending:
        return Ending(
            *(self.context, self.effects, self.lineage),
            *(self.ledger, self.result, self.pending),
        )

    def _try_look(self, home: Home) -> Look | None:
        """Like `_look`; None for an agent's folder that is unsafe or cannot be read.

        It is left alone, and stops no other memory from syncing.
        """
        if not home.memory.ending:
            return self._look(home)
        try:
            return self._look(home)
        except (Refused, Broken) as error:
            trouble: Refused | Broken = error
        except OSError as error:
            reason = (error.strerror or "unknown error").lower()
            trouble = Broken(
                f"'{home.memory.folder}' cannot be read: {reason}", word="file"
            )
        self.result.leave_out(trouble)
        return None

    def _look(self, home: Home) -> Look:
        cache = stat_cache.load(home.stat_file)
        state = self.ledger.state
        found = look(self.context, home, self.effects, self.lineage, state, cache)
        return Look(home, found, cache.commit)

    def _came(self, found: str) -> None:
        check(self.mirror, self.lineage, self.context.who, found)

    def _nothing_new(self, looks: Sequence[Look], tip: str | None) -> bool:
        state, lineage = self.ledger.state, self.lineage
        if self.context.must_say is not None:
            return False
        as_before = all(is_as_before(each, state, lineage, tip) for each in looks)
        if tip is None or self.pending or not as_before:
            return False
        if not self.context.remote:
            return True
        if self.mirror.agreed() != tip:
            return False
        self.context.step(steps.ASKING)
        try:
            self.told = self.told or self.mirror.remote_tip()
        except Unreachable as trouble:
            self.result.trouble = trouble
            return True
        return self.told == tip

    def _exchange(self, here: Local, before: str | None) -> Exchanged:
        if not self.context.remote:
            old = self.lineage.tree(before) if before else {}
            return Exchanged(here.tip, old, published=here.tip != before)
        context = self.context
        context.step(steps.EXCHANGING)
        talk = Exchange(
            self.mirror,
            self.lineage,
            context.who,
            context.allowed,
            self.ledger.state.vault,
            [home.path for home in context.homes],
            self.learned.lines if self.learned else NOTHING,
            None if context.pretend or self.answers else self._came,
        )
        return talk.run(here, context.budget, self.told)
