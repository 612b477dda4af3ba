"""A memory of `init --tracked` stays one that git sees, committed or not yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.trees import tree

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

NOTES = "?? .coyote/memory/MEMORY.md\n?? .coyote/memory/k.md"
# What `init --tracked` adds for git's merges.
LINE = "?? .gitattributes"


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a team's memory and a note, neither of them staged."""
    top = machine.repository()
    machine.memsync("init", "--tracked", cwd=top)
    machine.memsync("write", "k", "-m", "team", cwd=top)
    return top


def seen(machine: Machine, top: Path) -> str:
    """What git sees of a work tree, ignored files too."""
    found = machine.git("status", "--porcelain", "-uall", "--ignored", cwd=top)
    return found.removesuffix(f"\n{LINE}")


def test_a_second_init_hides_no_note(machine: Machine, top: Path) -> None:
    before = tree(top)
    done = machine.memsync("init", cwd=top)
    assert tree(top) == before
    assert seen(machine, top) == NOTES
    assert "is a team's, so no ignore rule is added" in done.err
    assert "Memory marker already exists at" in done.err
    done = machine.memsync("init", "--hooks", cwd=top)
    assert "this memory is committed, and the hook checks its notes" in done.err
    assert seen(machine, top) == NOTES
    machine.git("add", "-A", cwd=top)
    assert "A  .coyote/memory/k.md" in machine.git("status", "--porcelain", cwd=top)


def test_what_init_names_makes_it_private(machine: Machine, top: Path) -> None:
    assert (
        "`memsync deinit`, then `memsync init`" in machine.memsync("init", cwd=top).err
    )
    planned = machine.memsync("deinit", "--dry-run", cwd=top).err
    done = machine.memsync("deinit", cwd=top)
    assert done.err == planned
    assert "git does not track it" in done.err
    assert "is committed" not in done.err
    assert seen(machine, top) == NOTES
    machine.memsync("init", cwd=top)
    assert "!! .coyote/memory/k.md" in seen(machine, top)
    assert machine.memsync("deinit", "--json", cwd=top).json["archived"] == 1


def test_no_worktree_hides_it(machine: Machine, top: Path) -> None:
    side = machine.folder / "side"
    machine.git("worktree", "add", "-q", str(side), cwd=top)
    machine.memsync("write", "z", "-m", "from the side", cwd=side)
    machine.memsync("init", cwd=side)
    assert seen(machine, top) == f"{NOTES}\n?? .coyote/memory/z.md"
    assert seen(machine, side) == ""


def test_no_worktree_of_an_older_branch_hides_new_notes(
    machine: Machine, top: Path
) -> None:
    side = machine.folder / "side"
    machine.git("worktree", "add", "-q", str(side), cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", "team", cwd=top)
    machine.memsync("init", cwd=side)
    machine.memsync("write", "k2", "-m", "new", cwd=top)
    assert "?? .coyote/memory/k2.md" in seen(machine, top)
    assert seen(machine, side) == ""


def test_one_that_was_taken_out_of_git_becomes_private(
    machine: Machine, top: Path
) -> None:
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", "team", cwd=top)
    hint = machine.memsync("init", cwd=top).err
    assert "`git rm -r --cached .coyote/memory`, commit, and `memsync init`" in hint
    machine.git("rm", "-rq", "--cached", ".coyote/memory", cwd=top)
    machine.git("commit", "-qm", "private", cwd=top)
    machine.memsync("init", cwd=top)
    assert "!! .coyote/memory/k.md" in seen(machine, top)


def test_a_commit_that_lint_stops_is_told_what_mends_it(
    machine: Machine, top: Path
) -> None:
    machine.memsync("hooks", "install", cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", "team", cwd=top)
    (top / ".coyote/memory/n.md").write_text("no frontmatter\n")
    machine.git("add", "-A", cwd=top)
    said = machine.run("git", "commit", "-qm", "x", cwd=top, want=1).err.splitlines()
    assert said[0] == ".coyote/memory/n.md:1: frontmatter: has no frontmatter"
    assert said[1].startswith("hint: `memsync lint --fix` adds missing frontmatter")
    assert "`git add`" in said[1]
    machine.memsync("lint", "--fix", cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", "x", cwd=top)
