"""A hook that names memsync but checks no commit is not called good."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

AGENT_FILES = ("AGENTS.md", "CLAUDE.md", "COYOTE.md", "GEMINI.md")
MANUAL = """\
repos:
  - repo: local
    hooks:
      - id: memsync-secrets
        name: secrets
        entry: memsync-secrets
        language: system
        stages: [manual]
"""


@pytest.fixture
def root(machine: Machine) -> Path:
    machine.environ["PRE_COMMIT_HOME"] = str(machine.folder / "cache")
    machine.environ["PREK_HOME"] = str(machine.folder / "prek")
    return machine.repository()


def commit_a_token(machine: Machine, root: Path) -> int:
    (root / "AGENTS.md").write_text(f"The token is {tokens.github()}.\n")
    machine.git("add", "AGENTS.md", cwd=root)
    ran = machine.run("git", "commit", "-qm", "x", cwd=root, want=None)
    if ran.code == 0:
        machine.git("reset", "--soft", "HEAD~1", cwd=root)
    return ran.code


def is_said(machine: Machine, root: Path, why: str, step: str) -> None:
    """Commits pass unchecked, and status and doctor say why, and what to do."""
    assert commit_a_token(machine, root) == 0
    assert not machine.memsync("hooks", "status", "--json", cwd=root).json["guarded"]
    status = machine.memsync("hooks", "status", cwd=root).out
    assert status.startswith(f"pre-commit hook: {why}\n")
    assert f"commits are not checked: {step}" in status
    doctor = machine.memsync("doctor", cwd=root, want=1)
    assert f"wrong  hook: commits here are not checked: {why}\n" in doctor.out
    assert "proof" not in doctor.out
    assert f"hint: {step}" in doctor.err


@pytest.mark.parametrize(
    "lines",
    [
        "memsync-guard || true",
        "echo 'see memsync-guard'",
        "exit 0\nmemsync-guard || exit $?",
        "memsync-guard\necho checked",
    ],
)
@pytest.mark.parametrize("shared", [False, True])
def test_a_hook_that_only_names_the_guard(
    machine: Machine, root: Path, lines: str, *, shared: bool
) -> None:
    hook = root / ".git/hooks/pre-commit"
    if shared:
        hook = machine.home / "hooks/pre-commit"
        machine.git("config", "--global", "core.hooksPath", hook.parent, cwd=root)
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{lines}\n")
    hook.chmod(0o755)
    why = f"'{hook}' names memsync's checks, but not so that they stop a commit"
    step = f"add this line to '{hook}': if" if shared else "run `memsync hooks install`"
    is_said(machine, root, why, step)
    ran = machine.memsync("hooks", "install", cwd=root, want=int(shared))
    if shared:
        assert f"the guard is not installed: {why}\nhint: {step}" in ran.err
        hook.write_text(f"#!/bin/sh\n{ran.out}{lines}\n")
        doctor = machine.memsync("doctor", cwd=root).out
        checks = "memsync's checks block a test commit with a made-up token"
        assert f"ok     proof: {checks}; '{hook}' itself was not run\n" in doctor
    assert commit_a_token(machine, root) == 1


def test_a_framework_that_runs_the_checks_at_no_commit(
    machine: Machine, root: Path
) -> None:
    config = root / ".pre-commit-config.yaml"
    for runner in ("pre-commit", "prek"):
        config.write_text(MANUAL)
        machine.git("add", config, cwd=root)
        machine.run(runner, "install", cwd=root)
        why = f"'{config}' names memsync's checks, but not so that they stop a commit"
        is_said(machine, root, why, "run `memsync hooks install`")
        machine.memsync("hooks", "install", cwd=root)
        assert commit_a_token(machine, root) == 1
        machine.memsync("hooks", "uninstall", cwd=root)
        config.write_text(MANUAL.replace("manual", "pre-commit"))
        machine.git("add", config, cwd=root)
        assert machine.memsync("hooks", "status", "--json", cwd=root).json["guarded"]
        assert commit_a_token(machine, root) == 1
        machine.run(runner, "uninstall", cwd=root)


@pytest.mark.parametrize("runner", ["pre-commit", "prek"])
def test_a_framework_whose_filters_leave_the_checks_no_file(
    machine: Machine, root: Path, runner: str
) -> None:
    config = root / ".pre-commit-config.yaml"
    whole = MANUAL.replace("        stages: [manual]\n", "")
    agents, notes = "AGENTS.md", ", ".join(AGENT_FILES)
    for text, kept in (
        (f"exclude: AGENTS\n{whole}", agents),
        (f"files: ^src/\n{whole}", f"{notes}, notes"),
        (f"{whole}        exclude: ^[A-Z]*.md$\n", notes),
    ):
        config.write_text(text)
        machine.git("add", config, cwd=root)
        machine.run(runner, "install", cwd=root)
        why = f"'{config}' names memsync's checks, but a filter keeps from them: {kept}"
        is_said(machine, root, why, "run `memsync hooks install`")
        machine.memsync("hooks", "install", cwd=root)
        assert commit_a_token(machine, root) == 1
        machine.memsync("hooks", "uninstall", cwd=root)


def test_memsyncs_own_hook_that_is_not_executable_is_mended(
    machine: Machine, root: Path
) -> None:
    machine.memsync("init", "--hooks", cwd=root)
    hook = root / ".git/hooks/pre-commit"
    hook.chmod(0o644)
    why = f"'{hook}' is not executable, so git does not run it"
    is_said(machine, root, why, "run `memsync hooks install`")
    assert "which is not enough" in machine.memsync("status", cwd=root).out
    would = machine.memsync("hooks", "install", "--dry-run", cwd=root).out
    assert would == f"would be updated: {hook}\n"
    ran = machine.memsync("init", "--hooks", cwd=root)
    assert f"updated: {hook}\n" in ran.out
    assert commit_a_token(machine, root) == 1
    machine.memsync("doctor", cwd=root)


def test_one_that_a_framework_moved_is_mended_too(machine: Machine, root: Path) -> None:
    (root / ".pre-commit-config.yaml").write_text("repos: []\n")
    machine.git("add", "--all", cwd=root)
    machine.run("pre-commit", "install", cwd=root)
    machine.memsync("hooks", "install", cwd=root)
    theirs, ours = (
        root / ".git/hooks" / name for name in ("pre-commit", "pre-commit.legacy")
    )
    ours.chmod(0o644)
    why = f"'{ours}' is not executable, so pre-commit does not run it"
    is_said(machine, root, why, "run `memsync hooks install`")
    machine.memsync("hooks", "install", cwd=root)
    assert commit_a_token(machine, root) == 1
    theirs.chmod(0o644)
    why = f"'{theirs}' is not executable, so git does not run it"
    step = f"run `chmod +x '{theirs}'`, and then `memsync hooks install`"
    is_said(machine, root, why, step)
    said = machine.memsync("hooks", "install", cwd=root, want=1).err
    assert f"the guard is not installed: {why}\nhint: {step}\n" in said
    machine.run("chmod", "+x", theirs, cwd=root)
    machine.memsync("hooks", "install", cwd=root)
    assert commit_a_token(machine, root) == 1


def test_in_a_shared_folder_a_hook_must_be_executable(
    machine: Machine, root: Path
) -> None:
    hook = machine.home / "hooks/pre-commit"
    hook.parent.mkdir()
    machine.git("config", "--global", "core.hooksPath", hook.parent, cwd=root)
    line = machine.memsync("hooks", "install", cwd=root, want=1).out
    hook.write_text(f"#!/bin/sh\n{line}")
    why = f"'{hook}' is not executable, so git does not run it"
    step = f"run `chmod +x '{hook}'`, and then `memsync hooks install`"
    is_said(machine, root, why, step)
    said = machine.memsync("hooks", "install", cwd=root, want=1)
    assert said.out == ""
    assert f"hint: {step}\n" in said.err
    machine.run("chmod", "+x", hook, cwd=root)
    machine.memsync("hooks", "install", cwd=root)
    assert commit_a_token(machine, root) == 1
