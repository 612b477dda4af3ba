"""Several commands that decide the same proposals at once."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest
from support.proposals import BODY, Learner, note

if TYPE_CHECKING:
    from support.machine import Machine

    from memsync.learn.proposal import Draft

AT_ONCE = 4


@pytest.fixture
def learner(machine: Machine) -> Learner:
    """A repository with a memory, of which six things were proposed."""
    learner = Learner.of(machine, note(), *(_topic(number) for number in range(5)))
    assert len(learner.waiting()) == 6
    return learner


def _topic(number: int) -> Draft:
    word = ("harbour", "parser", "ledger", "gateway", "invoice")[number]
    return note(word, f"The {word} has a test.", f"somebody said the {word} has a test")


def together(learner: Learner, *commands: tuple[str, ...]) -> list[tuple[int, str]]:
    """Start commands at the same time; the code and the output of each."""
    started = [
        subprocess.Popen(
            ["memsync", "learn", *words],
            cwd=learner.repository,
            env=learner.machine.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for words in commands
    ]
    ended = [process.communicate() for process in started]
    return [
        (process.returncode, out)
        for process, (out, _) in zip(started, ended, strict=True)
    ]


def test_each_proposal_is_accepted_once(learner: Learner) -> None:
    accept = ("accept", "--all", "--json")
    done = together(learner, *[accept] * AT_ONCE)
    assert {code for code, _ in done} == {0}
    names = [each["name"] for _, out in done for each in json.loads(out)["accepted"]]
    assert sorted(names) == sorted(
        ["deploys", "gateway", "harbour", "invoice", "ledger", "parser"]
    )
    assert learner.waiting() == ()
    index = learner.text("MEMORY.md")
    assert [index.count(f"[[{name}]]") for name in names] == [1] * len(names)
    # Nothing was replaced by a second acceptance.
    archive = ("archive", "list", "--json")
    assert learner.machine.memsync(*archive, cwd=learner.repository).json == []
    assert BODY in learner.text("deploys.md")


def test_a_proposal_is_accepted_or_rejected_and_never_both(learner: Learner) -> None:
    ids = [proposal.id for proposal in learner.waiting()]
    accept, reject = (("accept", *ids, "--json"), ("reject", *ids, "--json"))
    done = together(learner, accept, reject, accept, reject)
    # Whoever comes too late for all of them is told so.
    assert {code for code, _ in done} <= {0, 17}
    assert learner.waiting() == ()
    rejected = {proposal.id for proposal in learner.queue().rejected()}
    listed = learner.machine.memsync("list", "--json", cwd=learner.repository).json
    assert len(listed) + len(rejected) == len(ids)
    accepted = [
        each["id"]
        for code, out in done
        if code == 0
        for each in json.loads(out).get("accepted", [])
    ]
    assert sorted([*accepted, *rejected]) == sorted(ids)
