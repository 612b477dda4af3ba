"""`memsync learn` with a scripted model: what is read, asked, checked and proposed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.learner import ANSWER, FACT, QUESTION, TURNS, Learning, facts

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.fixture
def learning(machine: Machine) -> Learning:
    return Learning.of(machine)


def test_a_fact_of_a_session_is_proposed_with_its_words(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT, synopsis="A deploy broke, and was fixed.")]
    learning.enable()
    done = learning.run()
    assert done["sessions"] == {"read": [id_], "skipped": []}
    assert (done["calls"], done["facts"], done["dropped"]) == (2, 1, 0)
    assert done["failed"] == []
    assert done["tokens"]["in"] > 100
    (proposal,) = done["proposals"]
    assert set(proposal) == {"id", "action", "name", "scope", "sources", "diff"}
    assert proposal["action"] == "create"
    assert proposal["name"] == "deploys"
    assert proposal["scope"] == "workspace"
    assert proposal["sources"] == [{"session": id_, "quotes": [QUESTION]}]
    assert "+Deploy from `release` only" in proposal["diff"]
    # Proposed before it is believed.
    assert learning.machine.memsync("list", "--json", cwd=learning.top).json == []


def test_a_session_is_read_once(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT)]
    learning.enable()
    learning.run()
    done = learning.run()
    assert done["calls"] == 0
    assert done["sessions"]["skipped"] == [{"id": id_, "why": "already read"}]
    assert len(learning.calls) == 2


def test_the_model_gets_an_empty_folder_and_none_of_our_secrets(
    learning: Learning,
) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT)]
    learning.enable()
    learning.machine.environ["MEMSYNC_LEARN_KEY"] = "a-key"
    learning.machine.environ["MEMSYNC_SYNC_MACHINE"] = "desk"
    learning.run()
    first, second = learning.calls
    assert [first["stage"], second["stage"]] == ["extract", "consolidate"]
    assert first["listed"] == []
    assert first["cwd"] != second["cwd"]
    ours = {name for name in first["environ"] if name.startswith("MEMSYNC_")}
    assert ours == {"MEMSYNC_LEARN_STAGE"}
    assert QUESTION in first["prompt"]
    assert ANSWER in first["prompt"]


def test_nothing_is_asked_before_a_person_says_so(learning: Learning) -> None:
    learning.session()
    learning.enable(enabled=False)
    error = learning.run(want=16)["error"]
    assert "memsync learn enable" in error["hint"]
    learning.machine.environ["MEMSYNC_LEARN_ENABLED"] = "true"
    learning.run(want=16)
    assert learning.calls == []


def test_without_a_model_the_lines_that_set_one_are_shown(learning: Learning) -> None:
    learning.session()
    learning.enable(command=[])
    error = learning.run(want=16)["error"]
    assert error["code"] == "no-model"
    assert "learn.command" in error["hint"]
    assert "learn.endpoint" in error["hint"]
    told = learning.machine.memsync("learn", cwd=learning.top, want=16).err
    assert "\n  learn.command: [ollama, run, NAME]\nor:\n" in told


def test_a_look_calls_nothing_and_shows_the_very_words(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT)]
    learning.enable()
    done = learning.run("--dry-run", "--show-payload")
    assert learning.calls == []
    assert done["to"] == str(learning.program)
    assert done["sessions"]["read"] == [id_]
    (payload,) = done["payloads"]
    assert done["tokens"]["in"] == payload["tokens"]
    learning.run()
    assert learning.calls[0]["prompt"] == payload["text"]


def test_only_sessions_that_ended_are_read_and_the_newest_first(
    learning: Learning,
) -> None:
    now = learning.session(1, hours=2)
    old = learning.session(2, hours=24 * 40)
    short = learning.session(3, TURNS[:2])
    read = [learning.session(number, hours=20 + number) for number in (4, 5)]
    elsewhere = learning.machine.repository("other")
    learning.session(6, top=elsewhere)
    learning.enable()
    done = learning.run()
    assert done["sessions"]["read"] == read
    assert {row["id"]: row["why"] for row in done["sessions"]["skipped"]} == {
        now: "not ended yet",
        old: "too old",
        short: "too few turns",
    }
    assert done["proposals"] == []


def test_a_limit_leaves_the_older_ones_for_the_next_run(learning: Learning) -> None:
    ids = [learning.session(number, hours=20 + number) for number in range(3)]
    learning.enable()
    assert learning.run("--limit", "2")["sessions"]["read"] == ids[:2]
    assert learning.run()["sessions"]["read"] == ids[2:]


def test_a_session_that_is_named_is_read_alone(learning: Learning) -> None:
    ids = [learning.session(number, hours=1) for number in range(2)]
    learning.enable()
    assert learning.run("--session", ids[1])["sessions"]["read"] == [ids[1]]
    learning.run("--session", "ffffffff", want=17)


def test_a_session_that_goes_on_is_read_again(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts()]
    learning.enable()
    learning.run()
    learning.session(turns=(*TURNS, TURNS[0]))
    assert learning.run()["sessions"]["read"] == [id_]


def test_rebuild_reads_again(learning: Learning) -> None:
    id_ = learning.session()
    learning.enable()
    learning.run()
    assert learning.run("--rebuild")["sessions"]["read"] == [id_]


def test_an_answer_that_fails_is_asked_for_once_more(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [{"raw": "I think the facts are:"}, facts(FACT)]
    learning.enable()
    done = learning.run()
    assert done["sessions"]["read"] == [id_]
    assert done["calls"] == 3
    assert "could not be used" in learning.calls[1]["prompt"]
    assert "could not be used" not in learning.calls[0]["prompt"]


def test_under_its_stage_hooks_context_and_learn_do_nothing(learning: Learning) -> None:
    machine = learning.machine
    machine.memsync("remember", "The build needs node 20.", cwd=learning.top)
    learning.session()
    learning.enable()
    machine.environ["MEMSYNC_LEARN_STAGE"] = "extract"
    given = json.dumps({"cwd": str(learning.top), "prompt": "how do I build"})
    commands = (
        ("context",),
        ("hook", "session-start", "--agent", "claude-code"),
        ("hook", "user-prompt", "--agent", "claude-code"),
        ("learn",),
    )
    for command in commands:
        done = machine.memsync(*command, cwd=learning.top, stdin=given)
        assert (done.out, done.err) == ("", "")
    assert learning.calls == []


def test_the_models_own_session_is_never_one(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT)]
    learning.enable()
    learning.run()
    prompt = learning.calls[0]["prompt"]
    turns = (TURNS[0].__class__("user", prompt), *TURNS)
    learning.session(7, turns)
    listed = learning.machine.memsync("sessions", "list", "--json", cwd=learning.top)
    assert [row["id"] for row in listed.json] == [id_]


def test_the_log_and_the_status_tell_what_was_done(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT)]
    learning.enable()
    done = learning.run()
    status = learning.run("status")
    assert status["enabled"]
    assert status["today"]["calls"] == 2
    assert status["proposals"] == done["proposals"]
    (run,) = learning.run("log")
    assert run["sessions"]["read"] == [id_]
    assert run["model"] == str(learning.program)
    words = learning.machine.memsync("learn", "status", cwd=learning.top).out
    assert "proposals: 1" in words
