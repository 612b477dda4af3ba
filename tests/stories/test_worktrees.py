"""Linked worktrees share a memory; isolated ones bring theirs home."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from support.trees import tree

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory whose rules are committed."""
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-q", "-m", "ignore", cwd=top)
    return top


def add_worktree(machine: Machine, top: Path, name: str = "side") -> Path:
    machine.git("worktree", "add", "-q", f"../{name}", cwd=top)
    return machine.folder / name


def body(machine: Machine, name: str, cwd: Path) -> str:
    return str(machine.memsync("read", name, "--json", cwd=cwd).json["body"])


def test_a_worktree_reads_the_main_memory_without_a_link(
    machine: Machine, top: Path
) -> None:
    machine.memsync("write", "fact", "-m", "shared", cwd=top)
    side = add_worktree(machine, top)
    before = tree(side)
    assert body(machine, "fact", side) == "shared\n"
    status = machine.memsync("status", "--json", cwd=side).json["workspace"]
    assert status["root"] == str(side)
    assert status["memory"] == str(top / ".coyote/memory")
    assert status["shared_with"] == [str(top)]
    assert machine.memsync("path", cwd=side).out == f"{top / '.coyote/memory'}\n"
    assert tree(side) == before


def test_init_in_a_worktree_makes_a_relative_link(machine: Machine, top: Path) -> None:
    side = add_worktree(machine, top)
    done = machine.memsync("init", "--json", cwd=side).json
    assert (done["kind"], done["root"]) == ("worktree", str(side))
    assert done["memory"] == str(top / ".coyote/memory")
    link = side / ".coyote/memory"
    assert {"path": str(link), "action": "linked", "dry_run": False} in done["actions"]
    assert str(link.readlink()) == "../../project/.coyote/memory"
    assert machine.git("status", "--porcelain", cwd=side) == ""
    before = tree(side)
    again = machine.memsync("init", cwd=side)
    assert str(top / ".coyote/memory/MEMORY.md") in again.err
    assert tree(side) == before


def test_init_in_a_worktree_first_makes_the_shared_memory(machine: Machine) -> None:
    top = machine.repository()
    side = add_worktree(machine, top)
    machine.memsync("init", cwd=side)
    assert (top / ".coyote/memory/MEMORY.md").is_file()
    assert machine.git("status", "--porcelain", cwd=top) == ""
    assert machine.git("status", "--porcelain", cwd=side) == "?? .gitignore"


def test_the_first_write_makes_the_link_and_touches_no_tracked_file(
    machine: Machine,
) -> None:
    top = machine.repository()
    side = add_worktree(machine, top)
    done = machine.memsync("write", "fact", "-m", "from the side", cwd=side)
    assert "there was no memory here" in done.err
    assert (side / ".coyote/memory").is_symlink()
    assert machine.git("status", "--porcelain", cwd=side) == ""
    assert machine.git("status", "--porcelain", cwd=top) == ""
    assert body(machine, "fact", top) == "from the side\n"
    machine.git("worktree", "remove", "../side", cwd=top)
    assert body(machine, "fact", top) == "from the side\n"


def test_a_link_that_dangles_is_mended_by_the_next_write(
    machine: Machine, top: Path
) -> None:
    side = add_worktree(machine, top)
    machine.memsync("init", cwd=side)
    moved = machine.folder / "a/b/moved"
    moved.parent.mkdir(parents=True)
    machine.git("worktree", "move", "../side", moved, cwd=top)
    assert not (moved / ".coyote/memory").exists()
    machine.memsync("list", cwd=moved)
    machine.memsync("write", "fact", "-m", "text", cwd=moved)
    assert (moved / ".coyote/memory/fact.md").is_file()


def test_a_link_of_a_worktree_that_leads_elsewhere_is_refused(
    machine: Machine, top: Path
) -> None:
    side = add_worktree(machine, top)
    (machine.folder / "foreign").mkdir()
    (side / ".coyote").mkdir()
    (side / ".coyote/memory").symlink_to("../../foreign")
    for arguments in (["init"], ["write", "fact", "-m", "text"]):
        machine.memsync(*arguments, cwd=side, want=14)
    assert list((machine.folder / "foreign").iterdir()) == []


def test_files_in_the_place_of_the_link_stay(machine: Machine, top: Path) -> None:
    side = add_worktree(machine, top)
    (side / ".coyote/memory").mkdir(parents=True)
    (side / ".coyote/memory/stray.md").write_text("mine")
    done = machine.memsync("init", cwd=side)
    assert "has files but no memory index" in done.err
    assert (side / ".coyote/memory/stray.md").read_text() == "mine"
    (side / ".coyote/memory/stray.md").unlink()
    machine.memsync("init", cwd=side)
    assert (side / ".coyote/memory").is_symlink()


def test_a_bare_repository_keeps_the_memory_of_its_worktrees(
    machine: Machine,
) -> None:
    top = machine.repository()
    machine.git("clone", "-q", "--bare", ".", "../bare.git", cwd=top)
    bare = machine.folder / "bare.git"
    for name in ("one", "two"):
        machine.git("worktree", "add", "-q", f"../{name}", cwd=bare)
    one, two = machine.folder / "one", machine.folder / "two"
    done = machine.memsync("init", "--json", cwd=one).json
    assert done["kind"] == "bare-worktree"
    assert done["memory"] == str(bare / "memsync/memory")
    machine.memsync("write", "fact", "-m", "shared", cwd=two)
    assert (one / ".coyote/memory/fact.md").is_file()
    assert machine.git("status", "--porcelain", cwd=two) == ""
    machine.git("worktree", "remove", "--force", "../one", cwd=bare)
    assert body(machine, "fact", two) == "shared\n"


def test_the_work_tree_of_a_separate_git_dir_keeps_the_memory(
    machine: Machine,
) -> None:
    top = machine.folder / "top"
    machine.git("init", "-q", "--separate-git-dir", machine.folder / "files", top)
    machine.git("commit", "-q", "--allow-empty", "-m", "start", cwd=top)
    side = add_worktree(machine, top)
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "shared", cwd=side)
    assert (top / ".coyote/memory/fact.md").is_file()


def test_a_folder_of_a_worktree_shares_the_memory_of_that_folder(
    machine: Machine, top: Path
) -> None:
    (top / "part").mkdir()
    (top / "part/COYOTE.md").write_text("lite\n")
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-q", "-m", "part", cwd=top)
    side = add_worktree(machine, top)
    machine.memsync("write", "fact", "-m", "shared", cwd=side / "part")
    assert (top / "part/.coyote/memory/fact.md").is_file()
    assert body(machine, "fact", top / "part") == "shared\n"
    assert machine.git("status", "--porcelain", cwd=side) == ""


def test_a_worktree_can_have_a_memory_of_its_own(machine: Machine, top: Path) -> None:
    machine.memsync("write", "fact", "-m", "shared", cwd=top)
    side = add_worktree(machine, top)
    machine.memsync("init", cwd=side)
    machine.memsync("init", "--isolated", cwd=side)
    assert not (side / ".coyote/memory").is_symlink()
    machine.memsync("write", "own", "-m", "apart", cwd=side)
    listed = machine.memsync("list", "--json", cwd=side).json
    assert [note["name"] for note in listed] == ["own"]
    machine.memsync("read", "own", cwd=top, want=17)
    before = tree(side)
    machine.memsync("init", cwd=side)
    assert tree(side) == before


def test_merge_back_brings_new_same_and_different_notes_home(
    machine: Machine, top: Path
) -> None:
    side = add_worktree(machine, top)
    machine.memsync("init", "--isolated", cwd=side)
    machine.memsync("write", "new", "-d", "of the side", "-m", "new", cwd=side)
    for where in (top, side):
        machine.memsync("write", "same", "-d", "same", "-m", "same", cwd=where)
        machine.memsync("write", "both", "-d", "both", "-m", where.name, cwd=where)
    machine.memsync("remember", "--index", "a line of prose", cwd=side)
    done = machine.memsync("merge-back", "--json", cwd=side)
    found = {note["name"]: note for note in done.json["notes"]}
    assert {name: note["action"] for name, note in found.items()} == {
        "new": "created",
        "same": "unchanged",
        "both": "updated",
    }
    assert "both memories had 'both'" in done.err
    assert body(machine, "both", top) == "side\n"
    shown = machine.memsync("archive", "show", found["both"]["archived"], cwd=top)
    assert shown.out.endswith("project\n")
    index = (top / ".coyote/memory/MEMORY.md").read_text()
    assert "- [[new]]: of the side\n" in index
    assert "a line of prose\n" in index
    assert (side / ".coyote/memory").is_symlink()
    machine.memsync("merge-back", cwd=side, want=17)
    machine.memsync("init", "--isolated", cwd=side)
    said = machine.memsync("merge-back", cwd=side).err
    assert said == f"memsync: there was no note to merge into '{top}/.coyote/memory'\n"


def test_an_isolated_memory_outlives_its_worktree(machine: Machine, top: Path) -> None:
    side = add_worktree(machine, top)
    machine.memsync("init", "--isolated", cwd=side)
    machine.memsync("write", "own", "-m", "apart", cwd=side)
    machine.git("worktree", "remove", "--force", "../side", cwd=top)
    noticed = machine.memsync("list", cwd=top)
    assert "the worktree 'side' is gone" in noticed.err
    assert "hint: memsync merge-back side" in noticed.err
    machine.memsync("merge-back", "side", cwd=top)
    assert body(machine, "own", top) == "apart\n"
    assert machine.memsync("list", cwd=top).err == ""


def test_an_isolated_memory_that_was_cleaned_away_comes_back(
    machine: Machine, top: Path
) -> None:
    side = add_worktree(machine, top)
    machine.memsync("init", "--isolated", cwd=side)
    machine.memsync("write", "own", "-m", "apart", cwd=side)
    machine.git("clean", "-xfdq", cwd=side)
    noticed = machine.memsync("list", cwd=side)
    assert "hint: memsync archive restore --all" in noticed.err
    machine.memsync("archive", "restore", "--all", cwd=side)
    assert body(machine, "own", side) == "apart\n"
    machine.memsync("read", "own", cwd=top, want=17)


def test_a_memory_that_an_agent_made_in_a_worktree_is_named(
    machine: Machine, top: Path
) -> None:
    side = add_worktree(machine, top)
    memory = side / ".coyote/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("# Workspace Memory Index\n")
    (memory / "own.md").write_text("---\nname: own\n---\n\napart\n")
    done = machine.memsync("list", cwd=side)
    assert "has a memory of its own" in done.err
    machine.memsync("merge-back", cwd=side)
    assert body(machine, "own", top) == "apart\n"


def test_merge_back_needs_a_worktree_with_a_memory(machine: Machine, top: Path) -> None:
    machine.memsync("merge-back", cwd=top, want=17)
    machine.memsync("merge-back", "nonsense", cwd=top, want=17)
    machine.memsync("merge-back", want=10)


def test_private_notes_do_not_merge_into_a_team_memory(machine: Machine) -> None:
    top = machine.repository()
    side = add_worktree(machine, top)
    machine.memsync("init", "--isolated", cwd=side)
    machine.memsync("write", "own", "-m", "apart", cwd=side)
    machine.memsync("init", "--tracked", cwd=top)
    done = machine.memsync("merge-back", cwd=side, want=14)
    assert "would put private notes into commits" in done.err
    assert (side / ".coyote/memory/own.md").is_file()


def test_a_main_work_tree_made_bare_later(machine: Machine) -> None:
    top = machine.repository()
    side = add_worktree(machine, top)
    machine.git("config", "extensions.worktreeConfig", "true", cwd=top)
    machine.git("config", "--worktree", "core.bare", "true", cwd=top)
    done = machine.memsync("init", "--json", cwd=side).json
    assert done["kind"] == "bare-worktree"
    assert done["memory"] == str(top / ".git/memsync/memory")
    machine.memsync("config", "get", "caps.note", cwd=top)


def test_a_main_work_tree_that_is_gone_is_said(machine: Machine, top: Path) -> None:
    side = add_worktree(machine, top)
    shutil.rmtree(top)
    done = machine.memsync("list", cwd=side, want=16)
    assert "git worktree repair" in done.err


def test_a_link_to_a_memory_whose_rules_are_not_committed_is_all_right(
    machine: Machine,
) -> None:
    top = machine.repository()
    machine.memsync("init", "--hooks", cwd=top)
    side = add_worktree(machine, top)
    for _ in range(2):  # without the link, and with it
        assert "private: git ignores it" in machine.memsync("doctor", cwd=side).out
        assert machine.memsync("status", "--json", cwd=side).json["workspace"][
            "ignored"
        ]
        machine.memsync("write", "fact", "-m", "shared", cwd=side)
    assert (side / ".coyote/memory").is_symlink()
    exclude = top / ".git/info/exclude"
    exclude.write_text(exclude.read_text().replace("/.coyote/memory\n", ""))
    said = machine.memsync("doctor", cwd=side, want=1)
    assert "git neither tracks nor ignores '.coyote/memory'" in said.out
    assert not machine.memsync("status", "--json", cwd=side).json["workspace"][
        "ignored"
    ]
    # The hint helps.
    machine.memsync("init", cwd=side)
    machine.memsync("doctor", cwd=side)
