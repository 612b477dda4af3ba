"""A run: from choosing sessions to proposing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.learn.evidence.evidence import evidence_of
from memsync.learn.evidence.tokens import tokens_of
from memsync.learn.ledger.rows import Run
from memsync.learn.models.model import Stage
from memsync.learn.runs.around import around
from memsync.learn.runs.asking import Asking
from memsync.learn.runs.prompts import (
    consolidate_prompt,
    extract_prompt,
    instructions,
)
from memsync.learn.runs.report import Report, Skipped, report_json
from memsync.learn.runs.selecting import Asked, choose
from memsync.learn.runs.stages import (
    MOST_BATCHES,
    Stages,
    Told,
    batched,
    limits_of,
    propose_merges,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.learn.models.choice import Models
    from memsync.learn.runs.context import RunContext
    from memsync.sessions.past import PastSession

    Progress = Callable[[list[PastSession]], Iterable[PastSession]]


def run(
    context: RunContext,
    models: Models,
    asked: Asked,
    *,
    by_itself: bool = False,
    progress: Progress = iter,
) -> Report:
    """Read new sessions, and propose what they teach.

    Reports the failure of a session and reads the others. Raises `Broken` if a model
    cannot be started at all, or the disk is full.
    """
    settings = context.settings
    told = Told(
        instructions(settings, Stage.EXTRACT),
        instructions(settings, Stage.CONSOLIDATE),
    )
    chosen = choose(context, asked)
    report = Report()
    report.skipped += chosen.skipped
    began = context.clock.time
    id_ = run_id(context)
    name = models.extract.name

    def kept(ended: float | None) -> None:
        given = (
            id_,
            context.here.key,
            context.here.root,
            name,
            by_itself,
            began,
            ended,
        )
        context.ledger.keep_run(Run(*given, report=_brief(report)))

    kept(None)
    stages = Stages(context, Asking(context, models, id_, report), told, id_, report)
    try:
        again = asked.rebuild
        stages.extract(progress(chosen.sessions), around(context), again=again)
        stages.consolidate()
        propose_merges(context, report, run=id_)
        waiting = {
            fact.source.key for fact in context.ledger.unconsolidated(context.here.key)
        }
        # Another machine need not read what was consolidated here.
        done = [d for key, d in stages.digests.items() if key not in waiting]
        if done:
            context.queue.mark_read(done)
    finally:
        kept(context.clock.time)
    return report


def run_id(context: RunContext) -> str:
    """An id for a run: its moment, and a part that is unique within that moment."""
    from secrets import token_hex

    return f"{context.clock.began.utc:%Y%m%dT%H%M%SZ}-{token_hex(2)}"


def _brief(report: Report) -> dict[str, object]:
    """A report for the log: without skipped sessions, and without diffs."""
    whole = report_json(report)
    whole["sessions"] = {"read": report.read, "skipped": len(report.skipped)}
    whole["proposals"] = [proposal.id for proposal in report.proposals]
    return whole


class Payload(NamedTuple):
    """The content of one call."""

    session: str
    """Empty in stage two."""
    stage: str
    tokens: int
    text: str


def payloads(context: RunContext, asked: Asked) -> tuple[Report, list[Payload]]:
    """Return what a run would send now: stage one, and the waiting facts of stage two.

    Calls no model and changes nothing. Leaves out what stage one would add to stage
    two, since its facts are not known yet.
    """
    settings = context.settings
    chosen = choose(context, asked)
    report = Report()
    report.skipped += chosen.skipped
    found: list[Payload] = []
    told = instructions(settings, Stage.EXTRACT)
    for session in chosen.sessions:
        tokens = settings.number("learn.input_tokens")
        text = extract_prompt(told, evidence_of(context.past, session, tokens))
        found.append(Payload(session.id, Stage.EXTRACT, tokens_of(text), text))
        report.read.append(session.id)
    facts = context.ledger.unconsolidated(context.here.key)
    room = settings.number("learn.input_tokens")
    told = instructions(settings, Stage.CONSOLIDATE)
    for batch in list(batched(facts, room))[:MOST_BATCHES]:
        text = consolidate_prompt(
            told,
            batch,
            context.queue.known(),
            note=limits_of(context).note,
            tokens=room,
        )
        found.append(Payload("", Stage.CONSOLIDATE, tokens_of(text), text))
    report.calls = len(found)
    report.tokens_in = sum(payload.tokens for payload in found)
    return report, found


def most_calls(sessions: int) -> int:
    """The most calls that a run over this many sessions makes, including repairs."""
    return 2 * (sessions + MOST_BATCHES)


def export(context: RunContext, asked: Asked) -> tuple[Report, list[dict[str, object]]]:
    """The evidence of the sessions that a run would read, as records."""
    chosen = choose(context, asked)
    report = Report()
    report.skipped += chosen.skipped
    tokens = context.settings.number("learn.input_tokens")
    records = []
    for session in chosen.sessions:
        records.append(evidence_of(context.past, session, tokens).record())
        report.read.append(session.id)
    return report, records


__all__ = [
    "Asked",
    "Payload",
    "Skipped",
    "export",
    "most_calls",
    "payloads",
    "run",
    "run_id",
]
