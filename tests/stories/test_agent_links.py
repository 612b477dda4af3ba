"""`memsync link` and `unlink`: the setting comes and goes, also after a move."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.agent_folders import lay, text
from support.places import snapshot

from memsync.agents.layouts.claude_code import slug
from memsync.agents.layouts.registry import layouts
from memsync.agents.transfer.linking import LINKABLE

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

NOTE = text("---", "name: tea", "description: d", "---", "", "Tea.")


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository without a memory."""
    return machine.repository()


@pytest.fixture
def claude(machine: Machine, root: Path) -> Path:
    """Claude Code's folder for it, with one note."""
    folder = machine.home / ".claude/projects" / slug(str(root)) / "memory"
    lay(folder, {"tea.md": NOTE, "MEMORY.md": b"- [Tea](tea.md) \xe2\x80\x94 d\n"})
    return folder


def test_linking_imports_first_and_unlinking_restores_every_byte(
    machine: Machine, root: Path, claude: Path
) -> None:
    settings = root / ".claude/settings.local.json"
    before = b'{\r\n  // mine\r\n  "model": "opus",\r\n}\r\n'
    lay(root, {".claude/settings.local.json": before})
    theirs = snapshot(claude)
    ran = machine.memsync("link", "claude-code", "--json", cwd=root)
    memory = root / ".coyote/memory"
    assert ran.json["action"] == "updated"
    assert [i["name"] for i in ran.json["imported"]["items"]] == ["tea"]
    assert (memory / "tea.md").read_bytes() == NOTE
    assert f'"autoMemoryDirectory": "{memory}"'.encode() in settings.read_bytes()
    assert settings.read_bytes().startswith(b"{\r\n  // mine\r\n")
    assert snapshot(claude) == theirs
    rows = machine.memsync("agents", "--json", cwd=root).json
    assert [row["agent"] for row in rows if row["linked"]] == ["claude-code"]
    again = machine.memsync("link", "claude-code", "--json", cwd=root).json
    assert (again["action"], again["imported"]) == ("unchanged", None)
    machine.memsync("unlink", "claude-code", cwd=root)
    assert settings.read_bytes() == before
    machine.memsync("unlink", "claude-code", cwd=root)
    assert settings.read_bytes() == before
    assert (memory / "tea.md").exists()


def test_a_link_that_made_the_settings_file_takes_it_away_again(
    machine: Machine, root: Path
) -> None:
    before = snapshot(root / ".git/..")
    planned = machine.memsync("link", "claude-code", "--dry-run", cwd=root)
    assert "would be created" in planned.out
    assert not (root / ".claude").exists()
    machine.memsync("link", "claude-code", cwd=root)
    made = json.loads((root / ".claude/settings.local.json").read_text())
    assert made == {"autoMemoryDirectory": str(root / ".coyote/memory")}
    assert (root / ".coyote/memory/MEMORY.md").exists()
    machine.memsync("unlink", "claude-code", cwd=root)
    assert not (root / ".claude").exists()
    assert before.keys() <= snapshot(root).keys()


def test_a_linked_worktree_uses_the_shared_memory(machine: Machine, root: Path) -> None:
    machine.memsync("init", cwd=root)
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", tree, cwd=root)
    machine.memsync("link", "claude-code", cwd=tree)
    made = json.loads((tree / ".claude/settings.local.json").read_text())
    assert made == {"autoMemoryDirectory": str(root / ".coyote/memory")}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (b'{"autoMemoryDirectory": "~/mine"}', "'~/mine' already"),
        (b"[]", "it is not an object"),
        (b"{", "was not changed"),
        (b"\xff", "is not UTF-8"),
    ],
)
def test_settings_that_cannot_be_changed_safely_stay(
    machine: Machine, root: Path, claude: Path, settings: bytes, said: str
) -> None:
    lay(root, {".claude/settings.local.json": settings})
    ran = machine.memsync("link", "claude-code", cwd=root, want=16)
    assert said in ran.err
    assert (root / ".claude/settings.local.json").read_bytes() == settings
    assert not (root / ".coyote").exists()


def test_only_an_agent_with_such_a_setting_can_be_linked(
    machine: Machine, root: Path
) -> None:
    for verb in ("link", "unlink"):
        ran = machine.memsync(verb, "codex", "--json", cwd=root, want=14)
        assert "no setting" in ran.json["error"]["message"]
    machine.memsync("link", "claude-code", want=10)
    machine.memsync("link", "emacs", cwd=root, want=2)


def test_the_agents_that_can_be_linked_are_those_with_a_setting() -> None:
    assert [each.agent for each in layouts() if each.link] == list(LINKABLE)


@pytest.mark.parametrize("before", [None, b'{\n  "model": "opus"\n}\n'])
def test_a_link_of_a_repository_that_was_moved_is_named_and_taken_back(
    machine: Machine, root: Path, before: bytes | None
) -> None:
    if before is not None:
        lay(root, {".claude/settings.local.json": before})
    machine.memsync("link", "claude-code", cwd=root)
    assert "is gone" not in machine.memsync("status", cwd=root).err
    moved = root.rename(root.with_name("moved"))
    settings = moved / ".claude/settings.local.json"
    linked = settings.read_bytes()
    said = f"leads claude-code to '{root / '.coyote/memory'}', which is gone"
    assert said in machine.memsync("status", cwd=moved).err
    checks = machine.memsync("doctor", "--json", cwd=moved, want=1).json["checks"]
    assert [said in c["message"] for c in checks if c["name"] == "claude-code"] == [
        True
    ]
    machine.memsync("unlink", "claude-code", cwd=moved)
    assert (settings.read_bytes() if settings.exists() else None) == before
    settings.parent.mkdir(exist_ok=True)
    settings.write_bytes(linked)
    machine.memsync("link", "claude-code", cwd=moved)
    assert json.loads(settings.read_text())["autoMemoryDirectory"] == str(
        moved / ".coyote/memory"
    )
    machine.memsync("unlink", "claude-code", cwd=moved)
    assert (settings.read_bytes() if settings.exists() else None) == before


def test_a_link_to_the_memory_of_another_clone_is_named_and_stays(
    machine: Machine, root: Path
) -> None:
    machine.memsync("link", "claude-code", cwd=root)
    other = machine.repository("other")
    settings = other / ".claude/settings.local.json"
    lay(
        other,
        {
            ".claude/settings.local.json": (
                root / ".claude/settings.local.json"
            ).read_bytes()
        },
    )
    before = settings.read_bytes()
    said = machine.memsync("status", cwd=other).err
    assert "is not this repository's memory" in said
    assert "remove autoMemoryDirectory there" in said
    machine.memsync("unlink", "claude-code", cwd=other)
    machine.memsync("link", "claude-code", cwd=other, want=16)
    assert settings.read_bytes() == before


@pytest.mark.parametrize("keep", [[], ["--keep-notes"]])
def test_deinit_takes_the_link_back_in_every_worktree(
    machine: Machine, root: Path, keep: list[str]
) -> None:
    mine = b'{\n  "model": "opus"\n}\n'
    lay(root, {".claude/settings.local.json": mine})
    machine.memsync("write", "a", "-m", "x", cwd=root)
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", tree, cwd=root)
    for top in (root, tree):
        machine.memsync("link", "claude-code", cwd=top)
    settings = [top / ".claude/settings.local.json" for top in (root, tree)]
    planned = machine.memsync("deinit", "--dry-run", *keep, cwd=root).out
    assert all(str(path) in planned for path in settings)
    assert b".coyote/memory" in settings[0].read_bytes()
    done = machine.memsync("deinit", "--json", *keep, cwd=root).json["actions"]
    acted = {each["path"]: each["action"] for each in done}
    assert [acted[str(path)] for path in settings] == ["updated", "removed"]
    assert settings[0].read_bytes() == mine
    assert not settings[1].exists()


def test_deinit_in_a_worktree_takes_back_that_ones_link_alone(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "a", "-m", "x", cwd=root)
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", tree, cwd=root)
    for top in (root, tree):
        machine.memsync("link", "claude-code", cwd=top)
    machine.memsync("deinit", cwd=tree)
    assert (root / ".claude/settings.local.json").exists()
    assert not (tree / ".claude").exists()


def test_deinit_leaves_settings_that_it_cannot_read_and_says_so(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "a", "-m", "x", cwd=root)
    lay(root, {".claude/settings.local.json": b"{"})
    ran = machine.memsync("deinit", cwd=root)
    assert "settings.local.json" in ran.err
    assert (root / ".claude/settings.local.json").read_bytes() == b"{"
