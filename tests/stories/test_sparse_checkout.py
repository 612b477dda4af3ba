"""A sparse checkout that leaves a team's memory out: it is said, never replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.trees import tree

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def top(machine: Machine) -> Path:
    """A clone whose work tree has `src` and not the team's memory."""
    origin = machine.repository()
    machine.memsync("init", "--tracked", cwd=origin)
    machine.memsync("write", "a", "-m", "aa", cwd=origin)
    (origin / "src").mkdir()
    (origin / "src/main.py").write_text("print()\n")
    machine.git("add", "-A", cwd=origin)
    machine.git("commit", "-qm", "team", cwd=origin)
    machine.git("clone", "-q", "--sparse", str(origin), "../sparse", cwd=origin)
    top = machine.folder / "sparse"
    machine.git("sparse-checkout", "set", "src", cwd=top)
    return top


@pytest.mark.parametrize(
    "command",
    [
        ("write", "q", "-m", "qq"),
        ("init",),
        ("init", "--tracked"),
        ("init", "--lite"),
    ],
    ids=" ".join,
)
def test_no_memory_is_made_in_its_place(
    machine: Machine, top: Path, command: tuple[str, ...]
) -> None:
    before = tree(top)
    done = machine.memsync(*command, "--json", cwd=top, want=14)
    assert done.json["error"]["code"] == "sparse-checkout"
    assert f"the memory at '{top / '.coyote/memory'}' is not checked out" in done.err
    assert "`git sparse-checkout add .coyote/memory`" in done.err
    assert tree(top) == before


def test_a_reader_is_told_and_the_hint_checks_it_out(
    machine: Machine, top: Path
) -> None:
    said = machine.memsync("list", cwd=top / "src").err
    hint = next(line for line in said.splitlines() if line.startswith("hint: "))
    machine.run("sh", "-c", hint.split("`")[1], cwd=top)
    done = machine.memsync("list", cwd=top)
    assert done.out.startswith("a\t")
    assert done.err == ""
    machine.memsync("write", "q", "-m", "qq", cwd=top)
    machine.git("add", "-A", cwd=top)
    seen = machine.git("status", "--porcelain", cwd=top)
    assert seen == "M  .coyote/memory/MEMORY.md\nA  .coyote/memory/q.md"


def test_a_sparse_checkout_without_a_team_makes_a_memory(machine: Machine) -> None:
    top = machine.repository()
    machine.git("sparse-checkout", "set", "src", cwd=top)
    assert machine.memsync("list", cwd=top).err == ""
    machine.memsync("write", "q", "-m", "qq", cwd=top)
    assert machine.memsync("list", cwd=top).out.startswith("q\t")
