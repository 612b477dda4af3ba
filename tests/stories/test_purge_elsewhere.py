"""A value goes from every memory of a repository, and what still has it is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.tokens import aws_key

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine, Ran

NOTE = f"---\nname: l\ndescription: d\n---\n\nThe key is {aws_key()} for now.\n"


@pytest.fixture
def root(machine: Machine) -> Path:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    return root


def leak(folder: Path, name: str = "l.md") -> Path:
    """Write a secret as an agent does, past the guard."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(NOTE)
    return folder / name


def purge(machine: Machine, cwd: Path, *, want: int = 0) -> Ran:
    seen = machine.memsync("scan", "--json", cwd=cwd, want=1).json["findings"]
    fingerprint = seen[0]["fingerprint"]
    return machine.memsync("purge", fingerprint, "--yes", cwd=cwd, want=want)


def holding(*folders: Path) -> list[Path]:
    files = (path for folder in folders for path in folder.rglob("*"))
    key = aws_key().encode()
    return [path for path in files if path.is_file() and key in path.read_bytes()]


def test_the_archive_of_a_branchs_team_memory_forgets_it_too(
    machine: Machine, root: Path
) -> None:
    machine.git("switch", "-q", "-c", "team", cwd=root)
    leak(root / ".coyote/memory")
    machine.git("add", "--force", ".coyote/memory", cwd=root)
    machine.git("commit", "-q", "-m", "notes", cwd=root)
    machine.git("switch", "-q", "main", cwd=root)
    machine.memsync("init", cwd=root)
    leak(root / ".coyote/memory")
    for branch in ("main", "team", "main"):
        machine.git("switch", "-q", branch, cwd=root)
        machine.memsync("list", cwd=root)
    machine.memsync("archive", "restore", "--all", cwd=root)
    assert len({path.parts[-3] for path in holding(root / ".git/memsync")}) == 2
    purge(machine, root)
    assert holding(root / ".git/memsync", root / ".coyote") == []


def test_a_worktree_of_its_own_forgets_it_too(machine: Machine, root: Path) -> None:
    side = machine.folder / "side"
    machine.git("worktree", "add", "-q", side, cwd=root)
    machine.memsync("init", "--isolated", cwd=side)
    for top in (root, side):
        leak(top / ".coyote/memory")
        machine.memsync("list", cwd=top)
    purge(machine, root)
    assert holding(root / ".git/memsync", root / ".coyote", side) == []
    leak(side / ".coyote/memory", "other.md")
    leak(root / ".coyote/memory")
    purge(machine, side)
    assert holding(root / ".git/memsync", root / ".coyote", side) == []


def test_it_goes_where_no_rule_would_find_it(machine: Machine, root: Path) -> None:
    side = machine.folder / "side"
    machine.git("worktree", "add", "-q", side, cwd=root)
    machine.memsync("init", "--isolated", cwd=side)
    value = "kR7vQ2xW9pLm4TzB8nYc"
    for top, text in ((root, f"The token is {value}."), (side, f"See {value}.png")):
        path = leak(top / ".coyote/memory")
        path.write_text(NOTE.replace(f"The key is {aws_key()} for now.", text))
        machine.memsync("list", cwd=top)
    purge(machine, root)
    assert "[purged]" in (root / ".coyote/memory/l.md").read_text()
    assert "See [purged].png" in (side / ".coyote/memory/l.md").read_text()
    assert value not in machine.memsync("archive", "list", "--json", cwd=side).out
    files = (root / ".git/memsync").rglob("*.md")
    assert not [path for path in files if value in path.read_text()]


def test_a_note_of_a_removed_worktree_is_purged_by_name(
    machine: Machine, root: Path
) -> None:
    side = machine.folder / "side"
    machine.git("worktree", "add", "-q", side, cwd=root)
    machine.memsync("init", "--isolated", cwd=side)
    leak(side / ".coyote/memory")
    machine.memsync("list", cwd=side)
    # While it is live, only its own worktree removes it.
    machine.memsync("purge", "l", "--yes", cwd=root, want=17)
    machine.git("worktree", "remove", "--force", side, cwd=root)
    assert holding(root / ".git/memsync") != []
    would = machine.memsync("purge", "l", "--dry-run", "--json", cwd=root).json
    machine.memsync("purge", "l", "--yes", cwd=root)
    assert [text.split("/")[0] for text in would["purged"]] == ["l"]
    assert holding(root / ".git/memsync") == []


def test_files_that_a_purge_leaves_alone_are_named(
    machine: Machine, root: Path
) -> None:
    memory = root / ".coyote/memory"
    leak(memory)
    left = [
        leak(memory, "x.txt"),
        leak(memory / "other", "n.md"),
        leak(root, "AGENTS.md"),
    ]
    deeper = leak(root / "deeper", "CLAUDE.md")
    machine.git("add", deeper, cwd=root)
    said = purge(machine, root).err
    assert sorted(holding(root)) == sorted((*left, deeper))
    for path in (*left, deeper):
        assert f"'{path}'" in said
    assert ": remove it there by hand\n" in said


def test_a_value_in_a_lite_memory_alone_is_named_there(machine: Machine) -> None:
    root = machine.repository()
    machine.memsync("init", "--lite", cwd=root)
    lite = leak(root, "COYOTE.md")
    said = purge(machine, root, want=17).err
    assert f"no note has that value, only '{lite}'," in said
    assert "hint: remove the value there by hand" in said


def test_a_throwaway_memory_reaches_no_other(machine: Machine, root: Path) -> None:
    leak(root / ".coyote/memory")
    machine.memsync("list", cwd=root)
    seen = machine.memsync("scan", "--json", cwd=root, want=1).json["findings"]
    throwaway = ("ephemeral", "--", "memsync")
    machine.memsync(
        *throwaway, "purge", seen[0]["fingerprint"], "--yes", cwd=root, want=17
    )
    assert len(holding(root / ".coyote")) == 1
