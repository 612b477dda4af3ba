"""Moving in and out: what agents keep becomes notes, and goes back as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent_folders import CLAUDE_CODE, SHAPES, Shape, lay, text
from support.places import snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

BY_AGENT = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.agent)


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository without a memory."""
    return machine.repository()


def notes_of(root: Path) -> dict[str, bytes | str]:
    """All that is in the repository but the cache of file times.

    It is written as soon as a file is two seconds old, so when a machine is slow.
    """
    found = snapshot(root)
    return {name: data for name, data in found.items() if not name.endswith("/.seen")}


def actions(ran: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    """What became of each note, by its name."""
    return {item["name"]: item["action"] for item in ran["items"]}


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


def test_an_import_is_archived_indexed_marked_and_its_origin_known(
    machine: Machine, root: Path
) -> None:
    source = machine.folder / "theirs"
    lay(source, CLAUDE_CODE.files)
    machine.memsync("import", "claude-code", source, cwd=root)
    memory = root / ".coyote/memory"
    for name in ("feedback_testing.md", "project_deploys.md"):
        assert (memory / name).read_bytes() == CLAUDE_CODE.files[name]
    index = (memory / "MEMORY.md").read_text()
    assert "- [[feedback_testing]]: Run the tests: always\n" in index
    rows = machine.memsync("list", "--json", cwd=root).json
    assert {r["name"]: r["type"] for r in rows}["feedback_testing"] == "feedback"
    origins = (memory / ".memsync-origins").read_text().splitlines()
    assert origins == sorted(origins)
    assert any(
        o.startswith("claude-code ") and o.endswith(" feedback_testing.md")
        for o in origins
    )
    # What had to be converted is in the archive as it was.
    versions = machine.memsync("archive", "list", "spater", "--json", cwd=root).json
    shown = machine.memsync("archive", "show", versions[-1]["id"], cwd=root)
    assert shown.out.encode() == CLAUDE_CODE.files["Später.md"]


def test_context_marks_imported_notes_until_they_are_edited(
    machine: Machine, root: Path
) -> None:
    source = machine.folder / "theirs"
    lay(
        source,
        {"tea.md": text("---", "name: tea", "description: d", "---", "", "Tea.")},
    )
    machine.memsync("import", "claude-code", source, cwd=root)
    machine.memsync("write", "own", "-m", "mine", cwd=root)
    context = machine.memsync("context", "--no-tools", cwd=root).out
    assert '<note name="tea" scope="workspace" from="claude-code">' in context
    assert '<note name="own" scope="workspace">' in context
    # Also when the state folder is lost.
    machine.run("rm", "-rf", machine.state)
    assert (
        'from="claude-code"' in machine.memsync("context", "--no-tools", cwd=root).out
    )
    machine.memsync("write", "tea", "-m", "Green tea.", cwd=root)
    assert "from=" not in machine.memsync("context", "--no-tools", cwd=root).out


def test_what_the_agent_changed_since_is_taken_over_or_kept_apart(
    machine: Machine, root: Path
) -> None:
    source = machine.folder / "theirs"
    lay(source, {"a.md": note("a", "one"), "b.md": note("b", "one")})
    machine.memsync("import", "claude-code", source, cwd=root)
    machine.memsync("write", "b", "-m", "by hand", cwd=root)
    lay(source, {"a.md": note("a", "two"), "b.md": note("b", "two")})
    got = machine.memsync("import", "claude-code", source, "--json", cwd=root, want=1)
    assert actions(got.json) == {"a": "updated", "b-claude-code": "conflict"}
    assert "two" in machine.memsync("read", "a", cwd=root).out
    assert "by hand" in machine.memsync("read", "b", cwd=root).out
    assert "two" in machine.memsync("read", "b-claude-code", cwd=root).out
    assert machine.memsync("archive", "list", "a", "--json", cwd=root).json
    # A known conflict is none the second time.
    ours = notes_of(root)
    again = machine.memsync("import", "claude-code", source, "--json", cwd=root).json
    assert actions(again) == {"a": "unchanged", "b-claude-code": "unchanged"}
    assert notes_of(root) == ours
    # The agent takes its change back: what we have from it follows.
    lay(source, {"a.md": note("a", "one")})
    machine.memsync("import", "claude-code", source, cwd=root)
    assert "one" in machine.memsync("read", "a", cwd=root).out


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


def test_a_changed_import_keeps_the_keys_that_memsync_does_not_know(
    machine: Machine, root: Path
) -> None:
    source = machine.folder / "theirs"
    lay(source, CLAUDE_CODE.files)
    machine.memsync("import", "claude-code", source, cwd=root)
    machine.memsync("write", "feedback_testing", "-m", "Run all tests.", cwd=root)
    machine.memsync("export", "claude-code", source, cwd=root)
    written = (source / "feedback_testing.md").read_text()
    assert "  originSessionId: 0b54a1c5" in written
    assert "Run all tests." in written
    rule = {
        "r.mdc": b"---\ndescription: d\nglobs: *.ts\nalwaysApply: false\n---\nOld.\n"
    }
    lay(machine.folder / "rules", rule)
    machine.memsync("import", "cursor", machine.folder / "rules", cwd=root)
    machine.memsync("write", "r", "-m", "New.", cwd=root)
    ran = machine.memsync(
        "export", "cursor", machine.folder / "rules", "--only", "r", cwd=root
    )
    written = (machine.folder / "rules/r.mdc").read_text()
    assert (
        written == "---\ndescription: d\nglobs: *.ts\nalwaysApply: false\n---\n\nNew.\n"
    )
    assert "updated  r" in ran.out


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


def test_what_was_forgotten_here_does_not_come_back(
    machine: Machine, root: Path
) -> None:
    source = machine.folder / "theirs"
    lay(source, {"tea.md": note("tea", "x")})
    machine.memsync("import", "claude-code", source, cwd=root)
    machine.memsync("forget", "tea", cwd=root)
    ran = machine.memsync("import", "claude-code", source, "--json", cwd=root).json
    assert actions(ran) == {"tea": "skipped"}
    assert "archive restore" in ran["items"][0]["reason"]


def test_what_was_renamed_here_does_not_come_back_under_its_old_name(
    machine: Machine, root: Path
) -> None:
    source = machine.folder / "theirs"
    lay(source, {"tea.md": note("tea", "x")})
    machine.memsync("import", "claude-code", source, cwd=root)
    machine.memsync("rename", "tea", "chai", cwd=root)
    ran = machine.memsync("import", "claude-code", source, "--json", cwd=root).json
    assert actions(ran) == {"tea": "skipped"}
    rows = machine.memsync("list", "--json", cwd=root).json
    assert [row["name"] for row in rows] == ["chai"]


@pytest.mark.parametrize("count", [2, 60])
def test_undo_takes_an_import_back_as_one(
    machine: Machine, root: Path, count: int
) -> None:
    source = machine.folder / "theirs"
    lay(source, {f"n{n}.md": note(f"n{n}", "x") for n in range(count)})
    machine.memsync("write", "own", "-m", "mine", cwd=root)
    index = (root / ".coyote/memory/MEMORY.md").read_bytes()
    machine.memsync("import", "claude-code", source, cwd=root)
    undone = machine.memsync("undo", "--json", cwd=root).json
    assert undone["command"] == "import"
    rows = machine.memsync("list", "--json", cwd=root).json
    assert [row["name"] for row in rows] == ["own"]
    assert (root / ".coyote/memory/MEMORY.md").read_bytes() == index
    # What was undone can be imported again.
    ran = machine.memsync("import", "claude-code", source, "--json", cwd=root).json
    assert set(actions(ran).values()) == {"created"}


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
