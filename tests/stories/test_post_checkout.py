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


def test_another_hook_there_has_to_call_it(machine: Machine) -> None:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    hook = root / ".git/hooks/post-checkout"
    hook.write_text("#!/bin/sh\necho ours\n")
    hook.chmod(0o755)
    install = ("hooks", "install", "--post-checkout")
    line = "memsync hook post-checkout || true"
    for text in ("#!/bin/sh\n", "#!/bin/sh\nexit 0\n" + line):
        hook.write_text(text)
        ran = machine.memsync(*install, cwd=root, want=1)
        said = f"the hook is not installed: '{hook}' is not memsync's to write to"
        assert ran.err == f"memsync: {said}\nhint: add this line to it: {line}\n"
        assert ran.out == f"{line}\n"
    ran = machine.memsync(*install, "--json", cwd=root, want=1)
    assert (ran.json["action"], ran.json["line"]) == ("manual", line)
    hook.write_text(f"#!/bin/sh\n{line}\n")
    hook.chmod(0o644)
    ran = machine.memsync(*install, cwd=root, want=1)
    assert f"hint: run `chmod +x '{hook}'`" in ran.err
    hook.chmod(0o755)
    ran = machine.memsync(*install, cwd=root)
    assert (ran.out, ran.err) == (f"unchanged: {hook}\n", "")
    side = machine.folder / "side"
    machine.git("worktree", "add", "--quiet", side, cwd=root)
    assert (side / ".coyote/memory").is_symlink()
    assert "called" in machine.memsync("hooks", "status", cwd=root).out
    ran = machine.memsync("hooks", "uninstall", "--post-checkout", cwd=root)
    assert f"'{hook}' still calls memsync\nhint: remove the line with" in ran.err
