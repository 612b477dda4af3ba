"""An earlier hook that git cannot run is kept, and said not to run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def hook(machine: Machine) -> Path:
    hook = machine.repository() / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    return hook


@pytest.mark.parametrize("name", ["pre-commit", "post-checkout"])
def test_a_link_that_leads_nowhere_right_now_is_no_free_place(
    machine: Machine, hook: Path, name: str
) -> None:
    top, link = hook.parents[2], hook.with_name(name)
    link.symlink_to("../../scripts/check")
    if name == "post-checkout":
        machine.memsync("hooks", "install", "--post-checkout", cwd=top, want=1)
    else:
        machine.memsync("hooks", "install", cwd=top)
        machine.memsync("hooks", "install", cwd=top)
        assert hook.with_name("pre-commit.before-memsync").is_symlink()
        machine.memsync("hooks", "uninstall", cwd=top)
    assert str(link.readlink()) == "../../scripts/check"
    assert not hook.with_name("pre-commit.before-memsync").is_symlink()


def test_a_link_that_was_moved_aside_is_not_overwritten(
    machine: Machine, hook: Path
) -> None:
    hook.symlink_to("../../scripts/check")
    top = hook.parents[2]
    machine.memsync("hooks", "install", cwd=top)
    hook.write_text("#!/bin/sh\necho another\n")
    kept = hook.with_name("pre-commit.before-memsync")
    said = machine.memsync("hooks", "install", cwd=top, want=16).err
    assert f"'{kept}' stands in the way of chaining '{hook}'" in said
    assert kept.is_symlink()
    hook.unlink()
    hook.symlink_to("../../scripts/another")
    machine.memsync("hooks", "uninstall", cwd=top)
    assert str(hook.readlink()) == "../../scripts/another"
    assert kept.is_symlink()


def test_a_link_to_a_hook_still_runs_and_comes_back(
    machine: Machine, hook: Path
) -> None:
    top = hook.parents[2]
    script = top / "scripts/check"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\necho checked >&2\n")
    script.chmod(0o755)
    hook.symlink_to("../../scripts/check")
    machine.memsync("hooks", "install", cwd=top)
    assert "runs first" in machine.memsync("hooks", "status", cwd=top).out
    ran = machine.run("git", "commit", "-qm", "x", "--allow-empty", cwd=top)
    assert ran.err == "checked\n"
    machine.memsync("hooks", "uninstall", cwd=top)
    assert str(hook.readlink()) == "../../scripts/check"


@pytest.mark.parametrize("old", ["not executable", "link"])
def test_an_old_hook_that_does_not_run_is_said_not_to(
    machine: Machine, hook: Path, old: str
) -> None:
    if old == "link":
        hook.symlink_to("../../scripts/check")
    else:
        hook.write_text("#!/bin/sh\nexit 7\n")
        hook.chmod(0o644)
    top = hook.parents[2]
    machine.memsync("hooks", "install", cwd=top)
    status = machine.memsync("hooks", "status", cwd=top).out
    kept = hook.with_name("pre-commit.before-memsync")
    assert f"\nnot run: {kept}, the hook that stood there before: " in status
    assert "runs first" not in status
    assert not machine.memsync("hooks", "status", "--json", cwd=top).json["chained"]
    machine.git("commit", "-qm", "x", "--allow-empty", cwd=top)
