"""Where core.hooksPath switches git's hooks off, memsync says so and how to undo it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def root(machine: Machine) -> Path:
    return machine.repository()


@pytest.mark.parametrize("value", ["/dev/null", ""])
@pytest.mark.parametrize(
    ("scope", "unset"),
    [
        ("--local", "git config --unset core.hooksPath"),
        ("--global", "git config --global --unset core.hooksPath"),
    ],
)
def test_the_command_that_switches_hooks_on_again_is_named(
    machine: Machine, root: Path, value: str, scope: str, unset: str
) -> None:
    machine.git("config", scope, "core.hooksPath", value, cwd=root)
    why = f"core.hooksPath is '{value}', which switches hooks off here"
    step = f"run `{unset}`, and then `memsync hooks install`"
    for command in (("hooks", "install"), ("init", "--hooks")):
        ran = machine.memsync(*command, cwd=root, want=1)
        assert f"the guard is not installed: {why}\nhint: {step}\n" in ran.err
        assert "memsync-guard" not in ran.out + ran.err
    as_json = machine.memsync("hooks", "install", "--json", cwd=root, want=1).json
    assert (as_json["file"], as_json["line"]) == (None, None)
    status = machine.memsync("hooks", "status", cwd=root).out
    assert status.startswith(f"pre-commit hook: {why}\n")
    assert f"commits are not checked: {step}\n" in status
    doctor = machine.memsync("doctor", cwd=root, want=1)
    assert f"wrong  hook: commits here are not checked: {why}\n" in doctor.out
    assert f"hint: {step}\n" in doctor.err
    linking = machine.memsync("hooks", "install", "--post-checkout", cwd=root, want=1)
    assert f"{why}\nhint: run `{unset}`, and then" in linking.err
    machine.run(*shlex.split(unset), cwd=root)
    machine.memsync("hooks", "install", cwd=root)
    (root / "CLAUDE.md").write_text(f"The token is {tokens.github()}.\n")
    machine.git("add", "--all", cwd=root)
    machine.run("git", "commit", "-qm", "x", cwd=root, want=1)


def test_a_path_that_is_none_in_a_linked_worktree_is_told_there(
    machine: Machine, root: Path
) -> None:
    machine.git("config", "core.hooksPath", ".git/hooks", cwd=root)
    machine.memsync("init", "--hooks", cwd=root)
    side = machine.folder / "side"
    machine.git("worktree", "add", "-q", side, cwd=root)
    (side / "CLAUDE.md").write_text(f"The token is {tokens.github()}.\n")
    machine.git("add", "CLAUDE.md", cwd=side)
    why = "core.hooksPath is '.git/hooks', which switches hooks off here"
    unset = "git config --unset core.hooksPath"
    for command in (("hooks", "install"), ("init", "--hooks")):
        ran = machine.memsync(*command, cwd=side, want=1)
        assert f"{why}\nhint: run `{unset}`, and then `memsync hooks" in ran.err
    assert f"pre-commit hook: {why}" in machine.memsync("hooks", "status", cwd=side).out
    assert why in machine.memsync("doctor", cwd=side, want=1).out
    machine.memsync("status", cwd=side)
    machine.memsync("hooks", "uninstall", "--dry-run", cwd=side)
    machine.git("config", "--unset", "core.hooksPath", cwd=side)
    machine.memsync("hooks", "install", cwd=side)
    machine.run("git", "commit", "-qm", "x", cwd=side, want=1)


def test_a_variable_that_switches_hooks_off_is_told_of(
    machine: Machine, root: Path
) -> None:
    machine.environ |= {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.hooksPath",
        "GIT_CONFIG_VALUE_0": "/dev/null",
    }
    said = machine.memsync("hooks", "install", cwd=root, want=1).err
    assert "hint: take core.hooksPath out of the environment's variables" in said
    assert "--command" not in said
