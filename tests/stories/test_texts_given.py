"""Where the text of a note comes from, and that an empty one changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with a note."""
    root = machine.repository()
    machine.memsync("init", cwd=root)
    machine.memsync("write", "port", "-m", "It is 8080.", cwd=root)
    return root


def test_a_dash_reads_stdin(machine: Machine, root: Path) -> None:
    machine.memsync("write", "port", "-", cwd=root, stdin="It is 9090.\n")
    assert machine.memsync("read", "port", cwd=root).out.endswith("\nIt is 9090.\n")
    machine.memsync("write", "port", "--append", "-", cwd=root, stdin="Over TLS.\n")
    assert machine.memsync("read", "port", cwd=root).out.endswith("\nOver TLS.\n")
    machine.memsync("remember", "-", cwd=root, stdin="The answer is 42.\n")
    note = machine.memsync("read", "the-answer-is-42", cwd=root)
    assert note.out.endswith("\nThe answer is 42.\n")
    machine.memsync("remember", "--index", "-", cwd=root, stdin="A line of prose.\n")
    assert "A line of prose.\n" in (root / ".coyote/memory/MEMORY.md").read_text()
    machine.memsync("remember", "-", cwd=root, stdin="", want=2)


@pytest.mark.parametrize("more", [[], ["--append"], ["-d", "Where it listens"]])
@pytest.mark.parametrize(
    "text",
    [["-m", ""], ["-m", "  "], ["--file", "/dev/null"], ["--file", "blank"], [""]],
)
def test_an_empty_text_empties_no_note(
    machine: Machine, root: Path, text: list[str], more: list[str]
) -> None:
    (root / "blank").write_text(" \n\n")
    note = root / ".coyote/memory/port.md"
    before = note.read_bytes()
    ran = machine.memsync("write", "port", *text, *more, cwd=root, want=2)
    assert "there is no text for the note" in ran.err
    assert note.read_bytes() == before


@pytest.mark.parametrize("text", ["", "\n", " \n \n"])
def test_an_empty_stdin_is_no_text(machine: Machine, root: Path, text: str) -> None:
    machine.memsync("write", "port", cwd=root, stdin=text, want=2)
    machine.memsync("write", "port", "-", cwd=root, stdin=text, want=2)
    machine.memsync("write", "port", "-d", "Where", cwd=root, stdin=text)
    port = machine.memsync("read", "port", "--json", cwd=root).json
    assert (port["description"], port["body"]) == ("Where", "It is 8080.\n")


def test_two_texts_are_one_too_many(machine: Machine, root: Path) -> None:
    (root / "text").write_text("from a file\n")
    for words in (["text"], ["-"], ["-m", "text"]):
        asked = ("write", "port", *words, "--file", "text")
        machine.memsync(*asked, cwd=root, want=2)
