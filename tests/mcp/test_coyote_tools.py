"""Coyote's tools: arguments and results, and what Coyote loses and memsync keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent import Tools, said
from support.tokens import github

from memsync.mcp.tools.coyote import TOOLS

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

FACT = {"description": "a fact", "content": "One.\n", "scope": "workspace"}


@pytest.fixture
def top(machine: Machine) -> Path:
    """A folder with a memory, outside git."""
    memory = machine.folder / "top/.coyote/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("# Workspace Memory Index\n")
    return machine.folder / "top"


@pytest.fixture
def memory(top: Path) -> Path:
    return top / ".coyote/memory"


@pytest.fixture
def tools(machine: Machine, top: Path) -> Tools:
    return Tools(machine.environ, top)


def test_writing_anew_keeps_created_and_clears_what_is_not_given(
    tools: Tools, memory: Path
) -> None:
    dated = {"expires": "2020-01-01", "superseded_by": "other"}
    tools.json("memory__write", name="fact", **FACT, **dated)
    path = memory / "fact.md"
    born = path.read_text().replace("created: 2", "created: 1")
    path.write_text(born)
    stale = tools.json("memory__lint")["stale"]
    assert stale == [
        {
            "name": "fact",
            "reason": "superseded",
            "superseded_by": "other",
            "target_exists": False,
        },
        {"name": "fact", "reason": "expired", "expires": "2020-01-01"},
    ]
    done = tools.json("memory__write", name="fact", **{**FACT, "description": "b"})
    assert done["replaced"] is True
    assert done["previous_description"] == "a fact"
    assert "created: 1" in path.read_text()
    assert "expires" not in path.read_text()
    assert "superseded_by" not in path.read_text()
    assert tools.json("memory__lint")["stale"] == []


def test_an_entry_follows_the_description_and_prose_is_never_touched(
    tools: Tools, memory: Path
) -> None:
    index = memory / "MEMORY.md"
    index.write_text("# Index\n\nWe speak of auth here, see oauth.md.\r\n- a list\n")
    tools.json("memory__write", name="auth", **FACT)
    tools.json("memory__write", name="auth", **{**FACT, "description": "new"})
    assert "- [[auth]]: new\n" in index.read_text()
    assert tools.json("memory__lint")["description_drift"] == []
    tools.json("memory__delete", name="auth", scope="workspace")
    assert index.read_bytes() == (
        b"# Index\n\nWe speak of auth here, see oauth.md.\r\n- a list\n"
    )


def test_renaming_takes_links_along_and_names_who_had_them(
    machine: Machine, tools: Tools, memory: Path
) -> None:
    tools.json("memory__write", name="old", **FACT)
    linking = {**FACT, "content": "See [[old]], not `[[old]]`."}
    tools.json("memory__write", name="near", **linking)
    tools.json("memory__write", name="far", **{**linking, "scope": "global"})
    done = tools.json("memory__rename", name="old", new_name="new", scope="workspace")
    assert done == {
        "status": "ok",
        "old_path": str(memory / "old.md"),
        "new_path": str(memory / "new.md"),
        "rewritten_references": ["far", "near"],
    }
    assert "See [[new]], not `[[old]]`." in (memory / "near.md").read_text()
    assert "See [[new]]" in (machine.user_memory / "far.md").read_text()
    taken = {"name": "near", "new_name": "new", "scope": "workspace"}
    assert "a note called 'new'" in tools.refused("memory__rename", **taken)


def test_deleting_names_the_links_it_leaves_behind_and_keeps_the_text(
    tools: Tools, machine: Machine, top: Path
) -> None:
    tools.json("memory__write", name="gone", **FACT)
    tools.json("memory__write", name="near", **{**FACT, "content": "See [[gone]]."})
    done = tools.json("memory__delete", name="gone", scope="workspace")
    assert done["dangling_references"] == ["near"]
    assert tools.json("memory__lint")["broken_wikilinks"] == [
        {"from": "near", "to": "gone"}
    ]
    shown = machine.memsync("archive", "list", "gone", "--json", cwd=top).json
    assert shown[0]["reason"] == "forgotten"


def test_the_whole_index_is_replaced_and_the_one_before_is_kept(
    tools: Tools, memory: Path, machine: Machine, top: Path
) -> None:
    new = "# All new\n\n- a rule\n"
    done = tools.json("memory__edit_index", scope="workspace", content=new)
    assert done == {"status": "ok", "path": str(memory / "MEMORY.md")}
    assert (memory / "MEMORY.md").read_text() == new
    kept = machine.memsync("archive", "list", "MEMORY", "--json", cwd=top).json
    assert [version["reason"] for version in kept] == ["overwritten"]
    token = github()
    said = tools.refused("memory__edit_index", scope="workspace", content=token)
    assert "line 1" in said
    assert token not in said
    too_long = {"scope": "workspace", "content": "a" * 70_000}
    assert "over the limit for one write" in tools.refused(
        "memory__edit_index", **too_long
    )
    assert (memory / "MEMORY.md").read_text() == new


def test_a_broken_note_is_listed_read_and_reported(tools: Tools, memory: Path) -> None:
    (memory / "broken.md").write_text("---\nname: [\n---\n\ntext\n")
    (memory / "plain.md").write_text("no frontmatter\n")
    (memory / "link.md").symlink_to("/etc/passwd")
    (memory / "long.md").write_text(
        f"---\nname: long\ndescription: d\n---\n\n{'a' * 2001}\n"
    )
    listed = {note["name"]: note for note in tools.json("memory__list")["files"]}
    assert set(listed) == {"broken", "link", "long", "plain"}
    assert listed["long"]["char_len"] == 2001
    assert tools.json("memory__read", name="broken")["content"] == "text\n"
    report = tools.json("memory__lint")
    assert report["total_files"] == 4
    assert report["oversized"] == [{"name": "long", "chars": 2001}]
    assert report["orphans"] == ["broken", "link", "long", "plain"]
    assert {p["name"] for p in report["problems"]} == {"broken", "link", "plain"}
    assert "symlink" in tools.refused("memory__read", name="link")


def test_code_holds_no_links(tools: Tools, memory: Path) -> None:
    (memory / "x.md").write_text(
        "---\nname: x\ndescription: x\n---\n\n"
        "`[[ -f a ]]` and [[:space:]]\n\n```\n[[b]]\n```\n\n[[x|alias]] [[x#part]]\n"
    )
    assert tools.json("memory__lint")["broken_wikilinks"] == []


@pytest.mark.parametrize("name", ["../x", "a/b", "A b", "memory", "MEMORY", "con", ""])
def test_a_name_that_leads_elsewhere_is_refused(
    tools: Tools, memory: Path, name: str
) -> None:
    before = sorted(memory.parent.parent.rglob("*"))
    assert "name" in tools.refused("memory__write", name=name, **FACT)
    assert sorted(memory.parent.parent.rglob("*")) == before


def test_the_workspaces_note_is_read_before_the_persons(tools: Tools) -> None:
    tools.json("memory__write", name="style", **{**FACT, "scope": "global"})
    assert tools.json("memory__read", name="style")["content"] == "One.\n"
    tools.json("memory__write", name="style", **{**FACT, "content": "Here.\n"})
    assert tools.json("memory__read", name="style")["content"] == "Here.\n"
    tools.json("memory__delete", name="style", scope="workspace")
    gone = tools.refused("memory__delete", name="style", scope="workspace")
    assert "one in the user's" in gone
    assert tools.json("memory__read", name="style")["content"] == "One.\n"


def test_a_secret_is_refused_and_nothing_is_made(machine: Machine) -> None:
    empty = machine.repository("empty")
    token = github()
    fact = {**FACT, "content": f"one\ntwo {token}\n"}
    tools = Tools(machine.environ, empty)
    refused = tools.refused("memory__write", name="x", **fact)
    assert "line " in refused
    assert "looks like a secret (github" in refused
    assert "\nhint: " in refused
    assert token not in refused
    tools.refused("memory__edit_index", scope="workspace", content=token)
    tools.memory_refused("create", path="/memories/x.md", file_text=token)
    tools.memory_refused("create", path="/memories/x.md", file_text="a" * 70_000)
    assert not (empty / ".coyote").exists()


def test_a_write_gives_a_git_root_its_memory_and_says_so(machine: Machine) -> None:
    empty = machine.repository("empty")
    tools = Tools(machine.environ, empty)
    assert tools.json("memory__list")["files"] == []
    done = tools.call("memory__write", name="x", **FACT)
    assert not done.is_error
    assert "there was no memory here" in said(done, 1)
    assert machine.git("status", "--porcelain", cwd=empty) == "?? .gitignore"
    outside = Tools(machine.environ, machine.folder)
    refused = outside.refused("memory__write", name="x", **FACT)
    assert "not inside a git repository" in refused
    assert "memsync init --here" in refused


def test_a_lite_memory_is_shown_and_stays_when_notes_come(machine: Machine) -> None:
    top = machine.folder / "lite"
    top.mkdir()
    (top / "COYOTE.md").write_text("# Rules\n")
    tools = Tools(machine.environ, top)
    assert tools.json("memory__list")["workspace"] == {
        "mode": "lite",
        "root": str(top),
        "file": str(top / "COYOTE.md"),
    }
    tools.json("memory__write", name="x", **FACT)
    assert (top / "COYOTE.md").read_text() == "# Rules\n"
    assert tools.json("memory__list")["workspace"]["mode"] == "structured"


def test_what_could_move_a_cursor_is_escaped_and_not_lost(
    tools: Tools, memory: Path
) -> None:
    (memory / "x.md").write_text(
        "---\nname: x\ndescription: a \u202e b\n---\n\n\x1b[2J \x9b1m\n"
    )
    text = tools.text("memory__list") + tools.text("memory__read", name="x")
    assert not {"\x1b", "\x9b", "\u202e"} & set(text)
    assert tools.json("memory__read", name="x")["content"] == "\x1b[2J \x9b1m\n"


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_what_is_missing_or_of_the_wrong_kind_is_said(tools: Tools, tool: str) -> None:
    needed = next(t.parameters for t in TOOLS if t.name == tool)
    required = [name for name, parameter in needed.items() if parameter.required]
    for name in required:
        others = {other: "workspace" for other in required if other != name}
        assert tools.refused(tool, **others) == f"{name} is required"
        assert tools.refused(tool, **others, **{name: 3}) == f"{name} must be a text"
    if "scope" in required:
        odd = dict.fromkeys(required, "x")
        assert "there is no scope 'x'" in tools.refused(tool, **odd)


def test_notes_are_found_by_what_they_say(tools: Tools) -> None:
    tools.json("memory__write", name="db", **{**FACT, "content": "Postgres runs here."})
    tools.json("memory__write", name="tea", **{**FACT, "scope": "global"})
    (best, *_) = tools.json("memory__search", query="where does the database run")
    assert best["name"] == "db"
    assert best["score"] == 1
    assert best["snippet"] == "Postgres runs here."
    assert tools.json("memory__search", query="database", scope="global") == []
    assert tools.json("memory__search", query="") == []
    assert len(tools.json("memory__search", query="One fact", limit=1)) == 1
    assert "limit must be" in tools.refused("memory__search", query="x", limit=0)


def test_off_means_that_no_tool_works(machine: Machine, top: Path) -> None:
    off = Tools(machine.environ, top, off=True)
    by_setting = Tools({**machine.environ, "MEMSYNC_MEMORY": "0"}, top)
    for tools in (off, by_setting):
        assert "memory is off here" in tools.refused("memory__list")
        assert "memory is off here" in tools.refused("memory__write", name="x", **FACT)


def test_a_repository_does_not_show_the_persons_notes_where_they_said_no(
    machine: Machine, tools: Tools, top: Path
) -> None:
    tools.json("memory__write", name="mine", **{**FACT, "scope": "global"})
    machine.memsync("config", "set", "memory.enabled", "false")
    project = machine.repository()
    machine.memsync("init", cwd=project)
    (project / ".coyote/memsync.yaml").write_text("memory:\n  enabled: true\n")
    listed = Tools(machine.environ, project).json("memory__list")
    assert listed["files"] == []
    assert listed["global_index_exists"] is False
