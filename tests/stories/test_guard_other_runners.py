"""The guard beside the real husky, lefthook, pre-commit and prek, in every order."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from support import npm, tokens
from support.trees import tree

from memsync.guard.install.runners import LINE, REQUIRED_LINE

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

FOREIGN = "#!/bin/sh\necho foreign ran >&2\nexit ${FOREIGN_EXIT:-0}\n"
FRAMEWORK = """\
repos:
  - repo: local
    hooks:
      - {id: fine, name: fine, entry: 'true', language: system, always_run: true}
"""
LEFTHOOK = "pre-commit:\n  commands:\n    fine:\n      run: 'true'\n"


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return npm.programs(tmp_path_factory)


@pytest.fixture
def root(machine: Machine, programs: Path) -> Path:
    machine.environ["PRE_COMMIT_HOME"] = str(machine.folder / "cache")
    machine.environ["PREK_HOME"] = str(machine.folder / "prek")
    machine.environ["PATH"] += os.pathsep + str(programs)
    return machine.repository()


def hooks_of(root: Path) -> dict[str, object]:
    """The hooks that are there, with their bytes and modes."""
    folder = root / ".git/hooks"
    found = tree(folder) if folder.is_dir() else {}
    return {name: what for name, what in found.items() if ".sample" not in name}


def secret_is_committed(machine: Machine, root: Path, **environ: str) -> bool:
    """Try to commit a token, and a harmless note, which must always pass."""
    note = root / "AGENTS.md"
    for text in (f"The token is {tokens.github()}.\n", "Nothing to see.\n"):
        note.write_text(text)
        machine.git("add", "-f", note, cwd=root)
        argv = ("git", "commit", "-qm", "x", "--allow-empty")
        ran = machine.run(*argv, cwd=root, environ=environ, want=None)
        if ran.code == 0:
            machine.git("reset", "-q", "--soft", "HEAD~1", cwd=root)
        if text.startswith("The token"):
            committed = ran.code == 0
        else:
            assert ran.code == 0, ran
    machine.git("rm", "-q", "--cached", note, cwd=root)
    note.unlink()
    return committed


def is_healthy(machine: Machine, root: Path) -> bool:
    status = machine.memsync("hooks", "status", "--json", cwd=root).json
    doctor = machine.memsync("doctor", "--json", cwd=root, want=None).json
    hook = next(check for check in doctor["checks"] if check["name"] == "hook")
    assert hook["ok"] is status["guarded"]
    healthy: bool = hook["ok"]
    return healthy


@pytest.mark.parametrize("runner", ["pre-commit", "prek"])
@pytest.mark.parametrize("foreign", [False, True])
@pytest.mark.parametrize(
    "order", ["guard runner", "runner guard", "runner guard runner guard"]
)
def test_beside_a_framework_the_order_of_installation_does_not_matter(
    machine: Machine, root: Path, runner: str, order: str, *, foreign: bool
) -> None:
    (root / ".pre-commit-config.yaml").write_text(FRAMEWORK)
    machine.git("add", "-A", cwd=root)
    machine.git("commit", "-qm", "config", cwd=root)
    hook = root / ".git/hooks/pre-commit"
    if foreign:
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(FOREIGN)
        hook.chmod(0o755)
    before = hooks_of(root)
    for step in order.split():
        if step == "guard":
            machine.memsync("init", "--hooks", cwd=root)
        else:
            machine.run(runner, "install", cwd=root)
    assert hooks_of(root).keys() == {
        *("pre-commit", "pre-commit.legacy"),
        *(["pre-commit.before-memsync"] if foreign else []),
    }
    assert is_healthy(machine, root)
    machine.memsync("init", "--hooks", cwd=root)
    assert not secret_is_committed(machine, root)
    if foreign:
        stopped = machine.run(
            *("git", "commit", "-qm", "x", "--allow-empty"),
            cwd=root,
            environ={"FOREIGN_EXIT": "7"},
            want=1,
        )
        assert "foreign ran" in stopped.out + stopped.err
    said = machine.memsync("hooks", "status", cwd=root).out
    assert f"run by {runner} as pre-commit.legacy" in said
    done = machine.memsync("deinit", cwd=root)
    legacy = root / ".git/hooks/pre-commit.legacy"
    word = "restored" if foreign else "removed"
    assert f"{word}: {legacy}\n" in done.out
    assert legacy.exists() == foreign
    machine.run(runner, "uninstall", cwd=root)
    assert hooks_of(root) == before


@pytest.mark.parametrize("runner", ["pre-commit", "prek"])
def test_a_framework_that_goes_first_leaves_the_guard_in_place(
    machine: Machine, root: Path, runner: str
) -> None:
    (root / ".pre-commit-config.yaml").write_text(FRAMEWORK)
    machine.run(runner, "install", cwd=root)
    machine.memsync("init", "--hooks", cwd=root)
    machine.run(runner, "uninstall", cwd=root)
    assert hooks_of(root).keys() == {"pre-commit"}
    assert is_healthy(machine, root)
    assert not secret_is_committed(machine, root)
    machine.memsync("deinit", cwd=root)
    assert hooks_of(root) == {}


@pytest.mark.parametrize("runner", ["pre-commit", "prek"])
def test_what_an_earlier_version_chained_comes_right_again(
    machine: Machine, root: Path, runner: str
) -> None:
    (root / ".pre-commit-config.yaml").write_text(FRAMEWORK)
    hooks = root / ".git/hooks"
    machine.run(runner, "install", cwd=root)
    theirs = (hooks / "pre-commit").read_bytes()
    (hooks / "pre-commit").unlink()
    machine.memsync("hooks", "install", cwd=root)
    (hooks / "pre-commit.before-memsync").write_bytes(theirs)
    (hooks / "pre-commit.before-memsync").chmod(0o755)
    assert not secret_is_committed(machine, root)
    machine.run(runner, "install", cwd=root)
    assert not secret_is_committed(machine, root)
    machine.memsync("init", "--hooks", cwd=root)
    assert is_healthy(machine, root)
    machine.memsync("deinit", cwd=root)
    machine.run(runner, "uninstall", cwd=root)
    assert hooks_of(root) == {}


@pytest.mark.parametrize("order", ["guard lefthook", "lefthook guard"])
def test_under_lefthook_a_guard_that_nobody_runs_is_said_and_an_entry_joins_it(
    machine: Machine, root: Path, order: str
) -> None:
    config = root / "lefthook.yml"
    config.write_text(LEFTHOOK)
    for step in order.split():
        if step == "guard":
            machine.memsync("init", "--hooks", cwd=root, want=1)
        else:
            machine.run("lefthook", "install", cwd=root)
    assert not is_healthy(machine, root)
    said = machine.memsync("init", "--hooks", cwd=root, want=1).err
    assert "the guard is not installed: lefthook runs the hooks here" in said
    assert f"add this entry to '{config}'" in said
    doctor = machine.memsync("doctor", cwd=root, want=1)
    assert "memsync hooks install" not in doctor.err
    assert ":\npre-commit:\n  commands:\n" in doctor.err
    if order == "guard lefthook":
        assert "moved memsync's hook" in doctor.out
    ran = machine.memsync("hooks", "install", cwd=root, want=1)
    entry = ran.out.removeprefix("pre-commit:\n  commands:\n")
    assert entry != ran.out
    config.write_text(LEFTHOOK + entry)
    machine.run("lefthook", "install", cwd=root)
    assert is_healthy(machine, root)
    machine.memsync("init", "--hooks", cwd=root)
    assert not secret_is_committed(machine, root)
    nowhere = {"PATH": f"/usr/bin:/bin:{machine.environ['PATH'].split(':')[-1]}"}
    assert secret_is_committed(machine, root, **nowhere), (
        "no memsync: nobody is stopped"
    )
    done = machine.memsync("deinit", cwd=root)
    assert "the configuration of lefthook still names memsync's checks" in done.err
    config.write_text(LEFTHOOK)
    machine.run("lefthook", "uninstall", cwd=root)
    assert hooks_of(root) == {}


@pytest.mark.parametrize("require", [False, True])
def test_under_husky_the_line_goes_into_the_file_that_husky_runs(
    machine: Machine, root: Path, *, require: bool
) -> None:
    machine.run("husky", cwd=root)
    assert (root / ".husky/_/pre-commit").is_file()
    generated = tree(root / ".husky/_")
    file = root / ".husky/pre-commit"
    init = machine.memsync("init", "--hooks", cwd=root, want=1)
    assert "husky runs the hooks here" in init.err
    assert f"add this line to '{file}': {LINE}" in init.err
    assert not is_healthy(machine, root)
    assert str(file) in machine.memsync("doctor", cwd=root, want=1).err
    options = ["--require"] if require else []
    ran = machine.memsync("hooks", "install", *options, "--json", cwd=root, want=1)
    line = ran.json["line"]
    assert (ran.json["file"], ran.json["runner"]) == (str(file), "husky")
    assert line == (REQUIRED_LINE if require else LINE)
    file.write_text(f"# {line}\n")
    assert not is_healthy(machine, root), "a comment checks nothing"
    file.write_text(f"{line}\n")
    assert is_healthy(machine, root)
    machine.memsync("init", "--hooks", cwd=root)
    assert not secret_is_committed(machine, root)
    nowhere = {"PATH": "/usr/bin:/bin"}
    if not require:
        assert secret_is_committed(machine, root, **nowhere)
    else:
        argv = ("git", "commit", "-qm", "x", "--allow-empty")
        machine.run(*argv, cwd=root, environ=nowhere, want=1)
    shutil.rmtree(root / ".husky/_")
    assert not is_healthy(machine, root), "as after `git clean -fdX`"
    said = machine.memsync("hooks", "install", cwd=root, want=1).err
    assert "hint: run `npx husky`, which writes it\n" in said
    machine.run("husky", cwd=root)
    done = machine.memsync("deinit", cwd=root)
    assert f"'{file}' still calls memsync" in done.err
    assert tree(root / ".husky/_") == generated
    assert file.read_text() == f"{line}\n"


def test_a_hook_of_ours_that_somebody_removed_gives_the_other_one_back(
    machine: Machine, root: Path
) -> None:
    hook = root / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(FOREIGN)
    hook.chmod(0o755)
    before = hooks_of(root)
    machine.memsync("init", "--hooks", cwd=root)
    hook.unlink()
    done = machine.memsync("deinit", cwd=root)
    assert f"restored: {hook}\n" in done.out
    assert hooks_of(root) == before


def test_what_a_killed_command_left_among_the_hooks_goes(
    machine: Machine, root: Path
) -> None:
    hooks = root / ".git/hooks"
    machine.memsync("init", cwd=root)
    hooks.mkdir(exist_ok=True)
    left = [folder / f".memsync-{'0f' * 8}.tmp" for folder in (hooks, root)]
    made = root / ".git/memsync/made"
    left.append(made / f".memsync-{'1e' * 8}.tmp")
    for path in left:
        path.write_text("half of")
    machine.memsync("init", "--hooks", cwd=root)
    assert not [path for path in left if path.exists()]
