"""The two stages of a run: facts of each session, then drafts from all new facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.learn.answers.stage_one import check_stage_one
from memsync.learn.answers.stage_two import Limits, check_stage_two
from memsync.learn.evidence.evidence import evidence_of
from memsync.learn.evidence.tokens import tokens_of
from memsync.learn.ledger.claims import hold_project, hold_session
from memsync.learn.ledger.trouble import why_not
from memsync.learn.models.model import Failed, Kind, Stage
from memsync.learn.proposal import KnownNote
from memsync.learn.runs.asking import Asking, CapReached, Question
from memsync.learn.runs.prompts import consolidate_prompt, extract_prompt
from memsync.learn.runs.report import Failure, Report, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.learn.answers.stage_one import Around
    from memsync.learn.evidence.evidence import Evidence
    from memsync.learn.fact import Fact
    from memsync.learn.proposal import Draft, Known
    from memsync.learn.runs.context import RunContext
    from memsync.sessions.past import PastSession

# The most questions of stage two in one run; remaining facts wait for the next.
MOST_BATCHES = 4

# The most facts of one question.
_MOST_FACTS = 200


class Told(NamedTuple):
    """The instructions to the model in each stage."""

    extract: str
    consolidate: str


class Stages:
    """The stages of one run."""

    def __init__(
        self, context: RunContext, asking: Asking, told: Told, run: str, report: Report
    ) -> None:
        self._context = context
        self._asking = asking
        self._told = told
        self._run = run
        self._report = report
        self._stopped = ""
        self.digests: dict[str, str] = {}
        """Of the sessions that were read, by `<agent>:<id>`."""

    # Stage one

    def extract(
        self, sessions: Iterable[PastSession], around: Around, *, again: bool
    ) -> None:
        """Ask about each session; the failure of one does not stop the others.

        With `again`, also reads sessions that were read before.
        """
        for session in sessions:
            if self._stopped:
                self._report.skipped.append(Skipped(session.id, self._stopped))
                continue
            with hold_session(self._context.places.state, _key(session)) as held:
                if held:
                    self._one(session, around, again=again)
                else:
                    why = "another run reads it"
                    self._report.skipped.append(Skipped(session.id, why))

    def _one(self, session: PastSession, around: Around, *, again: bool) -> None:
        context, report = self._context, self._report
        tokens = context.settings.number("learn.input_tokens")
        evidence = evidence_of(context.past, session, tokens)
        standing = context.ledger.standing(session.agent, session.id)
        # The previous holder of the lock may have read it.
        why = "" if again else why_not(standing, evidence.digest, context.clock.time)
        if why:
            report.skipped.append(Skipped(session.id, why))
            return
        prompt = extract_prompt(self._told.extract, evidence)
        try:
            self._asking.check(prompt)
        # A cap ends the run, not the session: the next run continues with it.
        except CapReached as reached:
            self._stop(reached)
            report.skipped.append(Skipped(session.id, self._stopped))
            return
        context.ledger.claim(evidence, context.here.key, context.clock.time)
        question = Question(Stage.EXTRACT, prompt, evidence.key)
        try:
            found = self._asking.answer(
                question, lambda answer: check_stage_one(answer, evidence, around)
            )
        except CapReached as reached:
            self._stop(reached)
            self._failed(evidence, Failed(Kind.TRANSIENT, str(reached)))
        except Failed as failed:
            self._failed(evidence, failed)
        # A program that does not start is the configuration's fault, and no try.
        except Broken:
            context.ledger.not_claimed(evidence, standing)
            raise
        else:
            report.drop(found.dropped)
            report.read.append(session.id)
            report.facts += context.ledger.read(
                evidence,
                context.here.key,
                found.facts,
                found.synopsis,
                context.clock.time,
            )
            self.digests[evidence.key] = evidence.digest

    def _stop(self, reached: CapReached) -> None:
        self._stopped = str(reached)

    def _failed(self, evidence: Evidence, failed: Failed) -> None:
        self._context.ledger.failed(evidence, failed, self._context.clock.time)
        self._report.failed.append(
            Failure(evidence.session, str(failed.kind), str(failed))
        )

    # Stage two

    def consolidate(self) -> None:
        """Ask about all new facts, and propose the resulting drafts."""
        context = self._context
        if not context.ledger.unconsolidated(context.here.key):
            return
        with hold_project(context.places.state, context.here.key) as held:
            if held:
                self._batches()

    def _batches(self) -> None:
        context = self._context
        known = with_drafts(
            context.queue.known(),
            # Facts without a person's words do not enter later questions.
            tuple(p.draft for p in context.queue.pending() if p.draft.trusted),
        )
        facts = context.ledger.unconsolidated(context.here.key)
        tokens = context.settings.number("learn.input_tokens")
        for batch in list(batched(facts, tokens))[:MOST_BATCHES]:
            try:
                drafts = self._batch(batch, known)
            except CapReached as reached:
                self._stop(reached)
                self._report.failed.append(
                    Failure("consolidate", "transient", str(reached))
                )
                return
            except Failed as failed:
                self._report.failed.append(
                    Failure("consolidate", str(failed.kind), str(failed))
                )
                if failed.kind is Kind.TRANSIENT:
                    return
            else:
                known = with_drafts(known, drafts)

    def _batch(self, facts: list[Fact], known: Known) -> tuple[Draft, ...]:
        context, report = self._context, self._report
        settings = context.settings
        limits = limits_of(context)
        prompt = consolidate_prompt(
            self._told.consolidate,
            facts,
            known,
            note=limits.note,
            tokens=settings.number("learn.input_tokens"),
        )
        self._asking.check(prompt)
        by_id = {fact.id: fact for fact in facts}
        context.ledger.count_try(by_id)
        question = Question(Stage.CONSOLIDATE, prompt, "")
        try:
            found = self._asking.answer(
                question, lambda answer: check_stage_two(answer, by_id, known, limits)
            )
        # A temporary failure does not count as a try, nor does a program that does not
        # start; a refused question is not repeated.
        except (Failed, CapReached, Broken) as error:
            if not isinstance(error, Failed) or error.kind is Kind.TRANSIENT:
                context.ledger.not_tried(by_id)
            elif error.kind is Kind.REFUSED:
                context.ledger.consolidated(by_id)
            raise
        report.drop(found.dropped)
        self._propose(found.drafts)
        context.ledger.consolidated(set(by_id) - found.refused)
        return found.drafts

    def _propose(self, drafts: tuple[Draft, ...]) -> None:
        propose(
            self._context,
            self._report,
            drafts,
            run=self._run,
            review=self._context.settings.flag("learn.review"),
        )


def propose(
    context: RunContext,
    report: Report,
    drafts: tuple[Draft, ...],
    *,
    run: str,
    review: bool,
) -> None:
    """Give drafts to the queue, with the synopses of their sessions."""
    sessions = {source.key for draft in drafts for source in draft.sources}
    done = context.queue.propose(
        drafts,
        context.ledger.synopses(sorted(sessions)),
        run=run,
        review=review,
        now=context.clock.now,
    )
    report.proposals += [*done.accepted, *done.waiting]
    report.accepted += len(done.accepted)
    report.drop({"known": done.dropped} if done.dropped else {})
    for name, reason in done.refused:
        report.drop({"refused": 1})
        report.failed.append(Failure(name, "refused", reason))


def propose_merges(context: RunContext, report: Report, *, run: str) -> None:
    """Propose one note for each two learned ones that say nearly the same."""
    done = context.queue.propose_merges(run=run, now=context.clock.now)
    report.proposals += done.waiting


def limits_of(context: RunContext) -> Limits:
    """The limits for an answer of stage two here."""
    return Limits(
        context.settings.number("caps.note"),
        context.settings.number("learn.summary_tokens"),
        context.settings.text("guard.block"),
    )


def _key(session: PastSession) -> str:
    return f"{session.agent}:{session.id}"


def batched(facts: list[Fact], tokens: int) -> Iterator[list[Fact]]:
    """Divide the facts into questions of about this many tokens."""
    batch: list[Fact] = []
    size = 0
    for fact in facts:
        cost = tokens_of(fact.text) + tokens_of(fact.why) + _OF_A_LINE
        if batch and (size + cost > tokens or len(batch) >= _MOST_FACTS):
            yield batch
            batch, size = [], 0
        batch.append(fact)
        size += cost
    if batch:
        yield batch


# The tokens of a fact's line besides its words.
_OF_A_LINE = 48


def with_drafts(known: Known, drafts: tuple[Draft, ...]) -> Known:
    """The memories as they would be with the drafts accepted, for the next question."""
    notes = {(note.scope, note.name): note for note in known.notes}
    summary = known.summary
    for draft in drafts:
        if draft.kind == "note":
            notes[draft.scope, draft.name] = KnownNote(
                draft.name,
                draft.scope,
                draft.type,
                draft.description,
                draft.body,
                learned=True,
            )
        elif draft.kind == "summary":
            summary = draft.body
    return known._replace(notes=tuple(notes.values()), summary=summary)
