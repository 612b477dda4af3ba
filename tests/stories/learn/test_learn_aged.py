"""Facts that aged: files that are gone, and notes that say the same twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.learner import FACT, QUESTION, Learning, facts
from support.proposals import Learner, note

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

BODY = """\
Deploys run `tools/deploy.sh`, which reads conf/prod.toml:12 and `code.py`.
See also tools/never-there.sh, https://example.org/tools/deploy.sh and e.g. and/or.
The old scripts were in `scripts/`.
"""


@pytest.fixture
def learner(machine: Machine) -> Learner:
    """A repository with a learned note that names files."""
    repository = machine.repository()
    machine.memsync("init", cwd=repository)
    for file in ("tools/deploy.sh", "conf/prod.toml", "scripts/a.sh"):
        (repository / file).parent.mkdir(exist_ok=True)
        (repository / file).write_text("x\n")
    machine.git("add", "tools", "conf", "scripts", cwd=repository)
    machine.git("commit", "-qm", "tools", cwd=repository)
    learner = Learner(machine, repository)
    learner.propose(note("deploys", BODY))
    learner.accept(*learner.waiting())
    return learner


def aged(machine: Machine, repository: Path) -> list[dict[str, Any]]:
    found = machine.memsync("lint", "--json", cwd=repository).json["findings"]
    return [each for each in found if each["rule"] == "aged"]


def test_a_learned_note_is_named_whose_files_are_gone(learner: Learner) -> None:
    machine, repository = learner.machine, learner.repository
    assert aged(machine, repository) == []
    machine.git("rm", "-q", "tools/deploy.sh", cwd=repository)
    machine.git("mv", "conf/prod.toml", "conf/live.toml", cwd=repository)
    machine.git("rm", "-rq", "scripts", cwd=repository)
    machine.git("commit", "-qm", "tidy", cwd=repository)
    found = aged(machine, repository)
    assert {(f["note"], f["severity"]) for f in found} == {("deploys", "warning")}
    said = [f["message"].split("'")[1] for f in found]
    assert said == ["tools/deploy.sh", "conf/prod.toml", "scripts"]
    lines = learner.text("deploys.md").splitlines()
    assert all(f["message"].split("'")[1] in lines[f["line"] - 1] for f in found)
    # A person's note may name what it likes.
    machine.memsync("write", "mine", "-m", BODY, cwd=repository)
    assert {f["note"] for f in aged(machine, repository)} == {"deploys"}
    # In a linked worktree the files of that one count.
    tree = repository.parent / "tree"
    machine.git("worktree", "add", "-q", tree, "HEAD~1", cwd=repository)
    assert aged(machine, tree) == []


def test_two_notes_that_say_the_same_are_proposed_as_one(machine: Machine) -> None:
    learning = Learning.of(machine)
    machine.memsync("init", cwd=learning.top)
    learner = Learner(machine, learning.top)
    body = "Deploys leave from the release branch, never from main."
    learner.learn_twice(
        *(
            note(name, body + more, f"a quote of its own, which {name} rests on")
            for name, more in (("one", ""), ("two", " Always."))
        )
    )
    learning.enable()
    done = learning.run()
    assert done["calls"] == 0
    said = {(each["action"], each["name"]) for each in done["proposals"]}
    assert said == {("update", "one"), ("retire", "two")}
    assert learning.run()["proposals"] == []
    machine.memsync("learn", "accept", "--all", cwd=learning.top)
    listed = machine.memsync("list", "--json", cwd=learning.top).json
    assert [each["name"] for each in listed] == ["one"]
    text = (learning.top / ".coyote/memory/one.md").read_text()
    assert "Always." in text


def test_the_same_fact_of_another_session_is_no_second_note(machine: Machine) -> None:
    learning = Learning.of(machine)
    machine.memsync("init", cwd=learning.top)
    first = learning.session(1, hours=60)
    learning.script[first] = [facts(FACT)]
    learning.enable(review=False)
    learning.run()
    second = learning.session(2, hours=50)
    again = {**FACT, "text": "Only the release branch is deployed, so not main."}
    assert again["quotes"] == [QUESTION]
    learning.script[second] = [facts(again)]
    twin = {
        "name": "release-branch",
        "description": "The branch to deploy",
        "type": "feedback",
        "scope": "workspace",
        "body": "Only `release` is deployed.",
        "from": ["$all"],
    }
    learning.script["consolidate"].append({"answer": {"notes": [twin]}})
    learning.run()
    listed = machine.memsync("list", "--json", cwd=learning.top).json
    assert [each["name"] for each in listed] == ["deploys"]
    text = (learning.top / ".coyote/memory/deploys.md").read_text()
    assert "Only `release` is deployed." in text
