"""`memsync learn review`, `accept`, `reject`, `undo`, `clear`: a person decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.proposals import BODY, PORTS, QUOTE, Learner, note, skill, summary
from support.terminal import typed
from support.trees import tree

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine, Ran


@pytest.fixture
def learner(machine: Machine) -> Learner:
    """A repository with a memory, of which three things were proposed."""
    return Learner.of(machine, note(), PORTS, summary())


def learn(learner: Learner, *words: str, want: int = 0) -> Ran:
    return learner.machine.memsync("learn", *words, cwd=learner.repository, want=want)


def ids(learner: Learner) -> dict[str, str]:
    return {
        each["name"] or each["action"]: each["id"]
        for each in learn(learner, "review", "--json").json
    }


def test_off_a_terminal_review_lists(learner: Learner) -> None:
    listed = learn(learner, "review", "--json").json
    assert [(each["action"], each["name"]) for each in listed] == [
        ("create", "deploys"),
        ("create", "ports"),
        ("summary", ""),
    ]
    first = listed[0]
    assert set(first) == {"id", "action", "name", "scope", "sources", "diff"}
    assert first["scope"] == "workspace"
    assert first["sources"][0]["quotes"] == [QUOTE]
    assert f"+{BODY}\n" in first["diff"]
    rows = [line.split("\t") for line in learn(learner, "review").out.splitlines()]
    assert rows[0][:4] == [
        first["id"],
        "create deploys",
        "workspace",
        "claude-code:4f2a",
    ]
    whole = learn(learner, "review", first["id"][:4]).out
    assert f"  > {QUOTE}\n" in whole
    assert "2026-09-" in whole


def test_one_key_decides_each_proposal_on_a_terminal(
    learner: Learner, tmp_path: Path
) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nsed -i s/8080/9090/ "$1"\n')
    editor.chmod(0o755)
    keys = "q quit: "
    screen = typed(
        learner.machine,
        ("learn", "review"),
        [(keys, "r"), (keys, "e"), (keys, "a")],
        cwd=learner.repository,
        environ={"EDITOR": str(editor)},
    )
    assert "[1/3] " in screen.text
    assert f"> {QUOTE}" in screen.text
    assert not (learner.memory / "deploys.md").exists()
    assert "The server listens on 9090." in learner.text("ports.md")
    assert (learner.memory / "learned/summary.md").exists()
    assert ids(learner) == {}
    # What a person edited is that person's, so nothing replaces it unasked.
    later = PORTS._replace(body="The server listens on 7070.")
    assert learner.propose(later, review=False).accepted == ()


def test_quitting_and_skipping_decide_nothing(learner: Learner) -> None:
    keys = "q quit: "
    typed(
        learner.machine,
        ("learn", "review"),
        [(keys, "s"), (keys, "x?q")],
        cwd=learner.repository,
    )
    assert len(ids(learner)) == 3


def test_accept_takes_ids_and_their_beginnings(learner: Learner) -> None:
    found = ids(learner)
    dry = learn(learner, "accept", found["ports"], "--dry-run", "--json").json
    assert [each["path"] for each in dry["accepted"]] == [None]
    assert not (learner.memory / "ports.md").exists()
    done = learn(learner, "accept", found["ports"][:5], found["deploys"], "--json").json
    assert [(each["action"], each["name"]) for each in done["accepted"]] == [
        ("create", "ports"),
        ("create", "deploys"),
    ]
    assert done["accepted"][0]["path"] == str(learner.memory / "ports.md")
    assert set(ids(learner)) == {"summary"}
    # Both were one command, so both are taken back by one.
    undone = learn(learner, "undo", "--json").json
    assert undone["command"] == "learn accept"
    assert set(ids(learner)) == {"summary", "ports", "deploys"}


def test_all_leaves_what_needs_a_look(learner: Learner) -> None:
    guess = note("guess", "Port 1 may do.", "a tool printed this line as its output")
    mine = note("mine", "What a model says.", "something else that was said in there")
    learner.machine.memsync("write", "mine", "-m", "My own.", cwd=learner.repository)
    learner.propose(guess._replace(trusted=False), skill(), mine)
    done = learn(learner, "accept", "--all", "--json").json
    assert {each["name"] for each in done["accepted"]} == {"deploys", "ports", ""}
    left = ids(learner)
    assert set(left) == {"guess", "release", "mine"}
    assert {each["id"] for each in done["left"]} == set(left.values())
    assert "My own." in learner.text("mine.md")
    learn(learner, "accept", *left.values())
    assert "What a model says." in learner.text("mine.md")
    assert (learner.memory / "learned/skills/release/SKILL.md").exists()


def test_a_mistyped_id_is_told_the_nearest(learner: Learner) -> None:
    id_ = ids(learner)["ports"]
    wrong = id_[:-1] + ("0" if id_[-1] != "0" else "1")
    ran = learn(learner, "accept", wrong, want=17)
    assert f"did you mean {id_}?" in ran.err
    error = learn(learner, "reject", "zz", "--json", want=17).json["error"]
    assert error["code"] == "no-such-proposal"
    learn(learner, "accept", want=2)
    learn(learner, "accept", "--all", id_, want=2)
    learn(learner, "reject", want=2)


def test_ids_are_completed(learner: Learner) -> None:
    id_ = ids(learner)["ports"]
    words = f"memsync learn accept {id_[:4]}"
    ask = (
        'source /dev/stdin <<< "$(memsync completion bash)"\n'
        "COMP_LINE=$1 COMP_POINT=${#1}\n_memsync_completion memsync\n"
        "printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    ran = learner.machine.run(
        "bash", "--norc", "-c", ask, "bash", words, cwd=learner.repository
    )
    assert ran.out.split() == [id_]


def test_a_rejection_is_for_ever_until_it_is_cleared(learner: Learner) -> None:
    id_ = ids(learner)["deploys"]
    learn(learner, "reject", id_, "--dry-run")
    assert "deploys" in ids(learner)
    assert learn(learner, "reject", id_, "--json").json == {"rejected": [id_]}
    reworded = note("main", "`main` is never deployed.")
    assert learner.propose(note(), reworded).waiting == ()
    before = learn(learner, "clear", "--dry-run", "--json").json
    assert before["proposals"] == 2
    assert learn(learner, "clear", "--json").json == before
    assert ids(learner) == {}
    assert [p.draft.name for p in learner.propose(note()).waiting] == ["deploys"]


def test_a_trial_of_clearing_leaves_nothing(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    (top / ".coyote/memory/agent.md").write_text("not seen before\n")
    before = tree(machine.folder)
    machine.memsync("learn", "clear", "--dry-run", cwd=top)
    assert tree(machine.folder) == before


def test_undo_says_what_it_would_do_and_ends(learner: Learner) -> None:
    learn(learner, "accept", "--all")
    dry = learn(learner, "undo", "--dry-run", "--json").json
    assert (learner.memory / "ports.md").exists()
    done = learn(learner, "undo", "--json").json
    assert done["items"] == dry["items"]
    assert not (learner.memory / "ports.md").exists()
    withdrawn = learn(learner, "undo", "--json").json["withdrawn"]
    assert len(withdrawn) == 3
    ran = learn(learner, "undo", "--json")
    assert "nothing to undo" in ran.err
    assert ran.json["command"] is None


def test_undo_leaves_what_changed_since(learner: Learner) -> None:
    learn(learner, "accept", ids(learner)["ports"])
    learner.machine.memsync("write", "ports", "-m", "9090", cwd=learner.repository)
    ran = learn(learner, "undo", "--json", want=1)
    assert [each["name"] for each in ran.json["kept"]] == ["ports"]
    assert "9090" in learner.text("ports.md")


def test_the_general_undo_takes_an_acceptance_back_too(learner: Learner) -> None:
    learn(learner, "accept", ids(learner)["ports"])
    undone = learner.machine.memsync("undo", "--json", cwd=learner.repository).json
    assert undone["command"] == "learn accept"
    assert not (learner.memory / "ports.md").exists()


def test_nothing_waits_anywhere_else(learner: Learner) -> None:
    other = learner.machine.repository("other")
    ran = learner.machine.memsync("learn", "review", "--json", cwd=other)
    assert ran.json == []
    assert "no proposal waits here" in ran.err
    learner.machine.memsync("learn", "review", cwd=learner.machine.home, want=10)


def test_a_secret_that_a_person_types_into_a_proposal_is_refused(
    learner: Learner, tmp_path: Path
) -> None:
    from support.tokens import github

    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\necho "the token is {github()}" >> "$1"\n')
    editor.chmod(0o755)
    keys = "q quit: "
    screen = typed(
        learner.machine,
        ("learn", "review", ids(learner)["ports"]),
        [(keys, "e")],
        cwd=learner.repository,
        environ={"EDITOR": str(editor)},
        want=14,
    )
    assert github() not in screen.text
    assert not (learner.memory / "ports.md").exists()
    assert "ports" in ids(learner)
