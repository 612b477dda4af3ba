"""The checks under the real pre-commit framework and the real prek."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from support import tokens

if TYPE_CHECKING:
    from support.machine import Machine, Ran

PROJECT = Path(__file__).parents[2]
SECRET = f"The token is {tokens.github()}."


@pytest.fixture(params=["pre-commit", "prek"])
def runner(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    assert (Path(sys.executable).parent / name).exists(), f"{name} is not installed"
    return name


def configure(root: Path) -> None:
    """Our manifest as `repo: local`, run by the installed commands."""
    hooks = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text())
    for hook in hooks:
        hook["language"] = "system"
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    (root / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))


@pytest.fixture
def root(machine: Machine, runner: str) -> Path:
    machine.environ["PRE_COMMIT_HOME"] = str(machine.folder / "cache")
    machine.environ["PREK_HOME"] = str(machine.folder / "prek")
    root = machine.repository()
    configure(root)
    machine.git("add", ".pre-commit-config.yaml", cwd=root)
    machine.git("commit", "-qm", "config", cwd=root)
    machine.run(runner, "install", cwd=root)
    return root


def note(machine: Machine, root: Path, name: str, body: str) -> Path:
    path = root / ".coyote/memory" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"---\nname: {name}\ndescription: d\n---\n\n{body}\n")
    machine.git("add", "-f", path, cwd=root)
    return path


def commit(machine: Machine, root: Path, want: int | None) -> Ran:
    ran = machine.run("git", "commit", "-qm", "x", cwd=root, want=want)
    assert tokens.github() not in ran.out + ran.err
    return ran


def test_the_framework_stops_what_the_checks_find(machine: Machine, root: Path) -> None:
    note(machine, root, "deploy", SECRET)
    said = commit(machine, root, 1).err
    assert "github-pat, 40 bytes" in said
    assert "form of notes (memsync)" in said
    note(machine, root, "deploy", "y" * 2001)
    assert "1 over the cap" in commit(machine, root, 1).err
    note(machine, root, "deploy", "See [[nowhere]].")
    assert "broken-link" in commit(machine, root, 1).err
    note(machine, root, "deploy", "Fine.")
    commit(machine, root, 0)


def test_the_staged_blob_counts_and_an_old_line_does_not(
    machine: Machine, root: Path
) -> None:
    path = note(machine, root, "deploy", SECRET)
    path.write_text("clean in the work tree\n")
    commit(machine, root, 1)
    note(machine, root, "deploy", SECRET)
    machine.git("commit", "-qm", "x", "--no-verify", cwd=root)
    note(machine, root, "deploy", f"{SECRET}\nAnother line.")
    commit(machine, root, 0)
    note(machine, root, "deploy", "Clean again.")
    commit(machine, root, 0)


def test_a_forced_link_of_the_memory_is_stopped(machine: Machine, root: Path) -> None:
    (root / ".coyote").mkdir()
    (root / ".coyote/memory").symlink_to("../elsewhere")
    machine.git("add", "-f", ".coyote/memory", cwd=root)
    assert "private-memory" in commit(machine, root, 1).err


def test_all_files_and_ranges_judge_whole_files_and_say_so(
    machine: Machine, root: Path, runner: str
) -> None:
    note(machine, root, "deploy", SECRET)
    machine.git("commit", "-qm", "x", "--no-verify", cwd=root)
    note(machine, root, "other", "Fine.")
    machine.git("commit", "-qm", "y", cwd=root)
    ran = machine.run(runner, "run", "--all-files", cwd=root, want=1)
    assert "checked 2 whole files" in ran.out
    assert "memsync: found 1 secret\n" in ran.out
    assert "github-pat" in ran.out
    refs = ("--from-ref", "HEAD~1", "--to-ref", "HEAD")
    machine.run(runner, "run", *refs, cwd=root)
    refs = ("--from-ref", "HEAD~2", "--to-ref", "HEAD")
    assert "github-pat" in machine.run(runner, "run", *refs, cwd=root, want=1).out


def test_a_commit_that_a_check_of_a_range_makes_is_judged_by_its_lines(
    machine: Machine, root: Path
) -> None:
    note(machine, root, "deploy", SECRET)
    machine.git("commit", "-qm", "x", "--no-verify", cwd=root)
    # The runner leaves the range in the environment of what its hooks start.
    machine.environ |= {"PRE_COMMIT_FROM_REF": "HEAD~1", "PRE_COMMIT_TO_REF": "HEAD"}
    note(machine, root, "deploy", f"{SECRET}\nAnother line.")
    commit(machine, root, 0)
    note(machine, root, "other", SECRET)
    commit(machine, root, 1)


def test_installed_as_a_repository_the_manifest_works(
    machine: Machine, tmp_path: Path
) -> None:
    clone = tmp_path / "memsync"
    clone.mkdir()
    names = (".pre-commit-hooks.yaml", "README.md", "LICENSE", "pyproject.toml")
    for name in names:
        shutil.copy(PROJECT / name, clone / name)
    for name in ("memsync", "hooks"):
        shutil.copytree(
            PROJECT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    machine.git("init", "-q", cwd=clone)
    machine.git("add", "-A", cwd=clone)
    machine.git("commit", "-qm", "memsync", cwd=clone)
    root = machine.repository()
    note(machine, root, "deploy", SECRET)
    ran = machine.run(
        *("pre-commit", "try-repo", clone, "memsync-secrets"),
        cwd=root,
        environ={"PRE_COMMIT_HOME": str(machine.folder / "cache")},
        want=1,
    )
    assert "github-pat, 40 bytes" in ran.out


def test_where_the_framework_runs_the_checks_no_second_hook_is_installed(
    machine: Machine, root: Path, runner: str
) -> None:
    done = machine.memsync("hooks", "install", "--json", cwd=root).json
    assert (done["action"], done["guarded"], done["runner"]) == (
        *("unchanged", True),
        runner,
    )
    assert "runs memsync's checks" in machine.memsync("doctor", cwd=root).out
    note(machine, root, "deploy", SECRET)
    commit(machine, root, 1)
    machine.run(runner, "uninstall", cwd=root)
    assert "no hook runs them" in machine.memsync("doctor", cwd=root, want=1).out
    commit(machine, root, 0)


def test_a_hook_that_git_no_longer_looks_for_is_removed(
    machine: Machine, root: Path
) -> None:
    own = root / ".git/hooks/pre-commit"
    own.write_text("#!/bin/sh\nexit 0\n")
    before = own.read_bytes()
    machine.memsync("init", "--hooks", cwd=root)
    # As husky does, once its packages are installed.
    (root / ".husky/_").mkdir(parents=True)
    machine.git("config", "core.hooksPath", ".husky/_", cwd=root)
    would = machine.memsync("deinit", "--dry-run", cwd=root)
    assert str(own) in would.out
    assert own.read_bytes() != before
    done = machine.memsync("deinit", cwd=root)
    assert str(own) in done.out
    assert own.read_bytes() == before
    assert [path.name for path in own.parent.glob("*memsync*")] == []
