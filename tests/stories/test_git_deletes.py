"""What git deletes without a word: noticed by the next command, and brought back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

NAMED = "memsync archive restore --all"


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory: one note by memsync, one by an agent."""
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-q", "-m", "ignore", cwd=top)
    machine.memsync("write", "fact", "-d", "a fact", "-m", "first", cwd=top)
    machine.memsync("write", "fact", "-m", "second", cwd=top)
    machine.memsync("remember", "--index", "always on", cwd=top)
    memory = top / ".coyote/memory"
    (memory / "by-agent.md").write_text(
        "---\nname: by-agent\ndescription: an agent's\ntype: project\n---\n\nx\n"
    )
    with (memory / "MEMORY.md").open("a") as index:
        index.write("- [[by-agent]]: an agent's\n")
    machine.memsync("list", cwd=top)
    return top


def comes_back(machine: Machine, top: Path, before: dict[str, bytes]) -> None:
    """The next command says so, and what it names restores every byte."""
    noticed = machine.memsync("list", cwd=top)
    assert NAMED in noticed.err
    assert NAMED in str(machine.memsync("status", "--json", cwd=top).json["warnings"])
    machine.memsync(*NAMED.split()[1:], cwd=top)
    assert notes(top) == before
    assert machine.memsync("list", cwd=top).err == ""


def notes(top: Path) -> dict[str, bytes]:
    memory = top / ".coyote/memory"
    return {path.name: path.read_bytes() for path in memory.glob("*.md")}


def test_clean(machine: Machine, top: Path) -> None:
    before = notes(top)
    machine.git("clean", "-xfdq", cwd=top)
    assert notes(top) == {}
    comes_back(machine, top, before)


def test_stash_all(machine: Machine, top: Path) -> None:
    before = notes(top)
    machine.git("stash", "--all", "--quiet", cwd=top)
    assert notes(top) == {}
    comes_back(machine, top, before)


def test_an_agent_s_own_rm(machine: Machine, top: Path) -> None:
    before = notes(top)
    (top / ".coyote/memory/fact.md").unlink()
    noticed = machine.memsync("list", cwd=top)
    assert "a note is gone without memsync (fact)" in noticed.err
    comes_back(machine, top, before)


def test_a_write_into_a_vanished_memory_says_so_and_loses_nothing(
    machine: Machine, top: Path
) -> None:
    before = notes(top)
    machine.git("clean", "-xfdq", cwd=top)
    done = machine.memsync("write", "later", "-m", "new", cwd=top)
    assert NAMED in done.err
    ran = machine.memsync("archive", "restore", "--all", cwd=top)
    # It needs no hint to run what is running.
    assert "restore --all" not in ran.err
    after = notes(top)
    assert {name: after[name] for name in before if name != "MEMORY.md"} == {
        name: data for name, data in before.items() if name != "MEMORY.md"
    }
    for name in ("fact", "by-agent", "later"):
        assert f"[[{name}]]" in after["MEMORY.md"].decode()


def test_worktree_remove_takes_only_the_link(machine: Machine, top: Path) -> None:
    before = notes(top)
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    machine.memsync("write", "side", "-m", "from there", cwd=machine.folder / "side")
    machine.git("worktree", "remove", "../side", cwd=top)
    assert notes(top).keys() == before.keys() | {"side.md"}


def test_submodule_deinit(machine: Machine) -> None:
    machine.repository("source")
    outer = machine.repository("outer")
    machine.git("submodule", "--quiet", "add", "../source", "sub", cwd=outer)
    machine.git("commit", "-q", "-m", "sub", cwd=outer)
    sub = outer / "sub"
    machine.memsync("init", "--no-gitignore", cwd=sub)
    machine.memsync("write", "fact", "-m", "text", cwd=sub)
    before = notes(sub)
    machine.git("submodule", "--quiet", "deinit", "-f", "sub", cwd=outer)
    assert notes(sub) == {}
    machine.git("submodule", "--quiet", "update", "--init", cwd=outer)
    comes_back(machine, sub, before)


def test_rm_of_a_submodule_leaves_the_archive(machine: Machine) -> None:
    machine.repository("source")
    outer = machine.repository("outer")
    machine.git("submodule", "--quiet", "add", "../source", "sub", cwd=outer)
    machine.git("commit", "-q", "-m", "sub", cwd=outer)
    machine.memsync("init", "--no-gitignore", cwd=outer / "sub")
    machine.memsync("write", "fact", "-m", "text", cwd=outer / "sub")
    before = notes(outer / "sub")
    machine.git("rm", "-q", "-f", "sub", cwd=outer)
    machine.git("reset", "-q", "--hard", cwd=outer)
    machine.git("submodule", "--quiet", "update", "--init", cwd=outer)
    comes_back(machine, outer / "sub", before)


def test_checkout_of_an_older_branch_keeps_the_notes(
    machine: Machine, top: Path
) -> None:
    before = notes(top)
    machine.git("checkout", "-q", "HEAD~1", cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("clean", "-fdq", cwd=top)
    assert notes(top) == before
    assert machine.git("status", "--porcelain", cwd=top) == ""
    assert machine.memsync("list", cwd=top).err == ""


def test_checkout_of_a_branch_that_tracks_the_memory(
    machine: Machine, top: Path
) -> None:
    before = notes(top)
    machine.git("checkout", "-q", "-b", "team", cwd=top)
    team = top / ".coyote/memory"
    for name in before:
        (team / name).write_bytes(b"# Team\n")
    machine.git("add", "-f", ".coyote", cwd=top)
    machine.git("commit", "-q", "-m", "team", cwd=top)
    machine.git("checkout", "-q", "main", cwd=top)
    comes_back(machine, top, before)
    machine.git("checkout", "-q", "team", cwd=top)
    assert notes(top)["fact.md"] == b"# Team\n"
    noticed = machine.memsync("list", cwd=top)
    assert "this branch tracks a memory" in noticed.err
    machine.memsync("write", "fact", "-m", "of the team", cwd=top)
    machine.git("commit", "-q", "-a", "-m", "more", cwd=top)
    machine.git("checkout", "-q", "main", cwd=top)
    comes_back(machine, top, before)


def test_forgotten_notes_stay_away(machine: Machine, top: Path) -> None:
    machine.memsync("forget", "fact", cwd=top)
    before = notes(top)
    machine.git("clean", "-xfdq", cwd=top)
    comes_back(machine, top, before)
    assert "fact.md" not in before


def test_an_empty_memory_that_vanishes_is_not_missed(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("list", cwd=top)
    machine.git("clean", "-xfdq", cwd=top)
    assert machine.memsync("list", cwd=top).err == ""


def test_a_repository_that_cannot_be_written_is_still_read(
    machine: Machine, top: Path
) -> None:
    # A file where the archive's folder should be stops even the superuser.
    archive = top / ".git/memsync/archive"
    archive.rename(archive.with_name("elsewhere"))
    archive.write_text("")
    done = machine.memsync("read", "fact", cwd=top)
    assert done.out.endswith("second\n")
    assert "could not be stored" in done.err
    os.unlink(archive)  # noqa: PTH108 -- plain
