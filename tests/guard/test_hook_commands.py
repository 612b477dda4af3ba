"""The commands that hooks call: what they take, and that they fail closed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from support import tokens

from memsync.guard import hook

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.machine import Machine

    Run = Callable[..., int]

NOTE = "---\nname: {0}\ndescription: d\n---\n\n{1}\n"
COMMANDS = {
    "memsync-secrets": hook.secrets,
    "memsync-note-size": hook.note_size,
    "memsync-lint": hook.lint,
    "memsync-guard": hook.guard,
}


@pytest.fixture
def top(machine: Machine) -> Path:
    return machine.repository()


@pytest.fixture
def run(machine: Machine, top: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call a command in the repository as a hook does."""
    for name in os.environ:
        monkeypatch.delenv(name)
    for name, value in machine.environ.items():
        monkeypatch.setenv(name, value)

    def run(name: str, *arguments: str, below: str = "") -> int:
        monkeypatch.chdir(top / below)
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        return COMMANDS[name]()

    return run


def stage(machine: Machine, top: Path, name: str, text: str) -> str:
    file = top / f".coyote/memory/{name}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(NOTE.format(name, text))
    machine.git("add", "-f", str(file), cwd=top)
    return f".coyote/memory/{name}.md"


@pytest.mark.parametrize("name", COMMANDS)
def test_each_explains_itself(
    run: Run, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    for option in ("-h", "--help"):
        assert run(name, option) == 0
        assert capsys.readouterr().out.startswith(f"usage: {name} ")


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_that_it_has_not_is_a_usage_error(
    run: Run, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run(name, "--no-such") == 2
    assert capsys.readouterr().err == "memsync: no such option: --no-such\n"
    assert run("memsync-secrets", "--all") == 2


@pytest.mark.parametrize("name", COMMANDS)
def test_with_nothing_staged_there_is_nothing_to_say(
    run: Run, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run(name) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("name", "code"),
    [("memsync-secrets", 1), ("memsync-guard", 1), ("memsync-note-size", 0)],
)
def test_a_staged_secret_is_stopped_by_the_checks_that_look_for_it(
    machine: Machine,
    top: Path,
    run: Run,
    capsys: pytest.CaptureFixture[str],
    name: str,
    code: int,
) -> None:
    token = tokens.github()
    stage(machine, top, "key", f"Use {token} there.")
    assert run(name) == code
    out, err = capsys.readouterr()
    assert token not in out + err
    assert ("key.md" in out + err) is bool(code)


def test_it_runs_from_any_folder_of_the_repository(
    machine: Machine, top: Path, run: Run
) -> None:
    stage(machine, top, "key", f"Use {tokens.github()} there.")
    (top / "src").mkdir()
    assert run("memsync-guard", below="src") == 1
    assert run("memsync-guard", "key.md", below=".coyote/memory") == 1
    assert run("memsync-guard", "MEMORY.md", below=".coyote/memory") == 0


def test_behind_two_hyphens_all_is_a_name(
    machine: Machine, top: Path, run: Run
) -> None:
    stage(machine, top, "-h", f"Use {tokens.github()} there.")
    assert run("memsync-guard", "--", "-h.md", below=".coyote/memory") == 1


def test_a_named_file_that_is_not_staged_is_judged_whole(
    machine: Machine, top: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    path = stage(machine, top, "key", f"Use {tokens.github()} there.")
    machine.git("commit", "-qm", "past the hook", "--no-verify", cwd=top)
    assert run("memsync-guard") == 0
    assert run("memsync-guard", path) == 1
    assert "checked 1 whole file, not" in capsys.readouterr().err


def test_a_malformed_note_is_stopped_by_lint(
    machine: Machine, top: Path, run: Run
) -> None:
    file = top / ".coyote/memory/bad.md"
    file.parent.mkdir(parents=True)
    file.write_text("---\nname: [open\n---\n\nx\n")
    machine.git("add", "-f", str(file), cwd=top)
    assert run("memsync-lint") == 1
    assert run("memsync-secrets") == 0


def test_a_check_that_cannot_run_stops_the_commit(
    machine: Machine, top: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    (top / ".git/index").write_bytes(b"no index")
    assert run("memsync-guard") not in (0, 1)
    assert capsys.readouterr().err.startswith("memsync: ")
