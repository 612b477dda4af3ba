"""A `.git` that came in an archive opens no other repository's memory."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.machine import Machine

_PRIVATE = "The private one."


@pytest.fixture
def victim(machine: Machine) -> Path:
    """A repository of this person's, with a memory and an archive."""
    top = machine.repository("victim")
    machine.memsync("init", cwd=top)
    machine.memsync("write", "hush", "-m", _PRIVATE, cwd=top)
    machine.memsync("write", "hush", "-m", "Another.", cwd=top)
    machine.memsync("write", "mine", "-m", "I like tea.", "--scope", "user", cwd=top)
    machine.git("worktree", "add", "-q", machine.folder / "linked", cwd=top)
    return top


def main_git(victim: Path, there: Path) -> None:
    (there / ".git").write_text(f"gitdir: {victim}/.git\n")


def worktree_git(victim: Path, there: Path) -> None:
    (there / ".git").write_text(f"gitdir: {victim}/.git/worktrees/linked\n")


def link(victim: Path, there: Path) -> None:
    (there / ".git").symlink_to(victim / ".git")


def folder_with_commondir(victim: Path, there: Path) -> None:
    shutil.copytree(victim / ".git/worktrees/linked", there / ".git")
    (there / ".git/commondir").write_text(f"{victim}/.git\n")
    (there / ".git/gitdir").write_text(f"{there}/.git\n")


def core_worktree(victim: Path, there: Path) -> None:
    shutil.copytree(victim / ".git", there / ".git")
    with (there / ".git/config").open("a") as config:
        config.write(f"[core]\n\tworktree = {victim}\n")


@pytest.mark.parametrize(
    "attack", [main_git, worktree_git, link, folder_with_commondir, core_worktree]
)
def test_an_unpacked_archive_opens_no_other_memory(
    machine: Machine, victim: Path, attack: Callable[[Path, Path], None]
) -> None:
    there = machine.folder / "unpacked"
    there.mkdir()
    (there / "README").write_text("harmless\n")
    attack(victim, there)
    before = sorted((victim / ".coyote/memory").rglob("*"))
    reads: list[tuple[str, ...]] = [
        ("context",),
        ("list",),
        ("search", "hush"),
        ("archive", "list"),
        ("hook", "session-start"),
    ]
    for arguments in reads:
        ran = machine.memsync(*arguments, cwd=there, want=None)
        assert "rivate" not in ran.out, arguments
        assert "hush" not in ran.out, arguments
        assert "another work tree" in ran.err
    assert "I like tea." in machine.memsync("context", cwd=there).out
    changes: list[tuple[str, ...]] = [
        ("write", "planted", "-m", "x"),
        ("read", "hush"),
        ("forget", "hush"),
        ("init",),
        ("deinit",),
    ]
    for arguments in changes:
        ran = machine.memsync(*arguments, cwd=there, want=None)
        assert ran.code not in (0, 3), (arguments, ran)
    assert sorted((victim / ".coyote/memory").rglob("*")) == before
    assert _PRIVATE in machine.memsync("archive", "show", "hush@1", cwd=victim).out
    assert "Another." in machine.memsync("read", "hush", cwd=victim).out


def test_what_git_itself_makes_is_opened(machine: Machine, victim: Path) -> None:
    assert "hush" in machine.memsync("list", cwd=machine.folder / "linked").out
    moved = machine.folder / "moved"
    machine.git("worktree", "move", machine.folder / "linked", moved, cwd=victim)
    assert "hush" in machine.memsync("list", cwd=moved).out
    (machine.folder / "by-hand").parent.mkdir(exist_ok=True)
    moved.rename(machine.folder / "by-hand")
    ran = machine.memsync("list", cwd=machine.folder / "by-hand")
    assert "git worktree repair" in ran.err
    machine.git("worktree", "repair", cwd=machine.folder / "by-hand")
    assert "hush" in machine.memsync("list", cwd=machine.folder / "by-hand").out
    apart = machine.folder / "apart"
    machine.git("init", "-q", f"--separate-git-dir={machine.folder}/kept", apart)
    machine.memsync("init", cwd=apart)
    machine.memsync("write", "one", "-m", "A fact.", cwd=apart)
    assert "one" in machine.memsync("list", cwd=apart).out
    other = machine.folder / "other"
    other.mkdir()
    (other / ".git").write_text(f"gitdir: {machine.folder}/kept\n")
    assert (
        "another work tree"
        in machine.memsync("archive", "list", cwd=other, want=None).err
    )


def test_a_work_tree_that_was_moved_from_its_git_folder_is_opened(
    machine: Machine,
) -> None:
    apart, moved = machine.folder / "apart", machine.folder / "moved"
    kept = machine.folder / "kept"
    machine.git("init", "-q", f"--separate-git-dir={kept}", apart)
    machine.git("commit", "-q", "--allow-empty", "-m", "start", cwd=apart)
    machine.git("worktree", "add", "-q", machine.folder / "beside", cwd=apart)
    machine.memsync("init", cwd=apart)
    machine.memsync("write", "one", "-m", "A fact.", cwd=apart)
    copy = machine.folder / "copy"
    copy.mkdir()
    (copy / ".git").write_text(f"gitdir: {kept}\n")
    said = machine.memsync("list", cwd=copy).err
    assert "another work tree" in said
    assert f"hint: run this in that work tree '{apart}'; if '{copy}/.git' came" in said

    apart.rename(moved)
    assert "one" in machine.memsync("list", cwd=moved).out
    machine.memsync("write", "two", "-m", "A fact.", cwd=moved)
    # A command that changed notes is believed, and the copy is refused again.
    assert f"in that work tree '{moved}'" in machine.memsync("list", cwd=copy).err
    assert "two" in machine.memsync("list", cwd=machine.folder / "beside").out

    moved.rename(apart)
    done = machine.memsync("init", "--json", cwd=apart).json["actions"]
    assert [
        a["action"] for a in done if a["path"] == str(kept / "memsync/main-worktree")
    ]
    assert f"in that work tree '{apart}'" in machine.memsync("list", cwd=copy).err
    assert machine.memsync("init", "--json", cwd=apart).json["actions"] != done
