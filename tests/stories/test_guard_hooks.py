"""Installing, chaining, upgrading and removing the git hook; and doctor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import tokens

from memsync.guard.install.runners import LINE
from memsync.guard.install.status import MARKER

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

FOREIGN = b"#!/bin/sh\n# mine \xff\necho foreign ran\nexit ${FOREIGN_EXIT:-0}\n"


@pytest.fixture
def root(machine: Machine) -> Path:
    return machine.repository()


def hook(root: Path) -> Path:
    return root / ".git/hooks/pre-commit"


def try_commit(machine: Machine, root: Path, text: str, **environ: str) -> int:
    note = root / ".coyote/memory/deploy.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(f"---\nname: deploy\ndescription: how\n---\n\n{text}\n")
    machine.git("add", "-f", note, cwd=root)
    argv = ("git", "commit", "-qm", "x")
    return machine.run(*argv, cwd=root, environ=environ, want=None).code


def test_install_twice_and_uninstall_leave_the_folder_as_it_was(
    machine: Machine, root: Path
) -> None:
    before = sorted((root / ".git/hooks").iterdir())
    first = machine.memsync("hooks", "install", "--json", cwd=root).json
    assert (first["action"], first["state"]) == ("created", "installed")
    data = hook(root).read_bytes()
    assert machine.memsync("hooks", "install", "--json", cwd=root).json["action"] == (
        "unchanged"
    )
    assert hook(root).read_bytes() == data
    assert "installed" in machine.memsync("hooks", "status", cwd=root).out
    machine.memsync("hooks", "uninstall", cwd=root)
    assert sorted((root / ".git/hooks").iterdir()) == before
    again = machine.memsync("hooks", "uninstall", "--json", cwd=root).json
    assert again["action"] == "unchanged"


def test_a_dry_run_writes_nothing(machine: Machine, root: Path) -> None:
    ran = machine.memsync("hooks", "install", "--dry-run", cwd=root)
    assert "would be created" in ran.out
    assert not hook(root).exists()


def test_a_foreign_hook_still_runs_and_comes_back(machine: Machine, root: Path) -> None:
    hook(root).parent.mkdir(exist_ok=True)
    hook(root).write_bytes(FOREIGN)
    hook(root).chmod(0o755)
    machine.memsync("hooks", "install", cwd=root)
    assert machine.memsync("hooks", "status", "--json", cwd=root).json["chained"]
    assert try_commit(machine, root, "fine") == 0
    assert try_commit(machine, root, "fine too", FOREIGN_EXIT="7") != 0
    assert try_commit(machine, root, tokens.github()) == 1
    machine.memsync("hooks", "install", cwd=root)
    machine.memsync("hooks", "uninstall", cwd=root)
    assert hook(root).read_bytes() == FOREIGN
    assert hook(root).stat().st_mode & 0o777 == 0o755
    assert not (root / ".git/hooks/pre-commit.before-memsync").exists()


def test_an_older_hook_of_ours_is_brought_up_to_date(
    machine: Machine, root: Path
) -> None:
    hook(root).parent.mkdir(exist_ok=True)
    hook(root).write_bytes(b"#!/bin/sh\n" + MARKER + b"\nexit 0\n")
    hook(root).chmod(0o755)
    status = machine.memsync("hooks", "status", "--json", cwd=root).json
    assert status["state"] == "outdated"
    done = machine.memsync("hooks", "install", "--json", cwd=root).json
    assert (done["action"], done["chained"]) == ("updated", False)
    assert try_commit(machine, root, tokens.github()) == 1


@pytest.mark.parametrize("where", ["worktree", "global"])
def test_hooks_that_are_not_ours_are_left_alone_and_the_line_is_printed(
    machine: Machine, root: Path, where: str
) -> None:
    folder = root / ".husky" if where == "worktree" else machine.home / "hooks"
    folder.mkdir()
    if where == "worktree":
        machine.git("config", "core.hooksPath", ".husky", cwd=root)
    else:
        machine.git("config", "--global", "core.hooksPath", folder, cwd=root)
    ran = machine.memsync("hooks", "install", cwd=root, want=1)
    assert ran.out == LINE + "\n"
    assert "the guard is not installed: core.hooksPath" in ran.err
    assert f"add this line to '{folder / 'pre-commit'}'" in ran.err
    assert LINE in machine.memsync("doctor", cwd=root, want=1).err
    assert list(folder.iterdir()) == []
    assert not hook(root).exists()
    (folder / "pre-commit").write_text(f"#!/bin/sh\n{LINE}\necho more\n")
    (folder / "pre-commit").chmod(0o755)
    status = machine.memsync("hooks", "status", "--json", cwd=root).json
    assert (status["state"], status["guarded"]) == ("manual", True)
    assert try_commit(machine, root, tokens.github()) == 1
    assert try_commit(machine, root, "fine") == 0


def test_a_worktree_and_a_submodule_each_get_the_right_folder(
    machine: Machine, root: Path
) -> None:
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", tree, cwd=root)
    machine.memsync("hooks", "install", cwd=tree)
    assert hook(root).exists()
    machine.git("submodule", "add", "-q", machine.repository("lib"), cwd=root)
    machine.memsync("hooks", "install", cwd=root / "lib")
    assert (root / ".git/modules/lib/hooks/pre-commit").exists()
    machine.memsync("hooks", "uninstall", cwd=tree)
    assert not hook(root).exists()


def test_the_hook_works_from_a_folder_of_hooks_as_it_is_shipped(
    machine: Machine, root: Path
) -> None:
    from memsync.guard.install.status import source

    machine.git("config", "core.hooksPath", source().parent, cwd=root)
    assert try_commit(machine, root, tokens.github()) == 1
    assert try_commit(machine, root, "fine") == 0


def test_outside_git_there_is_no_hook_to_install(machine: Machine) -> None:
    for verb in ("install", "uninstall"):
        machine.memsync("hooks", verb, cwd=machine.home, want=10)
    status = machine.memsync("hooks", "status", cwd=machine.home)
    assert status.out == "pre-commit hook: not inside a git repository\n"
    machine.memsync("hooks", "install", "--agent", "codex", cwd=machine.home)
    assert "agent: codex" in machine.memsync("hooks", "status", cwd=machine.home).out


def test_doctor_proves_that_a_planted_token_is_stopped(
    machine: Machine, root: Path
) -> None:
    before = machine.memsync("doctor", cwd=root, want=1)
    assert "wrong  hook: commits here are not checked" in before.out
    assert "hint: run `memsync hooks install`" in before.err
    machine.memsync("hooks", "install", cwd=root)
    after = machine.memsync("doctor", "--json", cwd=root).json
    assert after["ok"] is True
    proof = next(check for check in after["checks"] if check["name"] == "proof")
    assert "was blocked" in proof["message"]


def test_doctor_notices_a_hook_that_stops_nothing(machine: Machine, root: Path) -> None:
    machine.memsync("hooks", "install", cwd=root)
    text = hook(root).read_text()
    hook(root).write_text(text.replace("case $? in", "exit 0\ncase $? in"))
    ran = machine.memsync("doctor", cwd=root, want=1)
    assert "wrong  proof: a test commit with a made-up token was not blocked" in ran.out


def test_doctor_outside_git_has_no_commits_to_guard(machine: Machine) -> None:
    assert "not in a git repository" in machine.memsync("doctor", cwd=machine.home).out


def test_doctor_knows_a_memory_of_a_single_file(machine: Machine, root: Path) -> None:
    machine.memsync("init", "--lite", "--hooks", cwd=root)
    assert "memory: a single file, COYOTE.md" in machine.memsync("doctor", cwd=root).out


def test_doctor_needs_no_rule_for_a_memory_outside_git(
    machine: Machine, root: Path
) -> None:
    machine.memsync("init", "--here", cwd=root.parent)
    machine.memsync("hooks", "install", cwd=root)
    said = machine.memsync("doctor", cwd=root).out
    assert f"memory: outside git, at '{root.parent / '.coyote/memory'}'" in said


def test_with_the_hook_init_says_in_a_line_what_it_checks(machine: Machine) -> None:
    token = tokens.github()
    for name, options in (("own", []), ("away", ["--private"]), ("lite", ["--lite"])):
        top = machine.repository(name)
        said = machine.memsync("init", "--hooks", *options, cwd=top).err
        (line,) = [line for line in said.splitlines() if "the hook checks" in line]
        assert ("the notes are not committed" in line) == (name != "lite")
        for file in ("AGENTS.md", "CLAUDE.md", "COYOTE.md", "GEMINI.md"):
            assert file in line
            (top / file).write_text(f"{token}\n")
            machine.git("add", "--force", file, cwd=top)
            ran = machine.run("git", "commit", "-qm", "x", cwd=top, want=1)
            assert f"{file}:1" in ran.err
            machine.git("rm", "-q", "--force", file, cwd=top)
