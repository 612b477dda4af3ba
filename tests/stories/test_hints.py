"""A hint names a command that helps where it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with a memory of one note."""
    root = machine.repository()
    machine.memsync("init", cwd=root)
    machine.memsync("write", "ours", "-m", "A fact.", cwd=root)
    return root


def test_move_does_not_name_the_scope_that_it_was_given(
    machine: Machine, root: Path
) -> None:
    ran = machine.memsync("move", "ours", "--scope", "workspace", cwd=root, want=17)
    assert "there is no user memory here" in ran.err
    assert "hint: see `memsync list`\n" in ran.err
    machine.memsync("write", "mine", "-m", "Tea.", "--scope", "user", cwd=root)
    ran = machine.memsync("move", "mine", "--scope", "user", cwd=root, want=17)
    assert "'mine' is in the user memory already" in ran.err
    assert "hint: `memsync move mine --scope workspace` moves it" in ran.err
    machine.memsync("move", "mine", "--scope", "workspace", cwd=root)


@pytest.mark.parametrize(
    "verb", ["forget zz", "edit zz", "rename zz y", "archive show zz"]
)
def test_outside_git_a_memory_is_made_by_what_the_hint_says(
    machine: Machine, verb: str
) -> None:
    ran = machine.memsync(*verb.split(), want=17)
    assert "hint: run `memsync init --scope user`, or `memsync init --here`" in ran.err
    for options in (["--scope", "user"], ["--here"]):
        machine.memsync("init", *options)


@pytest.mark.parametrize("verb", ["learn status", "link claude-code"])
def test_no_hint_names_an_option_that_the_command_has_not(
    machine: Machine, verb: str
) -> None:
    ran = machine.memsync(*verb.split(), want=10)
    assert "hint: run `memsync init --here` to make one\n" in ran.err


@pytest.mark.parametrize("verb", ["eval", "write x --file"])
def test_a_folder_in_place_of_a_file_is_not_to_be_moved_away(
    machine: Machine, root: Path, verb: str
) -> None:
    ran = machine.memsync(*verb.split(), str(root), cwd=root, want=16)
    assert ran.err == f"memsync: '{root}' is a folder\nhint: name a file in it\n"


def test_the_memory_index_is_named_with_what_shows_and_edits_it(
    machine: Machine, root: Path
) -> None:
    for verb in ("read", "edit", "forget"):
        ran = machine.memsync(verb, "MEMORY", cwd=root, want=2)
        assert "'MEMORY' is a reserved name: the memory index's" in ran.err
        assert "hint: `memsync show` shows it, and `memsync edit` edits it" in ran.err
