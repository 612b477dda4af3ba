"""`memsync learn reject` and the way back, on one machine and on two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import warm
from support.before import Before
from support.faults import COUNT, FULL, KILL
from support.proposals import BODY, QUOTE, Learner, note

if TYPE_CHECKING:
    from support.machine import Machine, Ran

OTHER = "the release branch is tagged by the pipeline alone"

# Of the steps that change the disk.
STRIDE = 3


@pytest.fixture
def learner(machine: Machine) -> Learner:
    """A repository with a memory, of which two things were proposed."""
    return Learner.of(machine, note(), note("tags", "The pipeline tags.", OTHER))


def learn(learner: Learner, *words: str, want: int = 0) -> Ran:
    return learner.machine.memsync("learn", *words, cwd=learner.repository, want=want)


def ids(learner: Learner, *options: str) -> dict[str, str]:
    found = learn(learner, "review", "--json", *options).json
    return {each["name"]: each["id"] for each in found}


def test_a_rejected_proposal_is_listed_and_waits_again(learner: Learner) -> None:
    id_ = ids(learner)["deploys"]
    learn(learner, "reject", id_)
    assert set(ids(learner)) == {"tags"}
    (listed,) = learn(learner, "review", "--rejected", "--json").json
    assert set(listed) == {"id", "action", "name", "scope", "sources", "diff"}
    assert (listed["id"], listed["sources"][0]["quotes"]) == (id_, [QUOTE])
    assert f"+{BODY}\n" in learn(learner, "review", "--rejected", id_[:4]).out
    would = learn(learner, "undo", id_[:4], "--dry-run")
    assert would.out == f"would be waiting again: {id_}, create deploys\n"
    assert "deploys" not in ids(learner)
    done = learn(learner, "undo", id_[:4], "--json").json
    assert done["command"] == "learn reject"
    assert done["waiting"] == [id_]
    assert (done["items"], done["kept"], done["withdrawn"]) == ([], [], [])
    assert ids(learner)["deploys"] == id_
    assert ids(learner, "--rejected") == {}
    learn(learner, "accept", id_)
    assert BODY in learner.text("deploys.md")


def test_its_words_and_quotes_may_be_proposed_again(learner: Learner) -> None:
    id_ = ids(learner)["deploys"]
    learn(learner, "reject", id_)
    reworded = note("main", "`main` is never deployed.")
    assert learner.propose(reworded).waiting == ()
    learn(learner, "undo", id_)
    learner.machine.memsync("learn", "accept", id_, cwd=learner.repository)
    learn(learner, "undo")
    assert not learner.queue().is_rejected([QUOTE])
    # Rejected, taken back and rejected again is rejected.
    learn(learner, "reject", id_)
    assert learner.propose(note(), reworded).waiting == ()
    learn(learner, "undo", id_)
    assert not learner.queue().is_rejected([QUOTE])


def test_a_quote_of_another_rejected_proposal_stays_rejected(
    learner: Learner,
) -> None:
    learner.propose(note("both", "Ann signs each of them.", QUOTE, OTHER))
    found = ids(learner)
    learn(learner, "reject", found["tags"], found["both"])
    learn(learner, "undo", found["both"])
    queue = learner.queue()
    assert queue.is_rejected([OTHER])
    assert not queue.is_rejected([QUOTE])
    learn(learner, "undo", found["tags"])
    assert not learner.queue().is_rejected([OTHER])


def test_what_was_not_rejected_is_not_restored(learner: Learner) -> None:
    found = ids(learner)
    ran = learn(learner, "undo", found["tags"], want=17)
    assert f"proposal '{found['tags']}' waits for review" in ran.err
    learn(learner, "accept", found["tags"])
    ran = learn(learner, "undo", found["tags"], want=17)
    assert f"proposal '{found['tags']}' was accepted" in ran.err
    assert "`memsync learn undo` reverts the last acceptance" in ran.err
    learn(learner, "reject", found["deploys"])
    ran = learn(learner, "accept", found["deploys"], want=17)
    assert f"`memsync learn undo {found['deploys']}` reverts that" in ran.err
    ran = learn(learner, "undo", "zz", want=17)
    assert "see `memsync learn review --rejected`" in ran.err
    # Without an id, undo is of the last acceptance still.
    assert learn(learner, "undo", "--json").json["command"] == "learn accept"
    learn(learner, "clear")
    assert ids(learner, "--rejected") == {}


def test_rejected_ids_are_completed(learner: Learner) -> None:
    found = ids(learner)
    learn(learner, "reject", found["tags"])
    ask = (
        'source /dev/stdin <<< "$(memsync completion bash)"\n'
        "COMP_LINE=$1 COMP_POINT=${#1}\n_memsync_completion memsync\n"
        "printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    ran = learner.machine.run(
        *("bash", "--norc", "-c", ask, "bash", "memsync learn undo "),
        cwd=learner.repository,
    )
    assert ran.out.split() == [found["tags"]]


@pytest.mark.parametrize("verb", ["reject", "undo"])
def test_killed_anywhere_it_loses_no_proposal(learner: Learner, verb: str) -> None:
    machine, id_ = learner.machine, ids(learner)["deploys"]
    if verb == "undo":
        learn(learner, "reject", id_)
    argv = ("-C", str(learner.repository), "learn", verb, id_)
    before = Before(machine.folder)
    steps = warm.stopped(machine, *argv, fault=COUNT).changed
    assert len(steps) > 5
    for fault in (KILL, FULL):
        for at in steps[::STRIDE]:
            before.restore()
            ended = warm.stopped(machine, *argv, fault=fault, at=at)
            # A full disk stops no removal, which may be the last step.
            if (fault, ended.hit) != (FULL, "unlink"):
                assert ended.code != 0
            waiting = id_ in ids(learner).values()
            assert waiting != (id_ in ids(learner, "--rejected").values()), at
            if waiting != (verb == "undo"):
                learn(learner, verb, id_)
            learner.machine.memsync("learn", "status", cwd=learner.repository)
            assert learner.queue().is_rejected([QUOTE]) == (verb == "reject"), at
