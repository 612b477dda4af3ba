"""`memsync agents`, and files that change meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent_folders import lay, text
from support.memories import NOW, make_store
from support.places import snapshot

from memsync.agents.layouts.claude_code import LAYOUT, slug
from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.registry import names
from memsync.agents.transfer.deciding import Wanted
from memsync.agents.transfer.exporting import Target, export_notes
from memsync.agents.transfer.importing import import_notes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from support.machine import Machine

    from memsync.agents.layouts.layout import Outgoing, Plan
    from memsync.memory.store.store import Store

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


def test_every_agent_is_listed_with_what_it_never_sees(
    machine: Machine, root: Path, claude: Path
) -> None:
    lines = [f"- [N{n}](n{n}.md) \u2014 a line" for n in range(201)]
    lay(claude, {"MEMORY.md": text(*lines)})
    rows = machine.memsync("agents", "--json", cwd=root).json
    assert [row["agent"] for row in rows] == names()
    by_agent = {row["agent"]: row for row in rows}
    row = by_agent["claude-code"]
    last = len(lines[-1]) + 1
    assert row == {
        "agent": "claude-code",
        "kind": "A",
        "installed": True,
        "folder": str(machine.home / ".claude"),
        "project_folder": str(claude),
        "notes": 1,
        "chars": sum(len(line) + 1 for line in lines),
        "cap": 25_000,
        "over": last,
        "synced": False,
        "linked": False,
    }
    assert [r["agent"] for r in rows if r["installed"]] == ["claude-code"]
    shown = machine.memsync("agents", cwd=root).out
    assert f"{last}: n200.md" in shown
    assert "codex" not in shown


def test_agents_outside_git_and_without_a_home(machine: Machine) -> None:
    rows = machine.memsync("agents", "--json").json
    assert {row["project_folder"] for row in rows if row["kind"] == "C"} == {None}
    nowhere = {"HOME": ""}
    homeless = machine.memsync("agents", "--json", environ=nowhere)
    assert len(homeless.json) == len(rows)
    assert not any(row["installed"] for row in homeless.json)
    assert len(homeless.err.splitlines()) == 2
    taken = machine.memsync("import", "--all", "--json", environ=nowhere)
    assert taken.json == []
    assert sum("HOME" in line for line in taken.err.splitlines()) == 2


def test_a_store_that_a_pipeline_rewrites_is_refused_with_the_reason(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "a", "-m", "x", cwd=root)
    bank = root / "memory-bank"
    lay(bank, {"projectbrief.md": b"# Brief\n\nA shop.\n"})
    machine.memsync("import", "cline", bank, cwd=root)
    assert "A shop." in machine.memsync("read", "projectbrief", cwd=root).out
    before = snapshot(bank)
    ran = machine.memsync("export", "cline", bank, cwd=root, want=14)
    assert "which Cline rewrites whole" in ran.err
    assert snapshot(bank) == before


def test_a_folder_of_codex_may_have_spaces_in_its_path(machine: Machine) -> None:
    root = machine.repository("My Proj")
    lines = [
        "# Task Group: Here",
        f"applies_to: cwd={root}; reuse_rule=safe",
        "# Task Group: Here too",
        f"- rollout.md (cwd={root}, updated_at=2026-11-20)",
        "# Task Group: There",
        f"applies_to: cwd={root} 2; reuse_rule=safe",
    ]
    lay(machine.home / ".codex/memories", {"MEMORY.md": text(*lines)})
    ran = machine.memsync("import", "codex", "--json", cwd=root).json
    assert [(i["name"], i["action"]) for i in ran["items"]] == [
        ("here", "created"),
        ("here-too", "created"),
        (None, "skipped"),
    ]


def test_codex_takes_notes_through_its_inlet_and_keeps_them_alive(
    machine: Machine, root: Path
) -> None:
    store = machine.home / ".codex/memories"
    lay(
        store,
        {
            "MEMORY.md": text(
                "# Task Group: Here",
                f"applies_to: cwd={root}; reuse_rule=x",
                "# Task Group: There",
                "applies_to: cwd=/elsewhere; reuse_rule=x",
                "# Task Group: Anywhere",
                "scope: all",
            )
        },
    )
    ran = machine.memsync("import", "codex", "--json", cwd=root).json
    assert [(i["name"], i["action"]) for i in ran["items"]] == [
        ("here", "created"),
        (None, "skipped"),
        (None, "skipped"),
    ]
    person = ("import", "codex", "--scope", "user", "--json")
    ran = machine.memsync(*person, cwd=root).json
    assert [i["name"] for i in ran["items"] if i["name"]] == ["anywhere"]
    machine.memsync("write", "port", "-m", "It is 8080.", cwd=root)
    machine.memsync("export", "codex", cwd=root)
    resources = store / "extensions/memsync/resources"
    (made,) = resources.iterdir()
    assert made.name.endswith("-port.md")
    assert (store / "extensions/memsync/instructions.md").exists()
    # Older than 4 of its 7 days: a new name, before Codex drops it.
    made.rename(resources / "2026-01-02T03-04-05-port.md")
    ran = machine.memsync("export", "codex", "--json", cwd=root).json
    assert {i["name"]: i["action"] for i in ran["items"]} == {
        "here": "skipped",
        "port": "updated",
    }
    assert len(list(resources.iterdir())) == 2


def test_an_instruction_file_is_changed_between_the_marks_alone(
    machine: Machine, root: Path
) -> None:
    mine = b"# Mine\r\n\r\nUse pnpm, no final line end"
    lay(root, {"CLAUDE.md": mine, "AGENTS.md": mine})
    machine.memsync("hooks", "install", "--agent", "agents-md", cwd=root)
    with_hooks = (root / "AGENTS.md").read_bytes()
    machine.memsync("write", "port", "-d", "The port", "-m", "It is 8080.", cwd=root)
    for agent, file, before in (
        ("claude-md", "CLAUDE.md", mine),
        ("agents-md", "AGENTS.md", with_hooks),
    ):
        machine.memsync("export", agent, cwd=root)
        made = (root / file).read_bytes()
        assert made.startswith(before)
        assert b"### port\r\n\r\nThe port\r\n\r\nIt is 8080.\r\n" in made
        # Import leaves both blocks out.
        machine.memsync("import", agent, cwd=root)
        name = file.removesuffix(".md").lower()
        body = machine.memsync("read", name, "--json", cwd=root).json["body"]
        assert body.encode() == mine + b"\n"
        machine.memsync("forget", name, cwd=root)
    # What somebody wrote between the marks stays.
    changed = (root / "CLAUDE.md").read_bytes().replace(b"8080", b"9090")
    (root / "CLAUDE.md").write_bytes(changed)
    machine.memsync("write", "port", "-m", "It is 8081.", cwd=root)
    ran = machine.memsync("export", "claude-md", "--json", cwd=root, want=1).json
    assert {i["action"] for i in ran["items"]} == {"conflict"}
    assert (root / "CLAUDE.md").read_bytes() == changed


def test_a_path_may_name_the_instruction_file_itself(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "port", "-m", "It is 8080.", cwd=root)
    machine.memsync("import", "agents-md", "docs/AGENTS.md", cwd=root, want=16)
    machine.memsync("export", "agents-md", "docs/AGENTS.md", cwd=root)
    assert "It is 8080." in (root / "docs/AGENTS.md").read_text()
    (root / "docs/AGENTS.md").write_text("# Rules\n\nBe brief.\n")
    machine.memsync("import", "agents-md", "docs/AGENTS.md", cwd=root)
    assert "Be brief." in machine.memsync("read", "agents", cwd=root).out


def test_a_folder_that_a_setting_left_behind_is_named(
    machine: Machine, root: Path, claude: Path
) -> None:
    new = machine.folder / "new"
    lay(new, {"chai.md": NOTE})
    setting = f'{{"autoMemoryDirectory": "{new}"}}'
    lay(root, {".claude/settings.local.json": setting.encode()})
    ran = machine.memsync("import", "claude-code", "--json", cwd=root)
    assert ran.json["path"] == str(new)
    assert f"used '{claude}' before" in ran.err


def test_notes_whose_names_differ_by_case_alone_go_back(
    machine: Machine, root: Path, claude: Path
) -> None:
    lay(claude, {"memory.md": b"A fact.\n", "Tea.md": b"Green.\n"})
    before = {path.name: path.read_bytes() for path in claude.iterdir()}
    machine.memsync("import", "claude-code", cwd=root)
    ran = machine.memsync("export", "claude-code", "--json", cwd=root).json
    assert {item["action"] for item in ran["items"]} == {"unchanged"}
    empty = machine.folder / "empty"
    empty.mkdir()
    machine.memsync("export", "claude-code", empty, cwd=root)
    assert {path.name: path.read_bytes() for path in empty.iterdir()} == before


def test_a_second_folder_does_not_replace_what_came_from_the_first(
    machine: Machine, root: Path
) -> None:
    for name, body in (("A", b"Alpha\n"), ("B", b"Beta\n")):
        lay(machine.folder / name, {"notes.md": body})

    def taken(name: str, want: int = 0) -> list[tuple[str, str]]:
        folder = machine.folder / name
        argv = ("import", "memory-tool", folder, "--json")
        ran = machine.memsync(*argv, cwd=root, want=want)
        return [(item["name"], item["action"]) for item in ran.json["items"]]

    assert taken("A") == [("notes", "created")]
    assert taken("B", want=1) == [("notes-memory-tool", "conflict")]
    assert taken("A") == [("notes", "unchanged")]
    assert taken("B") == [("notes-memory-tool", "unchanged")]
    lay(machine.folder / "B", {"notes.md": b"Beta, later\n"})
    assert taken("B") == [("notes-memory-tool", "updated")]
    lay(machine.folder / "A", {"notes.md": b"Alpha, later\n"})
    assert taken("A") == [("notes", "updated")]
    for note, said in (("notes", "Alpha, later"), ("notes-memory-tool", "Beta, later")):
        assert said in machine.memsync("read", note, cwd=root).out


@pytest.mark.parametrize("scope", ["user", "workspace"])
def test_facts_of_an_older_qwen_code_are_taken_from_its_list(
    machine: Machine, root: Path, scope: str
) -> None:
    file = (machine.home / ".qwen" if scope == "user" else root) / "QWEN.md"
    facts = text("# Rules", "", "## Qwen Added Memories", "- Likes tea", "- Uses vim")
    lay(file.parent, {file.name: facts})
    scoped = ("--scope", scope, "--json")
    ran = machine.memsync("import", "--all", *scoped, cwd=root).json
    (found,) = (each for each in ran if each["agent"] == "qwen-code")
    assert {item["source"]: item["action"] for item in found["items"]} == {
        "QWEN.md#1": "created",
        "QWEN.md#2": "created",
    }
    for command, action in (("import", "unchanged"), ("export", "skipped")):
        ran = machine.memsync(command, "qwen-code", *scoped, cwd=root).json
        assert {item["action"] for item in ran["items"]} == {action}
    (name,) = (i["name"] for i in ran["items"] if i["source"] == "QWEN.md#1")
    machine.memsync("write", name, "-m", "Coffee.", "--scope", scope, cwd=root)
    ran = machine.memsync("export", "qwen-code", *scoped, cwd=root).json
    assert [(i["source"], i["action"]) for i in ran["items"] if i["name"] == name] == [
        (f"{name}.md", "created")
    ]
    assert file.read_bytes() == facts


def test_a_private_note_stays_out_of_files_that_people_commit(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "own", "-m", "x", cwd=root)
    note = root / ".coyote/memory/own.md"
    note.write_text(note.read_text().replace("---\n", "---\nsync: false\n", 1))
    shown = machine.memsync("export", "agents-md", "--dry-run", cwd=root).out
    assert shown == "skipped  own: it says `sync: false`\n"
    ran = machine.memsync("export", "agents-md", "--json", cwd=root).json
    assert [i["action"] for i in ran["items"]] == ["skipped"]
    assert not (root / "AGENTS.md").exists()
    machine.memsync("export", "claude-code", machine.folder / "out", cwd=root)
    assert (machine.folder / "out/own.md").exists()
    # goose keeps its own notes in the work tree, where git may ignore them.
    ran = machine.memsync("export", "goose", "--json", cwd=root).json
    assert [i["action"] for i in ran["items"]] == ["skipped"]
    assert not (root / ".goose").exists()
    with (root / ".git/info/exclude").open("a") as rules:
        rules.write(".goose/memory/\n")
    machine.memsync("export", "goose", cwd=root)
    assert (root / ".goose/memory/own.txt").exists()


class Meddling(NotesFolder):
    """An agent that writes into its folder while we are about to."""

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:
        planned = super().plan(folder, notes)
        lay(folder, {"tea.md": b"the agent's newest words\n"})
        return planned


@pytest.mark.parametrize("there", [True, False])
def test_a_file_that_changes_while_we_write_is_never_overwritten(
    tmp_path: Path, *, there: bool
) -> None:
    store = make_store(tmp_path)
    store.write("tea", "Green.", now=NOW, description="d")
    out = tmp_path / "out"
    target = Target("claude-code", out, LAYOUT.engine, tmp_path / "ledger.json")
    if there:
        export_notes(store, target, NOW, write=True, strict=False)
        store.write("tea", "Black.", now=NOW)
    target = target._replace(engine=Meddling("claude-code"))
    done = export_notes(store, target, NOW, write=True, strict=False)
    assert [(i.name, i.action) for i in done.items] == [("tea", "conflict")]
    assert (out / "tea.md").read_bytes() == b"the agent's newest words\n"


def test_a_note_that_changes_while_we_take_it_in_is_never_overwritten(
    tmp_path: Path,
) -> None:
    store = make_store(tmp_path)
    theirs = tmp_path / "theirs"
    lay(theirs, {"tea.md": NOTE})

    def take(write: bytes | None) -> list[tuple[str, str]]:
        def meddle() -> Store:
            if write is not None:
                store.path_of("tea").write_bytes(write)
            return store

        reading = LAYOUT.engine.read(theirs, 65_536)
        wanted = Wanted("claude-code", theirs, reading)
        done = import_notes(store, wanted, NOW, write=meddle)
        return [(i.name, i.action) for i in done.items]

    assert take(b"my words\n") == [("tea", "conflict")]
    assert store.live("tea") == b"my words\n"
    # The next import sees it, and keeps both.
    assert take(None) == [("tea-claude-code", "conflict")]
    assert store.live("tea") == b"my words\n"
    assert store.live("tea-claude-code") == NOTE


def test_lost_origins_and_ledgers_cost_no_text(
    machine: Machine, root: Path, claude: Path
) -> None:
    machine.memsync("import", "claude-code", cwd=root)
    (root / ".coyote/memory/.memsync-origins").unlink()
    ran = machine.memsync("import", "claude-code", "--json", cwd=root).json
    assert [i["action"] for i in ran["items"]] == ["unchanged"]
    assert (root / ".coyote/memory/.memsync-origins").exists()
    machine.memsync("write", "own", "-m", "x", cwd=root)
    machine.memsync("export", "claude-code", cwd=root)
    machine.run("rm", "-rf", machine.state)
    before = snapshot(claude)
    ran = machine.memsync("export", "claude-code", "--json", cwd=root).json
    assert {i["action"] for i in ran["items"]} == {"unchanged"}
    assert snapshot(claude) == before
    ran = machine.memsync("import", "claude-code", "--json", cwd=root).json
    assert {i["action"] for i in ran["items"]} == {"unchanged"}
