"""A person says no to a question, or leaves it open: nothing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.terminal import typed
from support.trees import tree

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def top(machine: Machine) -> Path:
    """A team's memory with a note, and agents that have notes for it."""
    top = machine.repository()
    machine.memsync("init", "--tracked", cwd=top)
    machine.memsync("write", "port", "-m", "8080", cwd=top)
    for folder, name, text in (
        (".goose/memory", "dev.txt", "Use tabs.\n\n"),
        (".cursor/rules", "style.mdc", "---\ndescription: d\n---\nx\n"),
    ):
        (top / folder).mkdir(parents=True)
        (top / folder / name).write_text(text)
    return top


@pytest.mark.parametrize("answer", ["n", ""])
@pytest.mark.parametrize(
    ("command", "question"),
    [
        (["purge", "port"], "for good?"),
        (["import", "goose"], "for all to read?"),
        (["import", "--all"], "for all to read?"),
    ],
)
def test_no_changes_nothing_and_is_no_interruption(
    machine: Machine, top: Path, command: list[str], question: str, answer: str
) -> None:
    before = tree(top)
    shown = typed(machine, command, [(question, answer)], cwd=top)
    assert "nothing was changed" in shown.text
    assert shown.text.count(question) == 1
    assert "interrupted" not in shown.text
    assert tree(top) == before


def test_yes_is_asked_once_for_all_agents(machine: Machine, top: Path) -> None:
    question = "for all to read?"
    shown = typed(machine, ["import", "--all"], [(question, "y")], cwd=top)
    assert shown.text.count(question) == 1
    names = {row["name"] for row in machine.memsync("list", "--json", cwd=top).json}
    assert {"style", "port"} < names


def test_the_end_of_the_input_is_an_interruption(machine: Machine, top: Path) -> None:
    before = tree(top)
    typed(machine, ["purge", "port"], [("for good?", "\x04")], want=130, cwd=top)
    assert tree(top) == before
