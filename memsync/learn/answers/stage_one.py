"""Checks a stage-one answer: the facts of one session, each with its quotes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import BadUsage, Refused
from memsync.learn.answers import parsing
from memsync.learn.answers.everywhere import is_everywhere
from memsync.learn.answers.hostile import is_order, is_refusal
from memsync.learn.answers.parsing import Hostile, Unusable
from memsync.learn.evidence.fences import fenced
from memsync.learn.evidence.tiers import Tier
from memsync.learn.fact import Fact, Source
from memsync.learn.likeness import Nearness, compare, folded, told
from memsync.memory.note.names import Scope
from memsync.memory.note.note import check_type
from memsync.secrets.doubts.levels import at_least
from memsync.secrets.scan import scan

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memsync.learn.answers.parsing import Object
    from memsync.learn.answers.said import Said
    from memsync.learn.evidence.evidence import Evidence
    from memsync.learn.likeness import Told

# The most facts of one session; the rest are dropped.
MOST_FACTS = 24

# Limits of what a model may return for one fact, in characters.
_MOST_QUOTES = 8
_LONGEST_FACT = 1_000
_LONGEST_QUOTE = 2_000
_LONGEST_SYNOPSIS = 4_000

# Characters; a shorter turn can be quoted as a whole.
_SHORTEST_QUOTE = 8

# Letters of a quote in a script without spaces, where words cannot be counted.
_SHORTEST_UNSPACED = 4


class Around(NamedTuple):
    """What each fact is compared with."""

    said: Said
    """The existing notes and instructions."""
    is_rejected: Callable[[Sequence[str], str], bool]
    """Whether a person rejected what was learned from these quotes."""
    seen_elsewhere: Callable[[str], bool]
    """Whether nearly the same fact was learned in another project."""
    block: str
    """The confidence from which a secret blocks a fact: `guard.block`."""


class StageOne(NamedTuple):
    """The parts of an answer that passed the checks."""

    facts: tuple[Fact, ...]
    synopsis: str
    dropped: dict[str, int]
    """The reasons for which facts were dropped, and how many for each."""
    given: dict[str, str]
    """The ids that the answer gave its facts, mapped to ours."""


def check_stage_one(answer: Object, evidence: Evidence, around: Around) -> StageOne:
    """Return the facts of an answer that pass every check.

    Raises `Unusable` if the answer has another form, and `Hostile` if each of its facts
    holds a secret.
    """
    if "facts" not in answer:
        raise Unusable('the answer has no "facts"; without any it is {"facts": []}')
    given = parsing.items(answer, "facts")
    made = _Facts(evidence, around)
    for each in given[:MOST_FACTS]:
        made.take(each)
    if len(given) > MOST_FACTS:
        made.dropped["too-many"] = len(given) - MOST_FACTS
    if given and not made.facts and set(made.dropped) == {"secret"}:
        raise Hostile("every fact holds a secret")
    synopsis = fenced(parsing.text(answer, "synopsis")).strip()[:_LONGEST_SYNOPSIS]
    if holds_secret(synopsis, around.block) or is_order(synopsis):
        synopsis = ""
    return StageOne(tuple(made.facts), synopsis, made.dropped, made.given)


class _Facts:
    def __init__(self, evidence: Evidence, around: Around) -> None:
        self._evidence = evidence
        self._around = around
        self._turns = [
            (folded(piece.text), piece.tier is Tier.USER) for piece in evidence.pieces
        ]
        self.facts: list[Fact] = []
        self.dropped: dict[str, int] = {}
        self.given: dict[str, str] = {}
        self._told: dict[str, Told] = {}

    def take(self, given: Object) -> None:
        """Keep one fact, or count the reason for dropping it."""
        text = fenced(folded(parsing.text(given, "text")))
        why = fenced(folded(parsing.text(given, "why")))
        quotes = [folded(quote) for quote in parsing.words(given, "quotes")]
        quotes = list(dict.fromkeys(quotes))
        reason = self._reason(text, why, quotes)
        if reason:
            self._count(reason)
            return
        human = [quote for quote in quotes if self._found(quote, human=True)]
        evidence = self._evidence
        fact = Fact(
            fact_id(evidence.key, text, quotes),
            text,
            _type(given),
            self._scope(given, text, human),
            why,
            Source(evidence.agent, evidence.session, evidence.ended, tuple(quotes)),
            bool(human),
        )
        kept = self._keep(fact)
        if isinstance(id_ := given.get("id"), str):
            self.given[id_] = kept.id

    def _keep(self, fact: Fact) -> Fact:
        """Keep a fact unless the answer already has it; return the one that is kept.

        Of two facts that say the same, keeps the one that a person's words support; of
        two such facts, the one that says more.
        """
        new = told(fact.text, (fact.source,))
        for id_, old in list(self._told.items()):
            other = self._by_id(id_)
            if compare(new, old) is Nearness.SAME and other.trusted >= fact.trusted:
                self._count("twice")
                return other
            if compare(old, new) is Nearness.SAME and fact.trusted >= other.trusted:
                self._count("twice")
                self._forget(other, fact)
        self.facts.append(fact)
        self._told[fact.id] = new
        return fact

    def _by_id(self, id_: str) -> Fact:
        return next(fact for fact in self.facts if fact.id == id_)

    def _forget(self, fact: Fact, other: Fact) -> None:
        """Replace one fact by another."""
        self.facts.remove(fact)
        del self._told[fact.id]
        names = [name for name, id_ in self.given.items() if id_ == fact.id]
        self.given |= dict.fromkeys(names, other.id)

    def _count(self, reason: str) -> None:
        self.dropped[reason] = self.dropped.get(reason, 0) + 1

    def _reason(self, text: str, why: str, quotes: Sequence[str]) -> str:
        """Why a fact is dropped; empty if it is kept."""
        return self._malformed(text, why, quotes) or self._unwanted(text, why, quotes)

    def _malformed(self, text: str, why: str, quotes: Sequence[str]) -> str:
        if not text or len(text) > _LONGEST_FACT or len(why) > _LONGEST_FACT:
            return "length"
        if not quotes or len(quotes) > _MOST_QUOTES:
            return "no-quote"
        return "" if all(map(self._found, quotes)) else "quote-not-found"

    def _unwanted(self, text: str, why: str, quotes: Sequence[str]) -> str:
        around = self._around
        checks: tuple[tuple[str, Callable[[], bool]], ...] = (
            (
                "secret",
                lambda: holds_secret("\n".join((text, why, *quotes)), around.block),
            ),
            ("refusal", lambda: is_refusal(text)),
            ("order", lambda: is_order(f"{text}\n{why}")),
            ("echo", lambda: around.said.has(text)),
            ("rejected", lambda: around.is_rejected(quotes, self._evidence.key)),
        )
        return next((reason for reason, holds in checks if holds()), "")

    def _found(self, quote: str, *, human: bool = False) -> bool:
        """Whether one turn contains a quote; with `human`, one turn of a person."""
        if len(quote) > _LONGEST_QUOTE:
            return False
        least = _SHORTEST_QUOTE if quote.isascii() else _SHORTEST_UNSPACED
        return any(
            quote in turn if len(quote) >= least else quote == turn
            for turn, by_human in self._turns
            if by_human or not human
        )

    def _scope(self, given: Object, text: str, human: Sequence[str]) -> Scope:
        """`user` only if the person's words say so, or two projects have the fact."""
        try:
            scope = Scope.parse(parsing.text(given, "scope"))
        # A model may invent a scope; the narrower one is the safe guess.
        except BadUsage:
            return Scope.WORKSPACE
        if scope is Scope.WORKSPACE or any(map(is_everywhere, human)):
            return scope
        elsewhere = bool(human) and self._around.seen_elsewhere(text)
        return Scope.USER if elsewhere else Scope.WORKSPACE


def _type(given: Object) -> str:
    try:
        return check_type(parsing.text(given, "type"))
    # A model may invent a type, or put a token there, which the check refuses: the
    # type goes, and the fact stays.
    except (BadUsage, Refused):
        return "project"


def fact_id(session: str, text: str, quotes: Sequence[str]) -> str:
    """The id of a fact: the same for the same words of the same session."""
    words = "\0".join((session, text, *sorted(quotes)))
    return "f" + hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:10]


def holds_secret(text: str, block: str) -> bool:
    """Whether a text holds a secret for which the store would refuse it."""
    found = scan(text.encode("utf-8", "replace"))
    return any(at_least(finding.confidence, block) for finding in found)
