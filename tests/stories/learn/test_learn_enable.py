"""Turning learning on, asking whether it works, and runs that nobody started."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

import pytest
import yaml
from support.chat_server import ChatServer
from support.learner import FACT, NOTES, Learning, facts
from support.terminal import typed

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def learning(machine: Machine) -> Learning:
    return Learning.of(machine)


def user_file(learning: Learning) -> Path:
    return learning.machine.config / "config.yaml"


def enabled(learning: Learning) -> dict[str, object]:
    found: dict[str, object] = yaml.safe_load(user_file(learning).read_text())["learn"]
    return found


def test_off_a_terminal_it_prints_its_plan_and_changes_nothing(
    learning: Learning,
) -> None:
    learning.session()
    done = learning.machine.memsync(
        "learn", "enable", "ollama", "--model", "qwen3", cwd=learning.top, want=1
    )
    assert "1 are ready" in done.out
    assert "to: ollama run qwen3" in done.out
    assert "Ollama, on this machine" in done.out
    assert "tokens for the first run" in done.out
    assert not user_file(learning).exists()


def test_with_yes_it_writes_the_recipe_and_turns_it_on(learning: Learning) -> None:
    done = learning.run("enable", "claude", "--unattended", "--yes")
    assert done["enabled"]
    assert done["recipe"] == "claude"
    found = enabled(learning)
    assert found["enabled"] is True
    assert found["unattended"] is True
    command = found["command"]
    assert isinstance(command, list)
    assert command[:2] == ["claude", "-p"]
    assert command[command.index("--tools") + 1] == ""
    shown = learning.machine.memsync("config", "get", "learn.command", cwd=learning.top)
    assert "--no-session-persistence" in shown.out


def test_a_person_at_a_terminal_is_asked(learning: Learning) -> None:
    typed(
        learning.machine,
        ["learn", "enable", "llm"],
        [("Turn it on?", "y")],
        cwd=learning.top,
    )
    assert enabled(learning)["command"] == ["llm", "--no-log"]


def test_an_endpoint_replaces_a_command_and_comments_stay(learning: Learning) -> None:
    learning.enable()
    text = "# mine\n" + user_file(learning).read_text()
    user_file(learning).write_text(text)
    url = "http://127.0.0.1:11434/v1"
    given = ("--endpoint", url, "--model", "small")
    learning.run("enable", *given, "--dry-run")
    assert user_file(learning).read_text() == text
    learning.run("enable", *given, "--yes")
    assert user_file(learning).read_text().startswith("# mine\n")
    found = enabled(learning)
    assert (found["command"], found["endpoint"]) == ([], url)


def test_an_endpoint_in_clear_is_not_enabled(learning: Learning) -> None:
    given = ("--endpoint", "http://example.com", "--model", "x", "--yes")
    learning.run("enable", *given, want=16)
    assert not user_file(learning).exists()


def doctor(
    learning: Learning, *more: str, want: int = 0
) -> dict[str, dict[str, object]]:
    learning.save()
    command = ("doctor", "--learn", "--json", *more)
    done = learning.machine.memsync(*command, cwd=learning.top, want=want)
    return {check["name"]: check for check in done.json["checks"]}


def test_doctor_names_a_command_that_is_no_recipe_and_asks_only_with_yes(
    learning: Learning,
) -> None:
    learning.enable()
    checks = doctor(learning)
    assert "not a recipe" in str(checks["learn.command"]["message"])
    assert learning.calls == []
    assert doctor(learning, "--yes")["answer"]["ok"]
    assert len(learning.calls) == 1
    learning.script["other"] = [{"raw": "hello"}]
    assert not doctor(learning, "--yes", want=1)["answer"]["ok"]


def test_doctor_says_what_is_missing(learning: Learning) -> None:
    assert not doctor(learning, want=1)["model"]["ok"]
    learning.enable(command=["no-such-program-anywhere", "x"])
    assert not doctor(learning, want=1)["learn.command"]["ok"]
    learning.enable(command=["ollama", "run", "tiny"])
    (learning.machine.folder / "bin").mkdir()
    program = learning.machine.folder / "bin/ollama"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    path = learning.machine.environ["PATH"]
    learning.machine.environ["PATH"] = f"{program.parent}{os.pathsep}{path}"
    assert "recipe ollama" in str(doctor(learning)["learn.command"]["message"])


def start(learning: Learning) -> None:
    learning.save()
    given = json.dumps({"cwd": str(learning.top), "session_id": "s"})
    hook = ("hook", "session-start", "--agent", "claude-code")
    learning.machine.memsync(*hook, cwd=learning.top, stdin=given)


def calls_after(learning: Learning, wanted: int) -> int:
    """How often the model was asked, once that is as often as is wanted."""
    deadline = time.monotonic() + 60
    while len(learning.calls) < wanted and time.monotonic() < deadline:
        time.sleep(0.1)
    return len(learning.calls)


def turn(learning: Learning) -> str:
    """When a run by itself last began: written before its process is started."""
    stamp = learning.machine.state / "learn.started"
    return stamp.read_text() if stamp.exists() else "never"


def quiet(learning: Learning) -> int:
    """How often the model was asked, when no run can begin any more."""
    learning.run("status")
    time.sleep(4)
    return len(learning.calls)


def test_the_start_of_a_session_starts_a_run_once_an_hour(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT)]
    learning.enable(unattended=True)
    start(learning)
    assert calls_after(learning, 2) >= 2
    learning.session(2)
    began = turn(learning)
    assert began != "never"
    start(learning)
    assert turn(learning) == began
    assert [run["by_itself"] for run in learning.run("log")] == [True]
    (learning.machine.state / "learn.started").write_text("1\n")
    asked = len(learning.calls)
    start(learning)
    assert calls_after(learning, asked + 1) > asked
    runs = learning.run("log")
    assert [run["by_itself"] for run in runs] == [True, True]
    assert len(learning.run("status")["proposals"]) == 1


@pytest.mark.parametrize(
    "settings", [{}, {"unattended": False}, {"enabled": False, "unattended": True}]
)
def test_no_run_starts_by_itself_unless_the_file_says_so(
    learning: Learning, settings: dict[str, object]
) -> None:
    learning.session()
    learning.enable(**settings)
    learning.machine.environ["MEMSYNC_LEARN_UNATTENDED"] = "true"
    start(learning)
    assert turn(learning) == "never"


def test_a_repository_may_only_switch_it_off(learning: Learning) -> None:
    learning.session()
    learning.enable(unattended=True)
    (learning.top / ".coyote").mkdir()
    file = learning.top / ".coyote/memsync.yaml"
    file.write_text("learn:\n  enabled: false\n")
    start(learning)
    assert turn(learning) == "never"
    learning.run(want=16)
    file.write_text("learn:\n  command: [evil]\n")
    error = learning.run(want=16)["error"]
    assert "a repository cannot set learn.command" in error["message"]


def test_by_itself_it_asks_no_model_that_was_not_confirmed(learning: Learning) -> None:
    learning.session()
    learning.enable()
    learning.run()
    assert len(learning.calls) == 1
    learning.session(2)
    with ChatServer() as server:
        server.says({"facts": [FACT]}, NOTES)
        url = server.url
        learning.enable(command=[], endpoint=url, model="m", unattended=True)
        start(learning)
        assert quiet(learning) == 1
        assert server.seen == []
        status = learning.run("status")
        assert not status["confirmed"]
        assert status["confirmed_model"] == str(learning.program)
        whole = learning.machine.memsync("status", cwd=learning.top).out
        assert "the model is not the one you confirmed" in whole
        learning.run("enable", "--yes")
        assert learning.run("status")["confirmed"]


def test_the_timer_learns_wherever_a_person_did(learning: Learning) -> None:
    learning.session()
    learning.enable(unattended=True)
    learning.run()
    other = learning.machine.repository("other")
    learning.session(2, top=other)
    learning.session(3)
    by_timer = ("-q", "learn", "--by-itself", "--known")
    learning.machine.memsync(*by_timer)
    assert len(learning.calls) == 2
    remote = {"MEMSYNC_SYNC_REMOTE": "file:///nowhere"}
    dry_run = ("sync", "timer", "install", "--dry-run")
    unit = learning.machine.memsync(*dry_run, environ=remote).out
    assert '"-q" "learn" "--by-itself" "--known"' in unit
    learning.enable(unattended=False)
    unit = learning.machine.memsync(*dry_run, environ=remote).out
    assert '"learn"' not in unit


def test_status_has_a_line_on_learning(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT)]
    assert "learn" not in learning.machine.memsync("status", cwd=learning.top).out
    learning.enable()
    learning.run()
    said = learning.machine.memsync("status", cwd=learning.top).out
    assert "1 proposal to review" in said
    found = learning.machine.memsync("status", "--json", cwd=learning.top).json
    assert found["learn"]["proposals"] == 1
