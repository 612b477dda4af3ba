"""Proposals in a few words: what each would do, and what it was about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.learn.proposal import Draft, Proposal
from memsync.memory.note.names import Scope
from memsync.page.views.proposed import named, said

if TYPE_CHECKING:
    from memsync.learn.proposal import Action, Kind


def draft(kind: Kind, name: str, body: str = "Text.") -> Draft:
    return Draft(kind, name, Scope.WORKSPACE, body, (), trusted=True)


@pytest.mark.parametrize(
    ("action", "kind", "name", "body", "words"),
    [
        ("create", "note", "port", "Text.", "create port"),
        ("update", "note", "port", "Text.", "update port"),
        ("retire", "retire", "port", "", "retire port"),
        ("summary", "summary", "", "Text.", "summary"),
        ("skill", "skill", "deploy", "Text.", "skill deploy"),
        ("skill", "skill", "deploy", " \n", "retire skill deploy"),
    ],
)
def test_a_proposal_says_what_it_would_do(
    action: Action, kind: Kind, name: str, body: str, words: str
) -> None:
    assert said(Proposal("id", action, draft(kind, name, body), "", "r", 0)) == words


@pytest.mark.parametrize(
    ("kind", "name", "body", "words"),
    [
        ("note", "port", "Text.", "note port"),
        ("retire", "port", "", "retire note port"),
        ("summary", "", "Text.", "the summary"),
        ("skill", "deploy", "Text.", "skill deploy"),
        ("skill", "deploy", "", "retire skill deploy"),
    ],
)
def test_a_decision_says_what_it_was_about(
    kind: Kind, name: str, body: str, words: str
) -> None:
    assert named(draft(kind, name, body)) == words
