"""A clone with a private memory gets a team's: no private note is ever committed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.trees import tree

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

HIDDEN = "!! .coyote/memory/"


@pytest.fixture
def top(machine: Machine) -> Path:
    """A clone with private notes, on whose `main` a pull brought a team's memory.

    The branch `before` is older than that memory.
    """
    top = machine.repository("mine")
    machine.git("branch", "before", cwd=top)
    machine.git("clone", "-q", str(top), "../theirs", cwd=top)
    theirs = machine.folder / "theirs"
    machine.memsync("init", "--tracked", cwd=theirs)
    machine.memsync("write", "deploy", "-m", "team", cwd=theirs)
    machine.git("add", "-A", cwd=theirs)
    machine.git("commit", "-qm", "team", cwd=theirs)
    machine.memsync("init", cwd=top)
    machine.memsync("write", "mine", "-m", "private", "-d", "private", cwd=top)
    machine.memsync("write", "deploy", "-m", "my own", cwd=top)
    machine.git("pull", "-q", str(theirs), "main", cwd=top)
    return top


def committed(machine: Machine, top: Path) -> list[str]:
    """What a commit of everything would have of the memory."""
    machine.git("add", "-A", cwd=top)
    listed = machine.git("ls-files", ".coyote", cwd=top)
    return [path.removeprefix(".coyote/memory/") for path in listed.splitlines()]


def versions(machine: Machine, top: Path, name: str) -> dict[str, str]:
    """The id of each archived text of a note."""
    rows = machine.memsync("archive", "list", name, "--json", cwd=top).json
    return {
        machine.memsync("archive", "show", row["id"], cwd=top)
        .out.rstrip()
        .rpartition("\n")[2]: row["id"]
        for row in rows
    }


def index(top: Path) -> str:
    return (top / ".coyote/memory/MEMORY.md").read_text()


def test_init_tracked_is_refused_until_the_private_notes_are_archived(
    machine: Machine, top: Path
) -> None:
    before = tree(top)
    done = machine.memsync("init", "--tracked", cwd=top, want=14)
    assert "there is a private memory at" in done.err
    assert "`memsync init` archives its notes" in done.err
    planned = machine.memsync("init", "--dry-run", cwd=top)
    assert f"would be removed: {top / '.coyote/memory/mine.md'}\n" in planned.out
    assert "a private note among the team's" in planned.err
    assert tree(top) == before
    assert committed(machine, top) == ["MEMORY.md", "deploy.md"]
    done = machine.memsync("init", cwd=top)
    assert "went to the archive" in done.err
    assert not (top / ".coyote/memory/mine.md").exists()
    machine.memsync("init", "--tracked", cwd=top)
    assert committed(machine, top) == ["MEMORY.md", "deploy.md"]
    assert "where a private one was" not in machine.memsync("list", cwd=top).err


def test_the_private_texts_stay_within_reach(machine: Machine, top: Path) -> None:
    machine.memsync("init", cwd=top)
    assert "my own" in versions(machine, top, "deploy")
    mine = versions(machine, top, "mine")["private"]
    all_ = machine.memsync("archive", "restore", "--all", cwd=top)
    assert "no note is missing" in all_.err
    assert "`memsync archive list` shows the versions of the private" in all_.err
    # Neither a number nor `--last` names what was private.
    machine.memsync("archive", "restore", "mine@1", cwd=top, want=17)
    machine.memsync("archive", "restore", "--last", cwd=top)
    assert committed(machine, top) == ["MEMORY.md", "deploy.md"]
    done = machine.memsync("archive", "restore", mine, cwd=top)
    assert "it is in the team's memory now, which git commits" in done.err
    assert "mine.md" in committed(machine, top)


def test_on_another_branch_they_are_back(machine: Machine, top: Path) -> None:
    machine.memsync("write", "new", "-m", "for the team", cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", "new", cwd=top)
    machine.git("checkout", "-q", "before", cwd=top)
    machine.memsync("archive", "restore", "--all", cwd=top)
    assert machine.memsync("read", "deploy", cwd=top).out.endswith("my own\n")
    assert machine.memsync("read", "mine", cwd=top).out.endswith("private\n")
    assert machine.git("status", "--porcelain", cwd=top) == "?? .gitignore"
    machine.git("checkout", "-q", "main", cwd=top)
    assert machine.memsync("read", "deploy", cwd=top).out.endswith("team\n")
    machine.memsync("write", "newer", "-m", "for the team", cwd=top)
    assert committed(machine, top) == ["MEMORY.md", "deploy.md", "new.md", "newer.md"]


@pytest.mark.parametrize(
    "command",
    [
        ("write", "new", "-m", "for the team"),
        ("lint", "--fix"),
        ("forget", "deploy"),
    ],
    ids=lambda command: command[0],
)
def test_no_change_names_a_private_note_in_the_index(
    machine: Machine, top: Path, command: tuple[str, ...]
) -> None:
    done = machine.memsync(*command, cwd=top)
    assert "a private note among the team's" in done.err
    assert "mine" not in index(top)
    names = committed(machine, top)
    assert "mine.md" not in names
    assert ("new.md" in names) == (command[0] == "write")
    assert machine.memsync("lint", "--json", cwd=top).json["findings"] == []


def test_a_note_of_an_older_branch_stays_private(machine: Machine) -> None:
    top = machine.repository()
    machine.git("branch", "old", cwd=top)
    machine.memsync("init", "--tracked", "--hooks", cwd=top)
    machine.memsync("write", "a", "-m", "aa", cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", "team", cwd=top)
    machine.git("checkout", "-q", "old", cwd=top)
    said = machine.memsync("write", "zz", "-m", "on old", cwd=top).err
    assert "this branch does not have the team's memory" in said
    assert machine.git("status", "--porcelain", cwd=top) == ""
    machine.memsync("write", "zz", "-m", "on old, again", cwd=top)
    assert machine.git("status", "--porcelain", cwd=top) == ""
    machine.git("checkout", "-q", "main", cwd=top)
    machine.memsync("write", "new", "-m", "for the team", cwd=top)
    assert committed(machine, top) == ["MEMORY.md", "a.md", "new.md"]
    machine.git("commit", "-qm", "new", cwd=top)
    machine.memsync("init", cwd=top)
    assert "private" not in machine.memsync("list", cwd=top).err
    assert machine.git("status", "--porcelain", "--ignored", cwd=top) == ""


def test_where_only_its_index_went_the_notes_stay_hidden(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "mine", "-m", "private", cwd=top)
    (top / ".coyote/memory/MEMORY.md").unlink()
    done = machine.memsync("init", "--tracked", cwd=top, want=14)
    assert "hint: `memsync archive restore --all`, `memsync deinit`" in done.err
    assert "mine.md" not in committed(machine, top)
    machine.memsync("archive", "restore", "--all", cwd=top)
    machine.memsync("deinit", cwd=top)
    machine.memsync("init", "--tracked", cwd=top)


def test_a_private_file_that_is_no_note_stays_hidden(
    machine: Machine, top: Path
) -> None:
    (top / ".coyote/memory/key.txt").write_text("private\n")
    done = machine.memsync("write", "new", "-m", "for the team", cwd=top)
    assert "git ignores the team's new notes" in done.err
    assert "key.txt" in done.err
    assert committed(machine, top) == ["MEMORY.md", "deploy.md"]


def test_a_file_of_coyotes_own_rule_is_archived_too(
    machine: Machine, top: Path
) -> None:
    exclude = top / ".git/info/exclude"
    exclude.write_text(exclude.read_text().replace("/.coyote/memory\n", ""))
    machine.memsync("init", "--tracked", cwd=top, want=14)
    machine.memsync("init", cwd=top)
    machine.memsync("init", "--tracked", cwd=top)
    assert committed(machine, top) == ["MEMORY.md", "deploy.md"]


def test_a_rule_that_another_work_tree_needs_stays(machine: Machine, top: Path) -> None:
    side = machine.folder / "side"
    machine.git("worktree", "add", "-q", str(side), "before", cwd=top)
    machine.memsync("init", "--isolated", cwd=side)
    machine.memsync("write", "own", "-m", "private", cwd=side)
    (side / ".gitignore").unlink()
    for command in (("init",), ("init", "--tracked"), ("deinit",)):
        machine.memsync(*command, cwd=top, want=None)
        seen = machine.git("status", "--porcelain", "-uall", "--ignored", cwd=side)
        assert seen == f"{HIDDEN}MEMORY.md\n{HIDDEN}own.md", command
    said = machine.memsync("write", "new", "-m", "for the team", cwd=top).err
    assert f"hides the private memory of '{side}'" in said


def test_deinit_leaves_the_rules_of_an_isolated_worktree(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    side = machine.folder / "side"
    machine.git("worktree", "add", "-q", str(side), cwd=top)
    machine.memsync("init", "--isolated", cwd=side)
    machine.memsync("write", "own", "-m", "private", cwd=side)
    machine.memsync("deinit", cwd=top)
    assert (side / ".gitignore").exists()
    assert ".coyote" not in machine.git("status", "--porcelain", "-uall", cwd=side)
    machine.memsync("deinit", cwd=side)
    assert "coyote" not in (top / ".git/info/exclude").read_text()
    assert machine.git("status", "--porcelain", "--ignored", cwd=side) == ""


def test_a_teams_note_is_not_taken_for_a_private_one(
    machine: Machine, top: Path
) -> None:
    theirs = machine.folder / "theirs"
    (theirs / ".gitignore").write_text(".coyote/memory/\n")
    clone = machine.folder / "clone"
    machine.git("clone", "-q", str(theirs), str(clone), cwd=top)
    (clone / ".gitignore").write_text(".coyote/memory/\n")
    for at in (theirs, clone):
        machine.memsync("write", "new", "-m", "for the team", cwd=at)
        machine.memsync("init", cwd=at)
        assert machine.memsync("read", "new", cwd=at).out.endswith("for the team\n")
    machine.memsync("init", "--tracked", cwd=theirs)
    assert "new.md" in committed(machine, theirs)
    said = machine.memsync("init", "--tracked", cwd=clone, want=14).err
    assert "`git add --force` takes those that are the team's already" in said
    machine.git("add", "--force", ".coyote/memory/new.md", cwd=clone)
    machine.memsync("init", "--tracked", cwd=clone)
    assert "new.md" in committed(machine, clone)
