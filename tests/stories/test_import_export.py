"""Moving in and out: what agents keep becomes notes, and goes back as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent_folders import SHAPES, Shape, lay, text
from support.imported import actions, notes_of
from support.places import snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

BY_AGENT = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.agent)


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository without a memory."""
    return machine.repository()


@BY_AGENT
def test_what_an_agent_keeps_comes_in_and_goes_back_byte_for_byte(
    machine: Machine, root: Path, shape: Shape
) -> None:
    source, out = machine.folder / "theirs", machine.folder / "out"
    lay(source, shape.files)
    before = snapshot(source)
    ran = machine.memsync("import", shape.agent, source, "--json", cwd=root).json
    assert actions(ran) == dict.fromkeys(shape.names, "created")
    assert (ran["agent"], ran["path"]) == (shape.agent, str(source))
    assert snapshot(source) == before
    machine.memsync("export", shape.agent, out, cwd=root)
    for name in shape.files if shape.back is None else shape.back:
        assert (out / name).read_bytes() == shape.files[name], name


@BY_AGENT
def test_a_second_import_and_an_export_into_the_same_folder_change_nothing(
    machine: Machine, root: Path, shape: Shape
) -> None:
    source = machine.folder / "theirs"
    lay(source, shape.files)
    machine.memsync("import", shape.agent, source, cwd=root)
    theirs, ours = snapshot(source), notes_of(root)
    again = machine.memsync("import", shape.agent, source, "--json", cwd=root).json
    assert actions(again) == dict.fromkeys(shape.names, "unchanged")
    assert notes_of(root) == ours
    back = machine.memsync("export", shape.agent, source, "--json", cwd=root).json
    assert {item["action"] for item in back["items"]} <= {"unchanged", "skipped"}
    assert snapshot(source) == theirs


@BY_AGENT
def test_a_note_of_ours_goes_there_and_comes_back_as_the_same(
    machine: Machine, root: Path, shape: Shape
) -> None:
    out = machine.folder / "out"
    machine.memsync("write", "port", "-d", "The port", "-m", "It is 8080.", cwd=root)
    note = (root / ".coyote/memory/port.md").read_bytes()
    made = machine.memsync("export", shape.agent, out, "--json", cwd=root).json
    assert actions(made) == {"port": "created"}
    written = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    assert b"It is 8080." in written
    before = snapshot(out)
    again = machine.memsync("export", shape.agent, out, "--json", cwd=root).json
    assert actions(again) == {"port": "unchanged"}
    assert snapshot(out) == before
    machine.memsync("import", shape.agent, out, cwd=root)
    assert (root / ".coyote/memory/port.md").read_bytes() == note
    rows = machine.memsync("list", "--json", cwd=root).json
    assert [row["name"] for row in rows] == ["port"]


@BY_AGENT
def test_a_dry_run_writes_nothing_and_makes_no_memory(
    machine: Machine, root: Path, shape: Shape
) -> None:
    source, out = machine.folder / "theirs", machine.folder / "out"
    lay(source, shape.files)
    before = snapshot(machine.folder)
    ran = machine.memsync("import", shape.agent, source, "--dry-run", cwd=root)
    assert "would be created" in ran.out
    assert "\n+" in ran.out
    assert snapshot(machine.folder) == before
    machine.memsync("write", "port", "-m", "It is 8080.", cwd=root)
    machine.memsync("export", shape.agent, out, "--dry-run", cwd=root)
    assert not out.exists()


def test_an_export_leaves_what_is_not_ours_and_what_was_changed_there(
    machine: Machine, root: Path
) -> None:
    out = machine.folder / "out"
    for name in ("mine", "taken", "edited"):
        machine.memsync("write", name, "-m", f"{name} here", cwd=root)
    lay(out, {"taken.md": b"theirs\n", "MEMORY.md": b"# Mine\n\nProse.\n"})
    got = machine.memsync("export", "claude-code", out, "--json", cwd=root, want=1).json
    assert actions(got) == {"mine": "created", "taken": "conflict", "edited": "created"}
    assert (out / "taken.md").read_bytes() == b"theirs\n"
    index = (out / "MEMORY.md").read_text()
    assert index.startswith("# Mine\n\nProse.\n- [edited](edited.md) — edited here\n")
    (out / "edited.md").write_text("the agent's words\n")
    machine.memsync("write", "edited", "-m", "new here", cwd=root)
    machine.memsync("write", "mine", "-m", "new here", cwd=root)
    got = machine.memsync("export", "claude-code", out, "--json", cwd=root, want=1).json
    assert actions(got) == {
        "mine": "updated",
        "taken": "conflict",
        "edited": "conflict",
    }
    assert (out / "edited.md").read_text() == "the agent's words\n"
    assert "new here" in (out / "mine.md").read_text()


def test_losses_are_named_and_strict_writes_nothing(
    machine: Machine, root: Path
) -> None:
    out = machine.folder / "out"
    machine.memsync("write", "a", "-d", "about", "-t", "user", "-m", "text", cwd=root)
    strict = ("export", "cursor", out, "--strict", "--json")
    ran = machine.memsync(*strict, cwd=root, want=1).json
    assert ran["items"][0]["lost"] == ["type", "created", "updated"]
    assert not out.exists()
    plain = machine.memsync("export", "cursor", out, cwd=root)
    assert "(loses type, created, updated)" in plain.out
    machine.memsync("export", "claude-code", out / "c", "--strict", cwd=root)
    assert (out / "c/a.md").exists()


def test_only_takes_notes_by_glob(machine: Machine, root: Path) -> None:
    source = machine.folder / "theirs"
    lay(source, {f"{n}.md": note(n, "x") for n in ("api-a", "api-b", "web")})
    ran = machine.memsync(
        *("import", "claude-code", source, "--only", "api-*", "--json"), cwd=root
    )
    assert sorted(actions(ran.json)) == ["api-a", "api-b"]
    out = machine.folder / "out"
    machine.memsync("export", "claude-code", out, "--only", "api-b", cwd=root)
    assert sorted(path.name for path in out.iterdir()) == ["api-b.md"]


def test_a_name_that_is_taken_by_another_text_is_a_conflict(
    machine: Machine, root: Path
) -> None:
    long = "x" * 64
    machine.memsync("write", long, "-m", "mine", cwd=root)
    machine.memsync("write", "auth", "-m", "mine", cwd=root)
    source = machine.folder / "theirs"
    lay(source, {"auth.md": note("auth", "theirs"), f"{long}.md": note(long, "theirs")})
    ran = machine.memsync("import", "claude-code", source, "--json", cwd=root, want=1)
    cut = "x" * (64 - len("-claude-code")) + "-claude-code"
    assert actions(ran.json) == {"auth-claude-code": "conflict", cut: "conflict"}
    assert all(item["reason"] for item in ran.json["items"])
    assert "mine" in machine.memsync("read", "auth", cwd=root).out
    assert "theirs" in machine.memsync("read", "auth-claude-code", cwd=root).out


def test_nothing_to_take_is_one_line_and_makes_no_memory(
    machine: Machine, root: Path
) -> None:
    ran = machine.memsync("import", "claude-code", "--json", cwd=root)
    assert ran.json["items"] == []
    assert len(ran.err.splitlines()) == 1
    assert not (root / ".coyote").exists()
    machine.memsync("import", "claude-code", "nowhere", cwd=root, want=16)
    (root / "file").write_text("x")
    machine.memsync("import", "claude-code", "file", cwd=root, want=16)
    unknown = machine.memsync("import", "emacs", cwd=root, want=2)
    assert "memory-tool" in unknown.err
    machine.memsync("import", cwd=root, want=2)


def test_an_export_into_the_memory_itself_is_refused(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "own", "-m", "mine", cwd=root)
    machine.memsync("export", "coyote", root / ".coyote/memory", cwd=root, want=2)


def test_the_facts_in_an_index_are_a_note_and_go_back(
    machine: Machine, root: Path
) -> None:
    source, out = machine.folder / "theirs", machine.folder / "out"
    index = text("# Memory", "", "The staging host is heron.", "- [A](a.md) — aye")
    lay(source, {"MEMORY.md": index, "a.md": note("a", "x")})
    machine.memsync("import", "claude-code", source, cwd=root)
    read = machine.memsync("read", "claude-code-memory", cwd=root).out
    assert "The staging host is heron." in read
    machine.memsync("export", "claude-code", out, cwd=root)
    assert (out / "MEMORY.md").read_bytes() == index


def test_a_tracked_memory_asks_before_anything_enters_it(
    machine: Machine, root: Path
) -> None:
    machine.memsync("init", "--tracked", cwd=root)
    source = machine.folder / "theirs"
    lay(source, {"tea.md": note("tea", "x")})
    ours = snapshot(root / ".coyote")
    ran = machine.memsync("import", "claude-code", source, cwd=root, want=2)
    assert "--yes" in ran.err
    assert snapshot(root / ".coyote") == ours
    lay(root / ".goose/memory", {"dev.txt": b"Use tabs.\n"})
    ran = machine.memsync("import", "--all", "--json", cwd=root, want=2)
    assert "git tracks this memory" in ran.json["error"]["message"]
    assert "no agent has a memory here" not in ran.err
    assert snapshot(root / ".coyote") == ours
    machine.memsync("import", "claude-code", source, "--yes", cwd=root)
    assert (root / ".coyote/memory/tea.md").exists()


def test_import_all_takes_from_each_agent_that_is_here(
    machine: Machine, root: Path
) -> None:
    from memsync.agents.layouts.claude_code import slug

    lay(
        machine.home / ".claude/projects" / slug(str(root)) / "memory",
        {"tea.md": note("tea", "x")},
    )
    lay(root / ".goose/memory", {"dev.txt": b"Use tabs.\n\n"})
    lay(root / ".cursor/rules", {"style.mdc": b"---\ndescription: d\n---\nx\n"})
    lay(machine.home / ".gemini", {"projects.json": b"[]"})
    ran = machine.memsync("import", "--all", "--json", cwd=root, want=1)
    assert [(each["agent"], list(actions(each))) for each in ran.json] == [
        ("claude-code", ["tea"]),
        ("cursor", ["style"]),
        ("goose", ["dev"]),
    ]
    # One broken agent is one line, and the rest goes on.
    assert "gemini-cli: " in ran.err
    (machine.home / ".gemini/projects.json").unlink()
    again = machine.memsync("import", "--all", "--json", cwd=root).json
    assert {a for each in again for a in actions(each).values()} == {"unchanged"}


def test_a_persons_store_is_a_scope_of_its_own(machine: Machine, root: Path) -> None:
    lay(machine.home / ".config/goose/memory", {"prefs.txt": b"Likes tea.\n\n"})
    lay(
        machine.home / ".gemini",
        {"GEMINI.md": text("# Me", "", "## Gemini Added Memories", "- Likes tea")},
    )
    machine.memsync("import", "goose", "--scope", "user", cwd=root)
    ran = machine.memsync("import", "gemini-cli", "--scope", "user", "--json", cwd=root)
    sources = [item["source"] for item in ran.json["items"]]
    assert sources == ["GEMINI.md", "GEMINI.md#1"]
    assert "Likes tea." in machine.memsync("read", "prefs", cwd=root).out
    assert not (root / ".coyote").exists()
    # Claude Code keeps none for a person.
    machine.memsync("import", "claude-code", "--scope", "user", cwd=root)
    machine.memsync("export", "claude-code", "--scope", "user", cwd=root, want=2)


def note(name: str, body: str) -> bytes:
    """A small note as agents write it."""
    return text("---", f"name: {name}", f"description: about {name}", "---", "", body)
