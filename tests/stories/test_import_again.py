"""What became of imported notes since: edited, forgotten, renamed or undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent_folders import CLAUDE_CODE, lay, text
from support.imported import actions, notes_of

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository without a memory."""
    return machine.repository()


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


def note(name: str, body: str) -> bytes:
    """A small note as agents write it."""
    return text("---", f"name: {name}", f"description: about {name}", "---", "", body)


@pytest.mark.parametrize("edited", [False, True])
def test_a_restored_file_gets_its_line_in_the_agents_index_back(
    machine: Machine, root: Path, edited: bool
) -> None:
    source = machine.folder / "theirs"
    lines = ["- [A](a.md) \u2014 hook", "- [The B](b.md) \u2014 their words"]
    files = {"a.md": note("a", "one"), "b.md": note("b", "two")}
    lay(source, {**files, "MEMORY.md": text(*lines)})
    machine.memsync("import", "claude-code", source, cwd=root)
    (source / "b.md").unlink()
    added = ["- [C](c.md) \u2014 new"] if edited else []
    lay(source, {"MEMORY.md": text(lines[0], *added)})
    machine.memsync("export", "claude-code", source, cwd=root)
    assert (source / "b.md").read_bytes() == files["b.md"]
    assert (source / "MEMORY.md").read_bytes() == text(lines[0], *added, lines[1])
    # All of it is gone: the index comes back as it was.
    for path in list(source.iterdir()):
        path.unlink()
    machine.memsync("export", "claude-code", source, cwd=root)
    assert (source / "MEMORY.md").read_bytes() == text(*lines)


@pytest.mark.parametrize(
    ("agent", "files", "name"),
    [
        (
            "gemini-cli",
            {"GEMINI.md": b"# M\n\n## Gemini Added Memories\n- likes tea\n"},
            "gemini",
        ),
        (
            "qwen-code",
            {"QWEN.md": b"## Qwen Added Memories\r\n- likes tea\r\n"},
            "qwen",
        ),
        ("kiro", {"product.md": b"likes tea\n"}, "product"),
    ],
)
def test_a_file_that_memsync_never_writes_is_no_trouble_while_nothing_changed(
    machine: Machine, root: Path, agent: str, files: dict[str, bytes], name: str
) -> None:
    source = machine.folder / "theirs"
    lay(source, files)
    machine.memsync("import", agent, source, cwd=root)
    ran = machine.memsync("export", agent, source, "--json", cwd=root).json
    assert set(actions(ran).values()) == {"unchanged"}
    machine.memsync("export", agent, machine.folder / "out", cwd=root)
    machine.memsync("write", name, "-m", "likes coffee", cwd=root)
    ran = machine.memsync("export", agent, source, "--json", cwd=root, want=1).json
    (item,) = (each for each in ran["items"] if each["name"] == name)
    assert item["action"] == "refused"
    assert item["reason"].endswith(": change it there")
    for path, data in files.items():
        assert (source / path).read_bytes() == data


@pytest.mark.parametrize("by", ["export", "import"])
def test_an_entry_inserted_before_an_edited_one_is_a_new_note(
    machine: Machine, root: Path, by: str
) -> None:
    file = root / ".goose/memory/dev.txt"
    lay(root, {".goose/memory/dev.txt": b"one\n\ntwo\n"})
    machine.memsync("import", "goose", cwd=root)
    if by == "export":
        machine.memsync("write", "dev-one", "-m", "one edited", cwd=root)
        machine.memsync("export", "goose", cwd=root)
    else:
        file.write_bytes(b"one edited\n\ntwo\n")
        machine.memsync("import", "goose", cwd=root)
    assert file.read_bytes() == b"one edited\n\ntwo\n"
    file.write_bytes(b"zero\n\n" + file.read_bytes())
    ran = machine.memsync("import", "goose", "--json", cwd=root).json
    assert actions(ran) == {
        "dev-zero": "created",
        "dev-one": "unchanged",
        "dev-two": "unchanged",
    }


def test_a_conflict_ends_when_the_second_note_is_merged_and_forgotten(
    machine: Machine, root: Path
) -> None:
    source = machine.folder / "theirs"
    lay(source, {"a.md": note("a", "one")})
    machine.memsync("import", "claude-code", source, cwd=root)
    machine.memsync("write", "a", "-m", "mine", cwd=root)
    theirs = note("a", "theirs")
    lay(source, {"a.md": theirs})
    export = ("export", "claude-code", source, "--only", "a", "--json")
    for _ in range(2):
        ran = machine.memsync(*export, cwd=root, want=1).json
        assert actions(ran) == {"a": "conflict"}
        assert "forget the second" in ran["items"][0]["reason"]
        assert (source / "a.md").read_bytes() == theirs
        machine.memsync("import", "claude-code", source, cwd=root, want=None)
    machine.memsync("write", "a", "-m", "merged", cwd=root)
    machine.memsync("forget", "a-claude-code", cwd=root)
    assert actions(machine.memsync(*export, cwd=root).json) == {"a": "updated"}
    assert b"merged" in (source / "a.md").read_bytes()
    assert actions(machine.memsync(*export, cwd=root).json) == {"a": "unchanged"}


def test_a_persons_import_of_codex_says_where_the_other_groups_belong(
    machine: Machine, root: Path
) -> None:
    store = machine.home / ".codex/memories"
    groups = [
        text("# Task Group: mine", f"applies_to: cwd={root}; reuse_rule=r", ""),
        text("# Task Group: else", "applies_to: cwd=/else; reuse_rule=r", ""),
        text("# Task Group: nowhere", "scope: all", ""),
    ]
    summary = text(
        "v1", "## User preferences", "", "- Likes tabs.", "", "## Tips", "- x"
    )
    lay(store, {"MEMORY.md": b"".join(groups), "memory_summary.md": summary})
    person = ("codex", "--scope", "user", "--json")
    ran = machine.memsync("import", *person, cwd=root).json
    assert {item["source"]: item["reason"] for item in ran["items"]} == {
        "MEMORY.md#1": "it is about this repository: leave out `--scope user`",
        "MEMORY.md#2": "it is about another repository: import it there",
        "MEMORY.md#3": None,
        "memory_summary.md#1": None,
    }
    assert machine.memsync("read", "likes-tabs", "--json").json["type"] == "user"
    ran = machine.memsync("export", *person, cwd=root).json
    assert set(actions(ran).values()) == {"skipped"}
    ran = machine.memsync("import", "codex", "--json", cwd=root).json
    assert actions(ran)["mine"] == "created"
