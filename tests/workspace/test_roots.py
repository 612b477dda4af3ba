"""Git roots as git sees them."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Broken, NoGitRoot
from memsync.workspace.repository.pointers import MAIN_RECORD
from memsync.workspace.repository.roots import (
    find_root,
    initialised_submodules,
    linked_worktrees,
    require_root,
)

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def test_outside_git_there_is_no_root_and_no_child_is_started(machine: Machine) -> None:
    assert find_root(machine.folder, {"PATH": "/nowhere"}) is None
    with pytest.raises(NoGitRoot):
        require_root(machine.folder, machine.environ)


def test_a_main_work_tree(machine: Machine) -> None:
    top = machine.repository()
    deep = top / "a" / "b"
    deep.mkdir(parents=True)
    root = find_root(deep, machine.environ)
    assert root is not None
    assert (root.top, root.kind, root.main_top) == (top, "main", top)
    assert root.git_dir == root.common_dir == top / ".git"
    assert root.safe_dir == top / ".git" / "memsync"
    assert not root.linked


def test_a_linked_worktree_knows_its_main_one(machine: Machine) -> None:
    top = machine.repository()
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    side = machine.folder / "side"
    root = find_root(side, machine.environ)
    assert root is not None
    assert (root.kind, root.main_top) == ("worktree", top)
    assert root.common_dir == top / ".git"
    assert list(linked_worktrees(root)) == [("side", side)]


def test_a_worktree_of_a_bare_repository_has_no_main_one(machine: Machine) -> None:
    top = machine.repository()
    machine.git("clone", "-q", "--bare", ".", "../bare.git", cwd=top)
    machine.git("worktree", "add", "-q", "../side", cwd=machine.folder / "bare.git")
    root = find_root(machine.folder / "side", machine.environ)
    assert root is not None
    assert (root.kind, root.main_top) == ("bare-worktree", None)


@pytest.mark.parametrize("inside", [".", "sub"])
def test_a_submodule_of_a_submodule_is_a_root_of_its_own(
    machine: Machine, inside: str
) -> None:
    outer = repository_with_submodules(machine)
    root = find_root(outer / "middle" / inside, machine.environ)
    assert root is not None
    assert root.kind == "submodule"
    assert root.superproject == (outer / "middle" / inside).parent
    assert root.safe_dir == root.common_dir / "memsync"
    assert root.common_dir.is_relative_to(outer / ".git" / "modules" / "middle")


def test_submodules_are_listed_where_they_are_checked_out(machine: Machine) -> None:
    outer = repository_with_submodules(machine)
    root = require_root(outer, machine.environ)
    assert initialised_submodules(root, machine.environ) == [outer / "middle"]
    machine.git("submodule", "deinit", "-q", "-f", "middle", cwd=outer)
    assert initialised_submodules(root, machine.environ) == []


def test_the_clone_of_one_worktree_keeps_its_files_with_the_repository(
    machine: Machine,
) -> None:
    outer = repository_with_submodules(machine)
    machine.git("worktree", "add", "-q", "../side", cwd=outer)
    side = machine.folder / "side"
    machine.git("submodule", "update", "-q", "--init", cwd=side)
    root = require_root(side / "middle", machine.environ)
    kept = outer / ".git" / "memsync" / "worktrees" / "side" / "modules" / "middle"
    assert root.safe_dir == kept


def test_a_worktree_of_a_submodule_finds_the_submodule(machine: Machine) -> None:
    outer = repository_with_submodules(machine)
    machine.git("worktree", "add", "-q", "../../side", cwd=outer / "middle")
    root = require_root(machine.folder / "side", machine.environ)
    assert (root.kind, root.main_top) == ("worktree", outer / "middle")


def test_a_separate_git_dir_needs_a_record_of_its_work_tree(machine: Machine) -> None:
    top, git_dir = machine.folder / "top", machine.folder / "git-files"
    machine.git("init", "-q", "--separate-git-dir", git_dir, top)
    machine.git("commit", "-q", "--allow-empty", "-m", "start", cwd=top)
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    side = machine.folder / "side"
    assert require_root(top, machine.environ).common_dir == git_dir
    assert require_root(side, machine.environ).main_top is None
    (git_dir / "memsync").mkdir()
    (git_dir / "memsync" / MAIN_RECORD).write_bytes(os.fsencode(top))
    assert require_root(side, machine.environ).main_top == top


@pytest.mark.parametrize("name", [b"a b", b"-C", b"new\nline", b"\xff", b"a\n/b"])
def test_a_path_may_hold_any_bytes(machine: Machine, name: bytes) -> None:
    top = machine.folder / os.fsdecode(name)
    top.mkdir(parents=True)
    machine.git("init", "-q", cwd=top)
    machine.git("commit", "-q", "--allow-empty", "-m", "start", cwd=top)
    machine.git("worktree", "add", "-q", "./side", cwd=top)
    assert require_root(top, machine.environ).top == top
    side = require_root(top / "side", machine.environ)
    assert (side.top, side.main_top) == (top / "side", top)


def test_what_git_exports_to_hooks_does_not_mislead(machine: Machine) -> None:
    top, other = machine.repository(), machine.repository("other")
    environ = {
        **machine.environ,
        "GIT_DIR": str(other / ".git"),
        "GIT_WORK_TREE": str(other),
        "GIT_INDEX_FILE": str(other / ".git" / "index"),
    }
    assert require_root(top, environ).top == top


def broken(
    machine: Machine, folder: Path, environ: dict[str, str] | None = None
) -> str:
    with pytest.raises(Broken) as caught:
        find_root(folder, environ or machine.environ)
    assert caught.value.hint
    return caught.value.word


def test_an_empty_git_folder(machine: Machine) -> None:
    inner = machine.repository() / "inner"
    (inner / ".git").mkdir(parents=True)
    assert broken(machine, inner) == "empty-git"


def test_a_git_folder_without_its_objects(machine: Machine) -> None:
    inner = machine.repository() / "inner"
    (inner / ".git").mkdir(parents=True)
    (inner / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    assert broken(machine, inner) == "empty-git"


@pytest.mark.parametrize("text", ["gitdir: /nowhere/at/all\n", "nonsense\n", ""])
def test_a_pointer_that_leads_nowhere(machine: Machine, text: str) -> None:
    (machine.folder / ".git").write_text(text)
    assert broken(machine, machine.folder) == "broken-pointer"


def test_a_worktree_whose_main_one_is_gone(machine: Machine) -> None:
    top = machine.repository()
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    shutil.rmtree(top)
    with pytest.raises(Broken, match="points to") as caught:
        find_root(machine.folder / "side", machine.environ)
    assert "worktree repair" in str(caught.value.hint)


def test_a_submodule_whose_clone_is_gone(machine: Machine) -> None:
    outer = repository_with_submodules(machine)
    shutil.rmtree(outer / ".git" / "modules")
    with pytest.raises(Broken, match="points to") as caught:
        find_root(outer / "middle", machine.environ)
    assert "submodule update --init" in str(caught.value.hint)


@pytest.mark.parametrize("inside", [".", "refs", "objects/info"])
def test_a_bare_repository(machine: Machine, inside: str) -> None:
    machine.git("init", "-q", "--bare", "bare.git")
    assert broken(machine, machine.folder / "bare.git" / inside) == "bare"


def test_a_folder_that_points_to_a_bare_repository(machine: Machine) -> None:
    machine.git("init", "-q", "--bare", ".bare")
    (machine.folder / ".git").write_text("gitdir: ./.bare\n")
    assert broken(machine, machine.folder) == "bare"


@pytest.mark.parametrize("inside", [".git", ".git/hooks", ".git/refs/heads"])
def test_the_inside_of_a_git_folder(machine: Machine, inside: str) -> None:
    assert broken(machine, machine.repository() / inside) == "inside-git"


def test_a_repository_of_another_user(machine: Machine) -> None:
    top = machine.repository()
    environ = {**machine.environ, "PATH": str(machine.folder / "bin")}
    shim = machine.folder / "bin" / "git"
    shim.parent.mkdir()
    # Git's own switch for its tests: every repository belongs to someone else.
    shim.write_text(
        "#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec"
        f' {shutil.which("git")} "$@"\n'
    )
    shim.chmod(0o755)
    with pytest.raises(Broken, match="does not trust") as caught:
        find_root(top, environ)
    assert caught.value.word == "foreign-owner"
    assert f"safe.directory {top}" in str(caught.value.hint)
    machine.git("config", "--global", "--add", "safe.directory", top)
    assert require_root(top, environ).top == top


def test_git_is_missing(machine: Machine) -> None:
    top = machine.repository()
    assert broken(machine, top, {"PATH": "/nowhere"}) == "git-missing"


def test_git_is_too_old(machine: Machine) -> None:
    top = machine.repository()
    fake = machine.folder / "bin" / "git"
    fake.parent.mkdir()
    # As git before 2.31 did: an option that it does not know is printed back.
    fake.write_text(
        '#!/bin/sh\ncase "$*" in *--version*) echo git version 2.25.1;;\n'
        '*) shift 3; printf "%s\\n" "$@";; esac\n'
    )
    fake.chmod(0o755)
    assert broken(machine, top, {"PATH": str(fake.parent)}) == "git-too-old"


def test_a_broken_git_config_is_git_s_own_error(machine: Machine) -> None:
    top = machine.repository()
    (top / ".git" / "config").write_text("[broken\n")
    with pytest.raises(Broken, match="bad config"):
        find_root(top, machine.environ)


def repository_with_submodules(machine: Machine) -> Path:
    """`outer` with the submodule `middle`, which has the submodule `sub`."""
    machine.repository("sub-source")
    middle = machine.repository("middle-source")
    machine.git("submodule", "--quiet", "add", "../sub-source", "sub", cwd=middle)
    machine.git("commit", "-q", "-m", "sub", cwd=middle)
    outer = machine.repository("outer")
    machine.git("submodule", "--quiet", "add", "../middle-source", "middle", cwd=outer)
    machine.git("commit", "-q", "-m", "middle", cwd=outer)
    machine.git("submodule", "--quiet", "update", "--init", "--recursive", cwd=outer)
    return outer
