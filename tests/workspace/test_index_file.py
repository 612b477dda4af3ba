"""What git's index cannot name is known without git; all else git is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.workspace.repository.index_file import surely_untracked

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

PATH = ".coyote/memory/MEMORY.md"


@pytest.fixture
def root(machine: Machine) -> Path:
    root = machine.repository()
    memory = root / ".coyote/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("# W\n")
    return root


def test_a_memory_that_was_never_added_is_surely_untracked(root: Path) -> None:
    assert surely_untracked(root / ".git", PATH)
    (root / ".git/index").unlink()
    assert surely_untracked(root / ".git", PATH)


def test_a_tracked_memory_is_a_question_for_git(machine: Machine, root: Path) -> None:
    machine.git("add", "-f", PATH, cwd=root)
    assert not surely_untracked(root / ".git", PATH)


@pytest.mark.parametrize(
    "commands",
    [
        [["update-index", "--index-version", "4"]],
        [["update-index", "--split-index"]],
        [
            ["add", "-f", PATH],
            ["commit", "-q", "-m", "x"],
            ["sparse-checkout", "set", "--cone", "--sparse-index"],
        ],
    ],
    ids=["short-paths", "split", "sparse"],
)
def test_an_index_without_whole_paths_is_a_question_for_git(
    machine: Machine, root: Path, commands: list[list[str]]
) -> None:
    for command in commands:
        machine.git(*command, cwd=root)
    assert not surely_untracked(root / ".git", PATH)


def test_what_cannot_be_read_is_a_question_for_git(root: Path) -> None:
    assert not surely_untracked(root / ".git", ".coyote/mémoire/MEMORY.md")
    (root / ".git/index").write_bytes(b"no index")
    assert not surely_untracked(root / ".git", PATH)
    (root / ".git/index").unlink()
    (root / ".git/index").mkdir()
    assert not surely_untracked(root / ".git", PATH)
