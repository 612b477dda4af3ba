"""Purged text does not come back from an agent's folder; its copies are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent_folders import lay, text
from support.imported import actions
from support.machine import Machine

from memsync.agents.layouts.claude_code import slug

if TYPE_CHECKING:
    from pathlib import Path


def note(name: str, body: str) -> bytes:
    return text("---", f"name: {name}", "description: d", "---", "", body)


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository without a memory."""
    return machine.repository()


@pytest.fixture
def claude(machine: Machine, root: Path) -> Path:
    """Claude Code's folder for it, with one note."""
    folder = machine.home / ".claude/projects" / slug(str(root)) / "memory"
    lay(folder, {"k.md": note("k", "pangolin")})
    return folder


@pytest.mark.parametrize("forgotten", [False, True])
def test_a_purged_import_does_not_come_back_until_a_person_writes_it(
    machine: Machine, root: Path, claude: Path, forgotten: bool
) -> None:
    machine.memsync("import", "claude-code", cwd=root)
    if forgotten:
        machine.memsync("forget", "k", cwd=root)
    said = machine.memsync("purge", "k", "--yes", cwd=root).err
    assert f"- '{claude / 'k.md'}', which memsync read" in said
    for again in (note("k", "pangolin"), note("k", "pangolin, they say")):
        lay(claude, {"k.md": again})
        ran = machine.memsync("import", "claude-code", "--json", cwd=root).json
        assert actions(ran) == {"k": "skipped"}
        assert "`memsync write k`" in ran["items"][0]["reason"]
        assert not (root / ".coyote/memory/k.md").exists()
    kept = [p for p in (root / ".git/memsync").rglob("*") if p.is_file()]
    assert not any(b"pangolin" in path.read_bytes() for path in kept)
    machine.memsync("write", "k", cwd=root, stdin="by hand\n")
    lay(claude, {"other.md": note("other", "new")})
    ran = machine.memsync("import", "claude-code", "--json", cwd=root, want=1).json
    assert actions(ran) == {"k-claude-code": "conflict", "other": "created"}


def test_a_purged_note_does_not_come_back_from_where_exports_wrote_it(
    machine: Machine, root: Path, claude: Path
) -> None:
    machine.memsync("write", "b", "-m", "walnut", cwd=root)
    lay(root, {".goose/memory/x.txt": b"one\n\n"})
    for agent in ("claude-code", "agents-md"):
        machine.memsync("export", agent, cwd=root)
    out = machine.folder / "out"
    machine.memsync("export", "memory-tool", out, cwd=root)
    said = machine.memsync("purge", "b", "--yes", cwd=root).err
    for copy in (claude / "b.md", claude / "MEMORY.md", root / "AGENTS.md"):
        assert f"- '{copy}', which memsync read or wrote" in said
    assert f"- '{out / 'b.md'}', which memsync read or wrote" in said
    ran = machine.memsync("import", "claude-code", "--json", cwd=root).json
    assert actions(ran) == {"b": "skipped", "k": "created"}
    lay(claude, {"b.md": note("b", "walnut tree")})
    ran = machine.memsync("import", "claude-code", "--json", cwd=root).json
    assert actions(ran) == {"b": "skipped", "k": "unchanged"}
    # Copies of another note are not named.
    machine.memsync("write", "c", "-m", "x", cwd=root)
    assert "which memsync" not in machine.memsync("purge", "c", "--yes", cwd=root).err


def test_an_entry_that_was_purged_does_not_come_back_from_another_place(
    machine: Machine, root: Path
) -> None:
    lay(root, {".goose/memory/dev.txt": b"one\n\nsecret plan\n"})
    machine.memsync("import", "goose", cwd=root)
    machine.memsync("purge", "dev-secret-plan", "--yes", cwd=root)
    lay(root, {".goose/memory/dev.txt": b"zero\n\nsecret plan\n\none\n"})
    ran = machine.memsync("import", "goose", "--json", cwd=root).json
    assert actions(ran) == {
        "dev-zero": "created",
        "dev-secret-plan": "skipped",
        "dev-one": "unchanged",
    }


def test_a_purge_from_another_machine_holds_for_imports_here(
    tmp_path: Path, remote: Path
) -> None:
    desk, laptop = (Machine(tmp_path / name) for name in ("desk", "laptop"))
    for machine in (desk, laptop):
        machine.memsync("sync", "init", remote)
        theirs = machine.folder / "theirs"
        lay(theirs, {"k.md": note("k", "pangolin")})
        machine.memsync("import", "claude-code", theirs, "--scope", "user")
        machine.memsync("sync")
    desk.memsync("sync")
    desk.memsync("purge", "k", "--scope", "user", "--yes")
    laptop.memsync("sync")
    assert laptop.memsync("list", "--json").json == []
    for machine in (desk, laptop):
        arguments = (machine.folder / "theirs", "--scope", "user", "--json")
        ran = machine.memsync("import", "claude-code", *arguments).json
        assert actions(ran) == {"k": "skipped"}
