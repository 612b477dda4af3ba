"""A command in the warm process does what it does in one of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import warm
from support.machine import Machine, Ran
from support.terminal import shown, typed

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a note."""
    top = machine.repository()
    machine.memsync("write", "fact", "-d", "a fact", "-m", "text", cwd=top)
    return top


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["list", "--json"],
        ["read", "nothing"],
        ["lint", "--json"],
        ["no-such-verb"],
        ["--version"],
        ["sync"],
        ["archive", "list", "fact"],
    ],
)
def test_it_says_and_returns_the_same(
    machine: Machine, top: Path, arguments: list[str]
) -> None:
    alone = machine.run("memsync", *arguments, cwd=top, want=None)
    assert machine.memsync(*arguments, cwd=top, want=None) == alone


@pytest.mark.parametrize("arguments", [["list"], ["sync"], ["archive", "list"]])
def test_a_terminal_shows_the_same(
    machine: Machine, top: Path, arguments: list[str]
) -> None:
    alone = typed(machine, arguments, [], cwd=top, want=None)
    assert shown(machine, *arguments, cwd=top) == alone


def test_it_reads_what_is_given_and_leaves_nothing_to_the_next(
    machine: Machine, top: Path
) -> None:
    text = "line\n" * 12_000
    machine.memsync("write", "long", cwd=top, stdin=text)
    assert machine.memsync("read", "long", cwd=top).out.endswith(f"\n\n{text}")
    more_than_a_pipe_holds = text * 3
    machine.memsync("write", "long", cwd=top, stdin=more_than_a_pipe_holds, want=16)
    assert machine.memsync("list", cwd=machine.folder).out == ""


def test_an_environment_that_python_reads_as_it_starts_gets_a_process_of_its_own(
    machine: Machine, top: Path
) -> None:
    assert warm.would_start_alike(machine.environ)
    assert not warm.would_start_alike({**machine.environ, "LC_ALL": "C"})
    shown = machine.memsync("--version", environ={"PYTHONVERBOSE": "1"})
    assert isinstance(shown, Ran)
    assert "import _frozen_importlib" in shown.err


def test_a_command_that_never_ends_is_killed(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "machine", patience=0.5)
    machine.run("mkfifo", "text")
    with pytest.raises(TimeoutError):
        machine.memsync("write", "auth", "--file", machine.folder / "text")
    machine.patience = 60
    assert machine.memsync("--version").out
