"""The git hook in a team's memory: no note is called private for a rule of git's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

B = ".coyote/memory/b.md"


@pytest.fixture
def top(machine: Machine) -> Path:
    """A team's memory with one committed note, and the hook."""
    top = machine.repository()
    machine.memsync("init", "--tracked", "--hooks", cwd=top)
    machine.memsync("write", "a", "-m", "aa", cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", "team", cwd=top)
    return top


def ignore_everywhere(machine: Machine, rule: str) -> None:
    """What a person's own file of ignore rules may have."""
    (machine.home / "ignore").write_text(f"{rule}\n")
    machine.git("config", "--global", "core.excludesFile", "~/ignore")


def tracked(machine: Machine, top: Path) -> list[str]:
    listed = machine.git("ls-tree", "-r", "--name-only", "HEAD", ".coyote", cwd=top)
    return [path.removeprefix(".coyote/memory/") for path in listed.splitlines()]


@pytest.mark.parametrize("where", ["here", "clone"])
def test_a_note_that_a_persons_own_rule_ignores_is_committed(
    machine: Machine, top: Path, where: str
) -> None:
    if where == "clone":
        machine.git("clone", "-q", str(top), "../clone", cwd=top)
        top = machine.folder / "clone"
        machine.memsync("init", "--hooks", cwd=top)
    ignore_everywhere(machine, ".coyote/")
    said = machine.memsync("write", "b", "-m", "bb", cwd=top).err
    assert f"'{machine.home / 'ignore'}' line 1 ignores the memory" in said
    assert "run `git add --force .coyote/memory`" in said
    machine.git("add", "--force", ".coyote/memory", cwd=top)
    machine.memsync("scan", "--staged", cwd=top)
    machine.git("commit", "-qm", "b", cwd=top)
    assert tracked(machine, top) == ["MEMORY.md", "a.md", "b.md"]
    machine.memsync("scan", "--history", "HEAD", cwd=top, want=None)
    machine.memsync("scan", "--history", "HEAD~1..", cwd=top)


@pytest.mark.parametrize("rule", [".coyote/", "*.md"])
def test_what_init_says_of_a_rule_works(machine: Machine, rule: str) -> None:
    top = machine.repository()
    (top / ".gitignore").write_text(f"{rule}\n")
    said = machine.memsync("init", "--tracked", "--hooks", cwd=top).err
    assert "'.gitignore' line 1 ignores the memory" in said
    assert "run `git add --force .coyote/memory`" in said
    machine.memsync("write", "b", "-m", "bb", cwd=top)
    machine.git("add", "--force", ".coyote/memory", cwd=top)
    machine.git("commit", "-qm", "b", cwd=top)
    assert tracked(machine, top) == ["MEMORY.md", "b.md"]


def test_the_hint_takes_no_note_of_the_team_out_of_the_commit(
    machine: Machine, top: Path
) -> None:
    machine.git("checkout", "-q", "HEAD~1", cwd=top)
    machine.memsync("write", "mine", "-m", "private", cwd=top)
    machine.memsync("write", "it's", "-m", "x", cwd=top, want=2)
    (top / ".coyote/memory/it's mine.md").write_text("private\n")
    machine.git("checkout", "-q", "main", cwd=top)
    machine.git("add", "--force", ".coyote/memory", cwd=top)
    done = machine.run("git", "commit", "-qm", "x", cwd=top, want=1)
    assert ".coyote/memory/mine.md: private-memory" in done.err
    hint = next(line for line in done.err.splitlines() if line.startswith("hint: "))
    assert hint.endswith("`memsync init` moves private notes out of a team's memory")
    assert hint in machine.memsync("scan", "--staged", cwd=top, want=1).err
    (top / "src").mkdir()
    machine.run("sh", "-c", hint.split("`")[1], cwd=top / "src")
    machine.git("commit", "-q", "--allow-empty", "-m", "x", cwd=top)
    assert tracked(machine, top) == ["MEMORY.md", "a.md"]
    machine.memsync("init", cwd=top)
    assert machine.git("status", "--porcelain", "--ignored", cwd=top) == ""


def test_a_merge_may_bring_a_teams_memory_beside_private_notes(
    machine: Machine, top: Path
) -> None:
    mine = machine.folder / "mine"
    machine.git("clone", "-q", str(top), str(mine), cwd=top)
    machine.git("reset", "-q", "--hard", "HEAD~1", cwd=mine)
    machine.memsync("init", "--hooks", cwd=mine)
    machine.memsync("write", "mine", "-m", "private", cwd=mine)
    for name, at in (("theirs", top), ("ours", mine)):
        (at / "code.py").write_text(f"print('{name}')\n")
        machine.git("config", "user.name", "T", cwd=at)
        machine.git("commit", "-qam", name, cwd=at)
    machine.git("pull", "-q", "--no-rebase", cwd=mine, want=1)
    (mine / "code.py").write_text("print('both')\n")
    machine.git("add", "code.py", cwd=mine)
    machine.git("commit", "-qm", "merge", cwd=mine)
    assert tracked(machine, mine) == ["MEMORY.md", "a.md"]


def test_a_private_memory_is_one_however_often_it_was_forced(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", "--hooks", cwd=top)
    machine.memsync("write", "a", "-m", "aa", cwd=top)
    machine.git("add", "--force", ".coyote/memory", cwd=top)
    machine.git("commit", "-qnm", "past the hook", cwd=top)
    machine.memsync("init", cwd=top)
    exclude = top / ".git/info/exclude"
    exclude.write_text(exclude.read_text() + "/.coyote/memory\n")
    (top / B).write_text("b\n")
    machine.git("add", "--force", B, cwd=top)
    done = machine.run("git", "commit", "-qm", "x", cwd=top, want=1)
    assert f"{B}: private-memory" in done.err
    assert f"`git rm --cached --quiet -- ':/{B}'`" in done.err
