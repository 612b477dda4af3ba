"""The facts of one answer: which of two that say the same is kept."""

from __future__ import annotations

from typing import Any

import pytest
from support import tokens

from memsync.learn.answers.said import Said
from memsync.learn.answers.stage_one import Around, StageOne, check_stage_one
from memsync.learn.evidence.evidence import Evidence, Piece
from memsync.learn.evidence.tiers import Tier

PERSON = "Please deploy only from the release branch, never from main."
TOOL = "deploys leave from the release branch and never from main"
EVIDENCE = Evidence(
    *("claude-code", "4f2a", None, "digest", ""),
    pieces=(Piece(Tier.USER, PERSON), Piece(Tier.TOOL, TOOL)),
    turns=1,
)
AROUND = Around(Said(()), lambda *_: False, lambda _: False, "medium")


def fact(text: str, quote: str = PERSON, **more: str) -> dict[str, Any]:
    """A fact as a model gives it."""
    return {"text": text, "type": "project", "quotes": [quote]} | more


def checked(*facts: dict[str, Any]) -> StageOne:
    """What is left of an answer with these facts."""
    return check_stage_one({"facts": list(facts)}, EVIDENCE, AROUND)


WHOLE = fact("Deploy only from the release branch and never from main.", id="whole")
LESS = fact("Deploy only from the release branch, then.", id="less")


@pytest.mark.parametrize("given", [(WHOLE, LESS), (LESS, WHOLE)])
def test_of_two_the_one_that_says_more_is_kept(
    given: tuple[dict[str, Any], ...],
) -> None:
    found = checked(*given)
    assert [each.text for each in found.facts] == [WHOLE["text"]]
    assert found.dropped == {"twice": 1}
    (kept,) = found.facts
    # Whoever names either means the one that there is.
    assert found.given == {"whole": kept.id, "less": kept.id}


@pytest.mark.parametrize("turn", [1, -1])
def test_of_two_the_one_that_a_person_said_is_kept(turn: int) -> None:
    text = "Deploys leave from the release branch and never from main."
    given = [fact(text), fact(text, TOOL)][::turn]
    (kept,) = checked(*given).facts
    assert kept.trusted
    assert kept.source.quotes == (PERSON,)


def test_two_facts_of_one_quote_are_both_kept() -> None:
    given = (fact("Deploys leave from the release branch."), fact("main has no tags."))
    found = checked(*given)
    assert len(found.facts) == 2
    assert found.dropped == {}


def test_a_token_in_place_of_a_type_does_not_end_the_run() -> None:
    given = fact("Deploys leave from the release branch.", type=tokens.github())
    (kept,) = checked(given).facts
    assert kept.type == "project"
