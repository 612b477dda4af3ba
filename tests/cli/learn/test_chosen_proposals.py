"""Proposals by their ids, and as a person is shown them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW
from support.proposals import QUOTE, Learner, note, skill, source, summary

from memsync.cli.learn.proposals import chosen, name_of, rows, said, whole
from memsync.errors import BadUsage, NotFound
from memsync.learn.proposal import Proposal

if TYPE_CHECKING:
    from support.machine import Machine

    from memsync.learn.proposal import Action, Draft


@pytest.fixture
def learner(machine: Machine) -> Learner:
    """A repository with a memory of its own."""
    return Learner.of(machine)


def proposal(draft: Draft, action: Action) -> Proposal:
    """A proposal of a draft."""
    return Proposal("0badcafe", action, draft, "", "r1", 5.0)


def test_an_id_or_a_beginning_of_one_chooses_each_proposal_once(
    learner: Learner,
) -> None:
    learner.propose(note())
    queue = learner.queue()
    (waiting,) = queue.pending()
    for ids in ([waiting.id], [waiting.id[:1]], [f" {waiting.id.upper()} "] * 2):
        assert chosen(queue, ids) == [waiting]
    assert chosen(queue, []) == []


@pytest.mark.parametrize("id_", ["", " ", "zz", "../x"])
def test_an_id_that_is_none_is_not_found(learner: Learner, id_: str) -> None:
    learner.propose(note())
    with pytest.raises(NotFound) as raised:
        chosen(learner.queue(), [id_])
    assert raised.value.message == f"there is no proposal '{id_}'"
    assert raised.value.word == "no-such-proposal"
    assert "see `memsync learn review`" in str(raised.value.hint)


def test_an_id_with_one_wrong_letter_gets_the_right_one(learner: Learner) -> None:
    learner.propose(note())
    (waiting,) = learner.waiting()
    wrong = waiting.id[:-1] + ("0" if waiting.id[-1] != "0" else "1")
    with pytest.raises(NotFound) as raised:
        chosen(learner.queue(), [wrong])
    assert raised.value.hint == (
        f"did you mean {waiting.id}? see `memsync learn review`"
    )


def test_an_error_repeats_no_escape_and_not_all_of_a_long_id(learner: Learner) -> None:
    with pytest.raises(NotFound) as raised:
        chosen(learner.queue(), ["\x1b[2J" + "x" * 500])
    assert "\x1b" not in raised.value.message
    assert "x" * 41 not in raised.value.message


def test_a_beginning_of_several_is_ambiguous(learner: Learner) -> None:
    # Of seventeen ids two begin with the same of sixteen signs.
    words = ("port", "host", "queue", "cache", "index", "table", "shard", "proxy")
    for word in words:
        for number in (1, 2, 3):
            told = note(f"{word}-{number}", f"{word * 3} {number}.", f"{word} {number}")
            learner.propose(told)
    queue = learner.queue()
    ids = [each.id for each in queue.pending()]
    first = next(id_[0] for id_ in ids if sum(o[0] == id_[0] for o in ids) > 1)
    both = [id_ for id_ in ids if id_[0] == first]
    with pytest.raises(BadUsage) as raised:
        chosen(queue, [first])
    assert raised.value.message == f"{len(both)} proposals begin with '{first}'"
    assert raised.value.hint == f"such as {both[0]} and {both[1]}"


def test_what_became_of_a_decided_one_is_said(learner: Learner) -> None:
    learner.propose(note())
    (waiting,) = learner.waiting()
    with pytest.raises(NotFound, match="waits for review"):
        chosen(learner.queue(), [waiting.id], rejected=True)
    learner.queue().reject([waiting], NOW)
    with pytest.raises(NotFound, match="was rejected") as raised:
        chosen(learner.queue(), [waiting.id])
    assert raised.value.hint == f"`memsync learn undo {waiting.id}` reverts that"
    found = chosen(learner.queue(), [waiting.id[:5]], rejected=True)
    assert [each.id for each in found] == [waiting.id]


def test_an_accepted_one_is_said_to_be_accepted(learner: Learner) -> None:
    learner.propose(note())
    (waiting,) = learner.waiting()
    learner.accept(waiting)
    with pytest.raises(NotFound, match="was accepted") as raised:
        chosen(learner.queue(), [waiting.id])
    assert "memsync learn undo" in str(raised.value.hint)


@pytest.mark.parametrize(
    ("draft", "action", "text"),
    [
        (note(), "create", "create deploys"),
        (note(), "update", "update deploys"),
        (note(body="")._replace(kind="retire"), "retire", "retire deploys"),
        (skill(), "skill", "skill release"),
        (skill(body=" \n"), "skill", "retire skill release"),
        (summary(), "summary", "summary"),
    ],
)
def test_a_proposal_in_a_few_words(draft: Draft, action: Action, text: str) -> None:
    assert said(proposal(draft, action)) == text


def test_a_name_for_people_has_no_escape_and_the_summary_is_called_so() -> None:
    assert name_of(proposal(summary(), "summary")) == "summary"
    shown = name_of(proposal(note("a\x1b[2Jb"), "create"))
    assert "\x1b" not in shown


def test_a_row_has_the_first_session_and_how_many_more(learner: Learner) -> None:
    queue = learner.queue()
    two = note()._replace(sources=(source(), source(session="5b"), source(session="6")))
    none = note()._replace(sources=(), trusted=False)
    found = rows(queue, [proposal(two, "create"), proposal(none, "create")])
    assert found[0][:4] == (
        *("0badcafe", "create deploys", "workspace"),
        "claude-code:4f2a and 2 more",
    )
    assert found[0][5] == ""
    assert found[1][3] == ""
    assert found[1][5] == (
        "not all of it rests on a person's words: an agent or a tool said some"
    )


def test_a_whole_proposal_has_its_change_its_reason_and_its_quotes(
    learner: Learner,
) -> None:
    learner.propose(note()._replace(why="a deploy\x1b[2J broke"))
    (waiting,) = learner.waiting()
    text = whole(learner.queue(), waiting)
    lines = text.splitlines()
    assert lines[0] == f"{waiting.id}  create deploys  (workspace)"
    assert lines[1].startswith("why: a deploy")
    assert waiting.diff.splitlines()[0] in lines
    assert f"  > {QUOTE}" in lines
    assert "\x1b" not in text
    skilled = whole(learner.queue(), proposal(skill(), "skill"))
    assert "note: it is a skill: agents will follow its steps" in skilled
