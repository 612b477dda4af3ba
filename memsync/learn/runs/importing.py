"""Imports answers obtained elsewhere: from a file, or from an agent over MCP.

All checks of a run apply, and every imported proposal waits for a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import BadUsage, NotFound
from memsync.learn.answers import parsing
from memsync.learn.answers.parsing import Hostile, Unusable, parse
from memsync.learn.answers.stage_one import check_stage_one
from memsync.learn.answers.stage_two import check_stage_two
from memsync.learn.evidence.evidence import evidence_of
from memsync.learn.likeness import folded, word_list
from memsync.learn.models.model import Kind
from memsync.learn.proposal import Draft
from memsync.learn.runs.around import around
from memsync.learn.runs.context import session_here
from memsync.learn.runs.report import Failure, Report
from memsync.learn.runs.running import run_id
from memsync.learn.runs.stages import limits_of, propose, propose_merges
from memsync.memory.note.names import NAME, slug

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.learn.answers.parsing import Object
    from memsync.learn.fact import Fact
    from memsync.learn.runs.context import RunContext

# The most answers of one import.
MOST = 1_000

_LONGEST_DESCRIPTION = 120
_WORDS_OF_A_NAME = 6


def take_answers(context: RunContext, texts: Iterable[str]) -> Report:
    """Import answers: JSON objects of stage one or stage two.

    Each answer of stage one names its session. Records the error of a bad answer in the
    report (`failed`), and imports the others. A fact that no answer of stage two uses
    becomes a note of its own.
    """
    taking = _Taking(context)
    for number, text in enumerate(texts, 1):
        if not text.strip():
            continue
        if number > MOST:
            taking.fail(f"line {number}", Kind.CONTENT, f"more than {MOST} answers")
            break
        taking.take(number, text)
    taking.finish()
    return taking.report


class _Taking:
    def __init__(self, context: RunContext) -> None:
        self._context = context
        self._around = around(context)
        self._run = run_id(context)
        self._named: dict[str, str] = {}
        self._new: dict[str, Fact] = {}
        self._later: list[tuple[str, Object]] = []
        self._digests: list[str] = []
        self.report = Report()

    def fail(self, id_: str, kind: Kind, reason: str) -> None:
        """Record why an answer was not imported."""
        self.report.failed.append(Failure(id_, kind, reason))

    def take(self, number: int, text: str) -> None:
        """Import one answer; stage two waits until all of stage one is imported."""
        where = f"line {number}"
        try:
            answer = parse(text)
            if parsing.text(answer, "stage") == "consolidate":
                self._later.append((where, answer))
                return
            where = parsing.text(answer, "session") or where
            self._stage_one(answer)
        # One malformed line is recorded, and the import goes on.
        except Hostile as error:
            self.fail(where, Kind.REFUSED, str(error))
        except (Unusable, NotFound, BadUsage) as error:
            self.fail(where, Kind.CONTENT, str(error))

    def _stage_one(self, answer: Object) -> None:
        context = self._context
        id_ = parsing.text(answer, "session")
        if not id_:
            raise Unusable('the answer names no "session"')
        session = session_here(context, id_)
        tokens = context.settings.number("learn.input_tokens")
        evidence = evidence_of(context.past, session, tokens)
        found = check_stage_one(answer, evidence, self._around)
        context.ledger.read(
            evidence, context.here.key, found.facts, found.synopsis, context.clock.time
        )
        self.report.read.append(session.id)
        self.report.facts += len(found.facts)
        self.report.drop(found.dropped)
        self._digests.append(evidence.digest)
        self._named |= found.given
        self._new |= {fact.id: fact for fact in found.facts}

    def finish(self) -> None:
        """Import the answers of stage two, then make a note of each remaining fact."""
        context = self._context
        facts = {f.id: f for f in context.ledger.unconsolidated(context.here.key)}
        facts |= self._new
        for where, answer in self._later:
            self._stage_two(where, answer, facts)
        alone = [fact for fact in self._new.values() if fact.id in facts]
        drafts = tuple(note_of(fact) for fact in alone)
        if drafts:
            propose(context, self.report, drafts, run=self._run, review=True)
            context.ledger.consolidated(fact.id for fact in alone)
        if self._digests:
            context.queue.mark_read(self._digests)
            propose_merges(context, self.report, run=self._run)

    def _stage_two(self, where: str, answer: Object, facts: dict[str, Fact]) -> None:
        """Import one answer of stage two; remove the facts it uses from `facts`."""
        context = self._context
        offered = {**facts, **self._by_own_ids(facts), **self._known_facts(answer)}
        try:
            known = context.queue.known()
            found = check_stage_two(answer, offered, known, limits_of(context))
        except Hostile as error:
            self.fail(where, Kind.REFUSED, str(error))
            return
        except Unusable as error:
            self.fail(where, Kind.CONTENT, str(error))
            return
        self.report.drop(found.dropped)
        propose(context, self.report, found.drafts, run=self._run, review=True)
        used = {offered[id_].id for id_ in _named_in(answer) if id_ in offered}
        context.ledger.consolidated(used)
        for id_ in used:
            facts.pop(id_, None)

    def _by_own_ids(self, facts: dict[str, Fact]) -> dict[str, Fact]:
        """The facts by the ids that the answers themselves gave them."""
        return {own: facts[id_] for own, id_ in self._named.items() if id_ in facts}

    def _known_facts(self, answer: Object) -> dict[str, Fact]:
        """Facts that were consolidated before, and that an answer names again."""
        return self._context.ledger.facts(_named_in(answer))


def _named_in(answer: Object) -> list[str]:
    """The ids of the facts that an answer of stage two names, if well formed."""
    found: dict[str, None] = {}
    for key in ("notes", "retire", "skills"):
        listed = answer.get(key)
        for each in listed if isinstance(listed, list) else ():
            ids = each.get("from") if isinstance(each, dict) else None
            for id_ in ids if isinstance(ids, list) else ():
                if isinstance(id_, str):
                    found[id_] = None
    return list(found)


def note_of(fact: Fact) -> Draft:
    """A note with one fact, for facts that no stage two consolidates."""
    words = [word for word in word_list(fact.text) if len(word) > 2]
    name = slug(" ".join(words[:_WORDS_OF_A_NAME])) if words else fact.id
    body = fact.text if not fact.why else f"{fact.text}\n\n{fact.why}"
    description = folded(fact.text)
    if len(description) > _LONGEST_DESCRIPTION:
        description = description[: _LONGEST_DESCRIPTION - 1].rstrip() + "…"
    return Draft(
        "note",
        name if NAME.fullmatch(name) else fact.id,
        fact.scope,
        f"{body}\n",
        (fact.source,),
        fact.trusted,
        description,
        fact.type,
    )
