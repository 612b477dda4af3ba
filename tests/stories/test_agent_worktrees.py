"""Worktrees that agents make: they find the shared memory, and bring theirs home."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

PLACES = {
    # Claude Code: on a branch of its own, inside the main work tree.
    "claude-code": (".claude/worktrees/fix", "-b", "worktree-fix"),
    # Codex: detached, below the folder of its settings.
    "codex": ("../home/.codex/worktrees/4f2a/project", "--detach"),
}


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory, its rules committed."""
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-d", "a fact", "-m", "shared", cwd=top)
    machine.git("add", ".gitignore", cwd=top)
    machine.git("commit", "-q", "-m", "ignore", cwd=top)
    return top


def test_an_agents_worktree_starts_with_the_shared_memory(
    machine: Machine, top: Path
) -> None:
    machine.memsync("hooks", "install", "--post-checkout", cwd=top)
    for agent, (place, *options) in PLACES.items():
        machine.git("worktree", "add", "-q", *options, place, cwd=top)
        tree = (top / place).resolve()
        assert (tree / ".coyote/memory").resolve() == top / ".coyote/memory"
        assert machine.git("status", "--porcelain", cwd=tree) == ""
        event = json.dumps({"cwd": str(tree), "source": "startup"})
        start = ("hook", "session-start", "--agent", agent)
        assert "[[fact]]: a fact" in machine.memsync(*start, stdin=event).out
        # Also without the link, which only other readers need.
        (tree / ".coyote/memory").unlink()
        machine.memsync("write", "learned", "-m", f"by {agent}", cwd=tree)
        machine.git("worktree", "remove", tree, cwd=top)
        assert f"by {agent}" in machine.memsync("read", "learned", cwd=top).out


def test_what_an_agent_learned_apart_comes_home_also_when_its_worktree_is_gone(
    machine: Machine, top: Path
) -> None:
    place, *options = PLACES["claude-code"]
    machine.git("worktree", "add", "-q", *options, place, cwd=top)
    tree = top / place
    machine.memsync("init", "--isolated", cwd=tree)
    machine.memsync("write", "apart", "-m", "tried and true", cwd=tree)
    machine.memsync("read", "apart", cwd=top, want=17)
    machine.git("worktree", "remove", "--force", tree, cwd=top)
    assert "hint: memsync merge-back fix" in machine.memsync("list", cwd=top).err
    machine.memsync("merge-back", "fix", cwd=top)
    assert "tried and true" in machine.memsync("read", "apart", cwd=top).out
