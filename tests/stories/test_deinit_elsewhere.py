"""`deinit` and what stands elsewhere: submodules, other worktrees, a team's memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.trees import tree

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def outer(machine: Machine) -> Path:
    """`outer` with `lib`, which has a tracked `.gitignore` and a submodule `sub`."""
    machine.repository("sub-source")
    lib = machine.repository("lib-source")
    (lib / ".gitignore").write_text("*.o\n")
    machine.git("add", "-A", cwd=lib)
    machine.git("submodule", "--quiet", "add", "../sub-source", "sub", cwd=lib)
    machine.git("commit", "-q", "-m", "sub", cwd=lib)
    outer = machine.repository("outer")
    machine.git("submodule", "--quiet", "add", "../lib-source", "lib", cwd=outer)
    machine.git("commit", "-q", "-m", "lib", cwd=outer)
    machine.git("submodule", "--quiet", "update", "--init", "--recursive", cwd=outer)
    return outer


def test_a_submodules_own_files_are_not_touched(machine: Machine, outer: Path) -> None:
    machine.memsync("init", "--recurse-submodules", cwd=outer)
    for top in (outer / "lib", outer / "lib/sub"):
        assert (top / ".coyote/memory/MEMORY.md").is_file()
        assert machine.git("status", "--porcelain", cwd=top) == ""
    assert machine.git("status", "--porcelain", cwd=outer) == "?? .gitignore"
    machine.memsync("write", "fact", "-m", "text", cwd=outer / "lib")
    assert machine.git("status", "--porcelain", cwd=outer / "lib") == ""
    machine.memsync("init", cwd=outer / "lib")
    assert machine.git("status", "--porcelain", cwd=outer / "lib") == ""
    machine.memsync("init", "--gitignore", cwd=outer / "lib")
    assert ".coyote/memory/" in (outer / "lib/.gitignore").read_text()


def test_deinit_names_the_submodules_that_still_have_one_or_takes_them_back(
    machine: Machine, outer: Path
) -> None:
    before = {
        name: value
        for name, value in tree(outer).items()
        if "/memsync" not in name and ".git/" not in name
    }
    init = ("init", "--recurse-submodules", "--hooks")
    machine.memsync(*init, cwd=outer)
    machine.memsync("write", "fact", "-m", "text", cwd=outer / "lib")
    said = machine.memsync("deinit", cwd=outer).err
    assert "the submodules lib, lib/sub still have a memory" in said
    assert "memsync deinit --recurse-submodules" in said
    assert (outer / "lib/.coyote/memory/fact.md").is_file()
    machine.memsync(*init, cwd=outer)
    done = machine.memsync("deinit", "--recurse-submodules", "--json", cwd=outer)
    assert done.json["archived"] == 1
    for below in ("", "modules/lib/", "modules/lib/modules/sub/"):
        hook = outer / ".git" / below / "hooks/pre-commit"
        assert {"path": str(hook), "action": "removed"} in done.json["actions"]
    assert before == {
        name: value
        for name, value in tree(outer).items()
        if "/memsync" not in name and ".git/" not in name
    }
    assert "still have" not in done.err
    machine.memsync("archive", "restore", "--all", cwd=outer / "lib")
    assert (outer / "lib/.coyote/memory/fact.md").is_file()


def test_the_entry_in_the_other_worktree_of_a_bare_repository_goes_too(
    machine: Machine,
) -> None:
    top = machine.repository()
    machine.git("clone", "-q", "--bare", ".", "../bare.git", cwd=top)
    bare = machine.folder / "bare.git"
    one, two = machine.folder / "one", machine.folder / "two"
    for path in (one, two):
        machine.git("worktree", "add", "-q", path, cwd=bare)
    (two / ".gitignore").write_text("*.o\n")
    for path in (one, two):
        machine.memsync("init", cwd=path)
        assert ".coyote/memory/" in (path / ".gitignore").read_text()
    done = machine.memsync("deinit", cwd=one)
    assert f"updated: {two / '.gitignore'}\n" in done.out
    assert (two / ".gitignore").read_text() == "*.o\n"
    assert not (one / ".gitignore").exists()
    assert not (two / ".coyote").exists()


def test_of_a_tracked_memory_only_what_is_true_is_said(machine: Machine) -> None:
    top = machine.repository()
    said = machine.memsync("init", "--tracked", "--hooks", cwd=top).err
    assert "git ignores" not in said
    assert "this memory is committed" in said
    doctor = machine.memsync("doctor", cwd=top)
    assert "a team's memory, not committed yet" in doctor.out
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", "team", cwd=top)
    assert "tracked by git: a team's memory" in machine.memsync("doctor", cwd=top).out
    assert "this memory is committed" in machine.memsync("init", "--hooks", cwd=top).err


def test_what_the_hook_checks_is_said_once_for_all_submodules(
    machine: Machine, outer: Path
) -> None:
    said = machine.memsync("init", "--recurse-submodules", "--hooks", cwd=outer).err
    assert said.count("the hook checks") == 1


def test_the_hint_for_a_file_that_cannot_be_changed_is_one_for_deinit(
    machine: Machine,
) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    (top / ".gitignore").chmod(0o444)
    ran = machine.memsync("deinit", cwd=top, want=16)
    assert "is read-only\nhint: fix it and try again\n" in ran.err
    (top / ".gitignore").chmod(0o644)
    machine.memsync("deinit", cwd=top)
