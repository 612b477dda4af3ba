"""The optional post-checkout hook: a new worktree shows the shared memory at once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine

HOOK = Path(__file__).parents[2] / "hooks/git/post-checkout"


@pytest.fixture
def project(machine: Machine) -> Path:
    root = machine.repository()
    shutil.copy(HOOK, root / ".git/hooks/post-checkout")
    return root


def test_a_new_worktree_has_the_link_and_no_change(
    machine: Machine, project: Path
) -> None:
    machine.memsync("init", cwd=project)
    side = machine.folder / "side"
    machine.git("worktree", "add", "--quiet", side, cwd=project)
    link = side / ".coyote/memory"
    assert link.is_symlink()
    assert not link.readlink().is_absolute()
    assert link.resolve() == project / ".coyote/memory"
    assert machine.git("status", "--porcelain", cwd=side) == ""
    machine.git("worktree", "remove", side, cwd=project)


def test_a_link_that_dangles_is_mended_by_the_next_checkout(
    machine: Machine, project: Path
) -> None:
    machine.memsync("init", cwd=project)
    side = machine.folder / "side"
    machine.git("worktree", "add", "--quiet", side, cwd=project)
    (side / ".coyote/memory").unlink()
    (side / ".coyote/memory").symlink_to("nowhere")
    machine.git("checkout", "--quiet", "-b", "other", cwd=side)
    assert (side / ".coyote/memory").resolve() == project / ".coyote/memory"


def test_without_a_memory_nothing_is_made(machine: Machine, project: Path) -> None:
    side = machine.folder / "side"
    machine.git("worktree", "add", "--quiet", side, cwd=project)
    machine.git("checkout", "--quiet", "-b", "other", cwd=project)
    assert not (side / ".coyote").exists()
    assert not (project / ".coyote").exists()


def test_a_checkout_goes_on_when_memsync_is_gone(
    machine: Machine, project: Path
) -> None:
    machine.memsync("init", cwd=project)
    machine.environ["PATH"] = os.defpath
    machine.git("worktree", "add", "--quiet", machine.folder / "side", cwd=project)
    assert (machine.folder / "side/code.py").exists()
