from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING

import click
import pytest

from memsync.cli import main
from memsync.cli.shared.session import json_option
from memsync.cli.verbs import SECTIONS, VERBS
from memsync.errors import Broken, Exit

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.machine import Machine


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_of_the_table_is_there_and_has_help(verb: str) -> None:
    command = import_module(f"memsync.cli.{VERBS[verb][0]}").command
    assert isinstance(command, click.Command)
    assert command.help


def verb_that(raises: Callable[[], object]) -> click.Command:
    @click.command()
    @json_option
    def command() -> None:
        raises()

    return command


def run_verb(
    monkeypatch: pytest.MonkeyPatch, raises: Callable[[], object], *arguments: str
) -> int:
    monkeypatch.setattr("memsync.cli.demo.command", verb_that(raises))
    return main.run(["demo", *arguments])


def test_an_error_is_a_message_a_hint_and_a_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise Broken("'x' is broken", hint="mend x")

    assert run_verb(monkeypatch, fail) == Exit.BROKEN
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "memsync: 'x' is broken\nhint: mend x\n"


def test_an_error_is_json_when_json_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise Broken("'x' is broken", word="file")

    assert run_verb(monkeypatch, fail, "--json") == Exit.BROKEN
    error = {"code": "file", "message": "'x' is broken", "hint": None}
    assert json.loads(capsys.readouterr().out) == {"error": error}


def test_what_the_system_refuses_names_the_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise OSError(28, "No space left on device", "/disk/note.md")

    assert run_verb(monkeypatch, fail) == Exit.BROKEN
    assert (
        capsys.readouterr().err == "memsync: '/disk/note.md': no space left on device\n"
    )


def test_a_bug_shows_where_but_never_what_a_note_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        note = "a note"
        raise ValueError(f"the text of {note}")

    assert run_verb(monkeypatch, fail) == Exit.BUG
    err = capsys.readouterr().err
    assert "ValueError" in err
    assert "test_main.py" in err
    assert "the text of a note" not in err


def test_a_bug_is_json_when_json_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        note = "a note"
        raise ValueError(f"the text of {note}")

    assert run_verb(monkeypatch, fail, "--json") == Exit.BUG
    out, err = capsys.readouterr()
    error = json.loads(out)["error"]
    assert error["code"] == "bug"
    assert error["message"].endswith(": ValueError")
    assert "stderr" in error["hint"]
    assert "test_main.py" in err
    assert "the text of a note" not in out + err


def test_usage_errors_name_the_help(machine: Machine) -> None:
    ran = machine.memsync("no-such-verb", want=2)
    assert (
        ran.err
        == "memsync: no such command 'no-such-verb'\nhint: see `memsync --help`\n"
    )
    assert "Usage:" in machine.memsync(want=2).err
    assert "not a folder" in machine.memsync("-C", "nowhere", "list", want=2).err


def test_a_reader_that_goes_away_is_no_error(machine: Machine) -> None:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    machine.memsync("write", "long", "-m", "word " * 10_000, cwd=root)
    ran = machine.run(
        "bash", "-c", "set -o pipefail; memsync read long | head -c 1", cwd=root
    )
    assert ran.err == ""


@pytest.mark.parametrize("arguments", [["hook"], ["-C", "x", "-q", "hook", "more"]])
def test_an_agent_never_gets_a_code_nor_more_than_a_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    def run_the_bug(_: list[str]) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(main, "_run", run_the_bug)
    assert main.run(arguments) == Exit.DONE
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


def test_a_note_called_hook_gets_its_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "_run", lambda _: int(Exit.NOT_FOUND))
    assert main.run(["read", "hook"]) == Exit.NOT_FOUND
    assert main.run([]) == Exit.NOT_FOUND


@pytest.mark.parametrize(
    "command",
    [
        *(
            "init",
            "write",
            "remember",
            "search",
            "sync",
            "sync init",
            "archive restore",
        ),
        *("hooks install", "read", "list", "edit", "forget", "rename", "lint", "scan"),
        *("context", "purge", "move", "recall", "completion"),
    ],
)
def test_help_has_an_example(machine: Machine, command: str) -> None:
    text = machine.memsync(*command.split(), "--help").out
    assert f"\n    memsync {command}" in text
    assert all(len(line) <= 88 for line in text.splitlines())


def test_the_help_names_every_verb_in_one_section() -> None:
    grouped = [verb for verbs in SECTIONS.values() for verb in verbs]
    assert len(grouped) == len(set(grouped))
    assert set(VERBS) <= set(grouped)
