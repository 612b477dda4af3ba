"""The same fact in other words: one proposal, and one note, however it comes again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.learner import FACT, QUESTION, TURNS, Learning, facts
from support.proposals import Learner, note
from support.talk import Said

if TYPE_CHECKING:
    from support.machine import Machine, Ran

BOTH = "Please use uv, never pip, and run the tests with -n 2."
TEXT = str(FACT["text"])
UV: dict[str, Any] = {"text": "Use uv instead of pip.", "quotes": [BOTH]}
TESTS: dict[str, Any] = {"text": "Run the tests with -n 2.", "quotes": [BOTH]}
PIP: dict[str, Any] = {
    "text": "Packages come through uv, so pip is banned here.",
    "quotes": [BOTH],
}
OTHER: dict[str, Any] = {
    "text": "The release branch is what gets deployed; main is off limits.",
    "quotes": [QUESTION],
}


@pytest.fixture
def learning(machine: Machine) -> Learning:
    """A repository with a memory, and no model."""
    machine.memsync("init", cwd=(made := Learning.of(machine)).top)
    return made


def imported(learning: Learning, id_: str, *found: dict[str, Any]) -> Any:  # noqa: ANN401 -- JSON
    file = learning.folder / "answers.jsonl"
    given = [{**FACT, "why": "", **each} for each in found]
    file.write_text(json.dumps({"session": id_, "facts": given}))
    return learning.run("--import", str(file))


def learn(learning: Learning, *words: str) -> Ran:
    return learning.machine.memsync("learn", *words, cwd=learning.top)


def waiting(learning: Learning) -> list[dict[str, Any]]:
    found = learn(learning, "review", "--json").json
    assert isinstance(found, list)
    return found


def accepted(learning: Learning) -> str:
    """Accept the only proposal; its note's name."""
    (proposal,) = waiting(learning)
    learn(learning, "accept", proposal["id"])
    return str(proposal["name"])


def text(learning: Learning, name: str) -> str:
    return (learning.top / f".coyote/memory/{name}.md").read_text()


def test_two_facts_of_one_quote_are_two_notes(learning: Learning) -> None:
    id_ = learning.session(turns=(Said("user", BOTH), *TURNS))
    assert imported(learning, id_, UV, TESTS, PIP)["facts"] >= 2
    assert len(waiting(learning)) == 2
    learn(learning, "accept", "--all")
    listed = learning.machine.memsync("list", "--json", cwd=learning.top).json
    assert len(listed) == 2
    found = [text(learning, each["name"]) for each in listed]
    (uv,) = [each for each in found if "pip" in each]
    assert "-n 2" not in uv


def test_within_a_run_and_beside_what_waits_it_is_one_proposal(
    learning: Learning,
) -> None:
    id_ = learning.session()
    imported(learning, id_, {}, OTHER)
    (first,) = waiting(learning)
    # The session went on, and is read again; or it was resumed as another one.
    again = {**OTHER, "text": "Never deploy main: the release branch it is."}
    imported(learning, id_, again)
    (second,) = waiting(learning)
    assert second["name"] == first["name"]
    imported(learning, learning.session(2), again)
    (third,) = waiting(learning)
    assert third["name"] == first["name"]
    assert "+Deploys leave only from the release branch" in third["diff"]


def test_what_says_more_goes_into_the_proposal_and_undo_brings_the_old_back(
    learning: Learning,
) -> None:
    id_ = learning.session()
    imported(learning, id_, {})
    (first,) = waiting(learning)
    more = {**OTHER, "text": f"{FACT['text']} Ann says so, and it needs 2 reviews."}
    assert len(imported(learning, id_, more)["proposals"]) == 1
    (second,) = waiting(learning)
    assert second["name"] == first["name"]
    assert "2 reviews" in second["diff"]
    assert TEXT in second["diff"]
    done = learn(learning, "undo", "--json").json
    assert done["withdrawn"] == [second["id"]]
    assert waiting(learning) == [first]


def test_a_learned_note_gets_it_and_no_second_note_is_made(
    learning: Learning,
) -> None:
    id_ = learning.session()
    imported(learning, id_, {})
    name = accepted(learning)
    (proposal,) = imported(learning, id_, OTHER)["proposals"]
    assert (proposal["action"], proposal["name"]) == ("update", name)
    assert f"+{OTHER['text']}" in proposal["diff"]
    assert imported(learning, learning.session(2), OTHER)["proposals"] == []
    assert accepted(learning) == name
    assert TEXT in text(learning, name)


def test_a_note_that_a_person_changed_gets_it_only_by_its_id(
    learning: Learning,
) -> None:
    id_ = learning.session()
    imported(learning, id_, {})
    name = accepted(learning)
    words = f"{FACT['text']} Ask Ann first."
    learning.machine.memsync("write", name, "-m", words, cwd=learning.top)
    (proposal,) = imported(learning, id_, OTHER)["proposals"]
    assert (proposal["action"], proposal["name"]) == ("update", name)
    learn(learning, "accept", "--all")
    assert OTHER["text"] not in text(learning, name)
    assert accepted(learning) == name
    assert words in text(learning, name)
    assert OTHER["text"] in text(learning, name)


def test_where_only_the_note_names_its_session_it_is_found_by_that(
    learning: Learning,
) -> None:
    id_ = learning.session()
    imported(learning, id_, {})
    name = accepted(learning)
    data = learning.machine.home / ".local/share/memsync/learn/accepted"
    for file in data.iterdir():
        file.unlink()
    (proposal,) = imported(learning, id_, OTHER)["proposals"]
    assert (proposal["action"], proposal["name"]) == ("update", name)


def test_what_was_rejected_stays_so_where_less_of_it_is_quoted(
    learning: Learning,
) -> None:
    id_ = learning.session()
    imported(learning, id_, {})
    (proposal,) = waiting(learning)
    learn(learning, "reject", proposal["id"])
    less = {
        "text": "Only the release branch is deployed, never main.",
        "quotes": ["deploy only from the release branch, never from main"],
    }
    assert imported(learning, id_, less)["proposals"] == []


def test_learned_notes_that_are_one_fact_are_proposed_as_one(
    learning: Learning,
) -> None:
    learner = Learner(learning.machine, learning.top)
    quote = "deploy only from the release branch, never from main"
    bodies = {"one": TEXT, "two": OTHER["text"]}
    learner.learn_twice(*(note(name, body, quote) for name, body in bodies.items()))
    id_ = learning.session()
    learning.script[id_] = [facts()]
    learning.enable()
    done = learning.run()
    found = {(each["action"], each["name"]) for each in done["proposals"]}
    assert found == {("update", "one"), ("retire", "two")}
    learn(learning, "accept", "--all")
    assert TEXT in text(learning, "one")
    assert OTHER["text"] in text(learning, "one")
    assert learning.run()["proposals"] == []
