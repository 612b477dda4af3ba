"""`memsync hook`, as an agent runs it: context in, a sync out, never a code."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Callable

SNIPPET = Path(__file__).parents[2] / "hooks/claude-code/settings.json"
EVENTS = ("session-start", "session-end")


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository whose memory knows one fact."""
    root = machine.repository()
    machine.memsync("init", cwd=root)
    machine.memsync("write", "auth", "-d", "Sessions", "-m", "On disk.", cwd=root)
    return root


def until(holds: Callable[[], bool]) -> bool:
    """Wait for what a detached process does, for as long as it may take."""
    for _ in range(300):
        if holds():
            return True
        time.sleep(0.1)
    return False


def snippet_command(event: str) -> str:
    hooks = json.loads(SNIPPET.read_text())["hooks"][event]
    command: str = hooks[0]["hooks"][0]["command"]
    return command


def test_claude_code_starts_with_the_context_of_its_folder(
    machine: Machine, root: Path
) -> None:
    event = {"hook_event_name": "SessionStart", "source": "startup", "cwd": str(root)}
    ran = machine.run(
        *("sh", "-c", snippet_command("SessionStart")), stdin=json.dumps(event)
    )
    assert ran.out.startswith(machine.memsync("context", cwd=root).out)
    assert "[[auth]]" in ran.out
    assert ran.err == ""


@pytest.mark.parametrize("stdin", ["", "no json", "[1]", '{"cwd": 3}', '{"cwd": "x"}'])
def test_without_an_event_the_working_folder_counts(
    machine: Machine, root: Path, stdin: str
) -> None:
    assert "[[auth]]" in machine.memsync(*START, cwd=root, stdin=stdin).out


START = ("hook", "session-start")


def test_a_session_does_not_hang_on_an_input_that_stays_open(
    machine: Machine, root: Path
) -> None:
    for write in (b"", json.dumps({"cwd": str(root)}).encode()):
        with subprocess.Popen(
            ["memsync", *START],
            cwd=root,
            env=machine.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(write)
            child.stdin.flush()
            assert b"[[auth]]" in child.stdout.read()
            assert child.wait(timeout=60) == 0


def test_a_session_does_not_hang_on_a_terminal(machine: Machine, root: Path) -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            ["memsync", *START],
            cwd=root,
            env=machine.environ,
            stdin=theirs,
            capture_output=True,
            check=True,
            timeout=60,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert b"[[auth]]" in done.stdout


def test_without_a_memory_a_session_hears_nothing(machine: Machine) -> None:
    for event in EVENTS:
        ran = machine.memsync("hook", event, cwd=machine.folder)
        assert (ran.out, ran.err) == ("", "")


@pytest.mark.parametrize("event", EVENTS)
def test_a_broken_configuration_is_one_line_and_exit_0(
    machine: Machine, root: Path, event: str
) -> None:
    machine.config.mkdir(parents=True)
    (machine.config / "config.yaml").write_text("memory: [\n")
    ran = machine.memsync("hook", event, cwd=root)
    assert ran.out == ""
    assert ran.err.startswith("memsync: ")
    assert "config.yaml" in ran.err


def test_no_mistake_gives_an_agent_a_code(machine: Machine, root: Path) -> None:
    machine.memsync("hook", cwd=root)
    machine.memsync("hook", "no-such-event", cwd=root)
    machine.memsync("hook", "session-start", "--no-such-option", cwd=root)
    machine.memsync("-C", "nowhere", *START, cwd=root)
    gone = machine.folder / "gone"
    gone.mkdir()
    script = f"rmdir '{gone}' && memsync hook session-end"
    machine.run("sh", "-c", script, cwd=gone)


def test_memory_off_means_no_context_and_no_sync(machine: Machine, root: Path) -> None:
    for event in EVENTS:
        ran = machine.memsync("hook", event, cwd=root, environ={"MEMSYNC_MEMORY": "0"})
        assert (ran.out, ran.err) == ("", "")


@pytest.mark.parametrize("event", EVENTS)
def test_a_session_mirrors_the_users_notes_without_waiting(
    tmp_path: Path, event: str
) -> None:
    machine = Machine(tmp_path / "desk")
    remote = tmp_path / "remote.git"
    machine.git("init", "--quiet", "--bare", str(remote))
    machine.memsync("write", "style", "--scope", "user", "-m", "Briefly.")
    machine.memsync("sync", "init", str(remote))
    machine.memsync("write", "late", "--scope", "user", "-m", "A later fact.")
    ran = machine.memsync("hook", event)
    assert ran.err == ""

    def arrived() -> bool:
        listing = ("ls-tree", "-r", "--name-only", "main")
        tree = machine.git(*listing, cwd=remote, want=None)
        return "user/late.md" in tree

    assert until(arrived)


def test_without_sync_no_process_is_left_behind(machine: Machine, root: Path) -> None:
    machine.memsync("hook", "session-end", cwd=root)
    assert not (machine.state / "mirror").exists()


@pytest.mark.parametrize("verb", ["install", "uninstall", "status"])
def test_an_agent_without_hooks_is_told_which_have_some(
    machine: Machine, verb: str
) -> None:
    ran = machine.memsync("hooks", verb, "--agent", "cline", want=2)
    assert "memsync has no hooks for cline\nhint: one of agents-md, claude-" in ran.err
    assert "cline," not in ran.err
