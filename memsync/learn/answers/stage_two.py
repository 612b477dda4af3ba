"""Checks a stage-two answer: notes, retirements, a summary and skills."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import BadUsage, Refused
from memsync.learn.answers import parsing
from memsync.learn.answers.hostile import is_order, is_refusal
from memsync.learn.answers.parsing import Hostile, Unusable
from memsync.learn.answers.stage_one import holds_secret
from memsync.learn.evidence.fences import fenced
from memsync.learn.evidence.tokens import tokens_of
from memsync.learn.fact import merged
from memsync.learn.likeness import folded
from memsync.learn.proposal import Draft
from memsync.memory.note.names import SUFFIX, Scope, check_name, slug
from memsync.memory.note.note import check_type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.learn.answers.parsing import Object
    from memsync.learn.fact import Fact
    from memsync.learn.proposal import Known

# The most notes, retirements and skills of one answer, each counted alone.
MOST = 64

# Limits of what a model may return for one note, in characters.
_LONGEST_NAME = 200
_LONGEST_DESCRIPTION = 300
_LONGEST_WHY = 1_000
_LONGEST_SKILL = 16_000
_KEYS = ("notes", "retire", "summary", "skills")
# A name that could point outside its folder, or hide a file.
_UNSAFE_NAME = re.compile(r"[/\\\x00-\x1f\x7f]|\.\.|^[.~]|^\w:")


class Limits(NamedTuple):
    """The limits that an answer must keep to."""

    note: int
    """The most characters of a note's body: `caps.note`."""
    summary_tokens: int
    block: str
    """The confidence from which a secret blocks a draft: `guard.block`."""


class StageTwo(NamedTuple):
    """The parts of an answer that passed the checks."""

    drafts: tuple[Draft, ...]
    dropped: dict[str, int]
    refused: frozenset[str]
    """The facts of dropped drafts, unless another draft uses them too."""


def check_stage_two(
    answer: Object, facts: Mapping[str, Fact], known: Known, limits: Limits
) -> StageTwo:
    """Return the drafts of an answer that pass every check.

    `facts` maps the ids of the facts in the question to the facts. Raises `Unusable` if
    the answer has another form, and `Hostile` if it holds only hostile names or
    secrets.
    """
    if not any(key in answer for key in _KEYS):
        raise Unusable('the answer has none of "notes", "retire", "summary", "skills"')
    made = _Drafts(facts, known, limits)
    lists = {key: parsing.items(answer, key) for key in ("notes", "retire", "skills")}
    for key, given in lists.items():
        if len(given) > MOST:
            raise Unusable(f'"{key}" has more than {MOST} items')
    for each in lists["notes"]:
        made.note(each)
    for each in lists["retire"]:
        made.retire(each)
    for each in lists["skills"]:
        made.skill(each)
    if "skills" in answer:
        made.left_out({folded(str(each.get("name"))) for each in lists["skills"]})
    made.summary(parsing.text(answer, "summary"))
    hostile = set(made.dropped) and set(made.dropped) <= {"secret", "hostile-name"}
    if hostile and not made.drafts:
        raise Hostile("it has nothing but secrets or hostile names")
    return StageTwo(tuple(made.drafts), made.dropped, frozenset(made.refused))


class _Drafts:
    def __init__(self, facts: Mapping[str, Fact], known: Known, limits: Limits) -> None:
        self._facts = facts
        self._known = known
        self._limits = limits
        self.drafts: list[Draft] = []
        self.dropped: dict[str, int] = {}
        self._used: set[str] = set()
        self._failed: set[str] = set()

    @property
    def refused(self) -> set[str]:
        """The facts that only dropped drafts use."""
        return self._failed - self._used

    def note(self, given: Object) -> None:
        """Check a note to create or replace."""
        facts = self._from(given)
        name = self._name(given)
        body = fenced(parsing.text(given, "body")).strip()
        description = fenced(folded(parsing.text(given, "description")))
        reason = (
            self._cannot(name, facts)
            or ("empty" if not body else "")
            or ("length" if len(body) > self._limits.note else "")
            or ("length" if len(description) > _LONGEST_DESCRIPTION else "")
            or self._forbidden(f"{description}\n{body}")
        )
        if reason or self._is_twice("note", name):
            self._drop(reason or "twice", facts)
            return
        scope = self._scope(given, facts)
        self._keep(
            Draft(
                "note",
                name,
                scope,
                f"{body}\n",
                merged(fact.source for fact in facts),
                all(fact.trusted for fact in facts),
                description or folded(facts[0].text)[:_LONGEST_DESCRIPTION],
                _type(given, facts),
            ),
            facts,
        )

    def retire(self, given: Object) -> None:
        """Check a note to retire because it is out of date."""
        facts = self._from(given)
        name = self._name(given)
        why = fenced(folded(parsing.text(given, "why")))
        there = next((note for note in self._known.notes if note.name == name), None)
        reason = (
            self._cannot(name, facts)
            or ("no-such-note" if there is None else "")
            or ("length" if len(why) > _LONGEST_WHY else "")
            or self._forbidden(why)
        )
        if reason or there is None or self._is_twice("retire", name):
            self._drop(reason or "twice", facts)
            return
        sources = merged(fact.source for fact in facts)
        trusted = all(fact.trusted for fact in facts)
        draft = Draft("retire", name, there.scope, "", sources, trusted, why=why)
        self._keep(draft, facts)

    def skill(self, given: Object) -> None:
        """Check a skill to create or replace; skills always need a review."""
        name = self._name(given)
        body = fenced(parsing.text(given, "body")).strip()
        description = fenced(folded(parsing.text(given, "description")))
        there = next((each for each in self._known.skills if each.name == name), None)
        if there is not None and (
            not body or (there.body.strip(), there.description) == (body, description)
        ):
            return  # the skill stays as it is
        facts = self._from(given)
        reason = (
            self._cannot(name, facts)
            or ("empty" if not body or not description else "")
            or ("length" if len(body) > _LONGEST_SKILL else "")
            or ("length" if len(description) > _LONGEST_DESCRIPTION else "")
            or self._forbidden(f"{description}\n{body}")
        )
        if reason or self._is_twice("skill", name):
            self._drop(reason or "twice", facts)
            return
        sources = merged(fact.source for fact in facts)
        draft = Draft(
            "skill", name, Scope.WORKSPACE, f"{body}\n", sources, False, description
        )
        self._keep(draft, facts)

    def left_out(self, named: set[str]) -> None:
        """Retire the skills of the memory that the answer leaves out."""
        for skill in self._known.skills:
            if skill.name not in named and not self._is_twice("skill", skill.name):
                why = "the last consolidation left it out"
                self.drafts.append(
                    Draft("skill", skill.name, Scope.WORKSPACE, "", (), False, why=why)
                )

    def summary(self, text: str) -> None:
        """Check the summary that begins every session; it rests on all facts."""
        body = fenced(text).strip()
        if not body or body == self._known.summary.strip() or not self._facts:
            return
        too_long = tokens_of(body) > self._limits.summary_tokens
        reason = ("length" if too_long else "") or self._forbidden(body)
        if reason:
            self._drop(reason, [])
            return
        every = list(self._facts.values())
        trusted = all(fact.trusted for fact in every)
        sources = merged(fact.source for fact in every)
        self.drafts.append(
            Draft("summary", "", Scope.WORKSPACE, f"{body}\n", sources, trusted)
        )

    def _keep(self, draft: Draft, facts: list[Fact]) -> None:
        self.drafts.append(draft)
        self._used.update(fact.id for fact in facts)

    def _drop(self, reason: str, facts: list[Fact]) -> None:
        self._failed.update(fact.id for fact in facts)
        self.dropped[reason] = self.dropped.get(reason, 0) + 1

    def _is_twice(self, kind: str, name: str) -> bool:
        return any((each.kind, each.name) == (kind, name) for each in self.drafts)

    def _from(self, given: Object) -> list[Fact]:
        ids = dict.fromkeys(parsing.words(given, "from"))
        return [self._facts[id_] for id_ in ids if id_ in self._facts]

    @staticmethod
    def _name(given: Object) -> str:
        """The name in the form of note names; `!` if no title would give it."""
        text = parsing.text(given, "name").strip()
        if not text or len(text) > _LONGEST_NAME or _UNSAFE_NAME.search(text):
            return "!"
        try:
            return check_name(text.removesuffix(SUFFIX))
        except BadUsage:
            return slug(text)

    def _cannot(self, name: str, facts: list[Fact]) -> str:
        if name == "!":
            return "hostile-name"
        return "" if facts else "no-facts"

    def _forbidden(self, text: str) -> str:
        if holds_secret(text, self._limits.block):
            return "secret"
        if is_order(text):
            return "order"
        return "refusal" if is_refusal(text) else ""

    @staticmethod
    def _scope(given: Object, facts: list[Fact]) -> Scope:
        """`user` only if every fact behind the note is about the person."""
        try:
            scope = Scope.parse(parsing.text(given, "scope"))
        # As in stage one: an invented scope or type does not lose the note.
        except BadUsage:
            scope = facts[0].scope
        whole = all(fact.scope is Scope.USER for fact in facts)
        return Scope.USER if scope is Scope.USER and whole else Scope.WORKSPACE


def _type(given: Object, facts: list[Fact]) -> str:
    try:
        return check_type(parsing.text(given, "type"))
    except (BadUsage, Refused):
        return facts[0].type
