"""Anthropic's memory tool: every command and its very words, over a real memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent import Tools
from support.tokens import github

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

LISTING = (
    "Here're the files and directories up to 2 levels deep in {path}, excluding hidden"
    " items and node_modules:\n"
)


@pytest.fixture
def top(machine: Machine) -> Path:
    """A folder with a memory, outside git."""
    memory = machine.folder / "top/.coyote/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("# Workspace Memory Index\n")
    return machine.folder / "top"


@pytest.fixture
def tools(machine: Machine, top: Path) -> Tools:
    """An agent in that folder."""
    return Tools(machine.environ, top)


def test_a_file_is_created_seen_and_never_overwritten(tools: Tools, top: Path) -> None:
    path = "/memories/tea.md"
    text = "- green tea\n- no sugar\n"
    done = tools.memory("create", path=path, file_text=text)
    assert done == f"File created successfully at: {path}"
    assert tools.memory("view", path=path) == (
        f"Here's the content of {path} with line numbers:\n"
        "     1\t- green tea\n     2\t- no sugar\n     3\t"
    )
    again = tools.memory_refused("create", path=path, file_text="other")
    assert again == f"File {path} already exists"
    note = (top / ".coyote/memory/tea.md").read_text()
    assert note.startswith("---\nname: tea\ndescription: green tea\n")
    assert note.endswith("---\n\n" + text)
    assert "- [[tea]]: green tea\n" in (top / ".coyote/memory/MEMORY.md").read_text()


@pytest.mark.parametrize("text", ["", "one", "one\n", "---\n", "\n\none"])
def test_a_new_file_reads_as_it_was_given(tools: Tools, text: str) -> None:
    tools.memory("create", path="/memories/x.md", file_text=text)
    shown = tools.memory("view", path="/memories/x.md").split("\n")[1:]
    assert "\n".join(line.split("\t", 1)[1] for line in shown) == text


def test_a_file_may_bring_its_frontmatter(tools: Tools, top: Path) -> None:
    text = "---\ndescription: mine\nmood: calm\n---\n\nbody\n"
    tools.memory("create", path="/memories/x.md", file_text=text)
    note = (top / ".coyote/memory/x.md").read_text()
    assert "mood: calm\n" in note
    assert "name: x\n" in note
    assert "\n     1\tbody\n" in tools.memory("view", path="/memories/x.md")


def test_a_range_of_lines_is_shown_with_their_numbers(tools: Tools) -> None:
    path = "/memories/x.md"
    tools.memory("create", path=path, file_text="a\nb\nc\nd")
    head = f"Here's the content of {path} with line numbers:\n"
    for asked, shown in {
        (2, 3): "     2\tb\n     3\tc",
        (3, -1): "     3\tc\n     4\td",
        (0, 1): "     1\ta",
        (9, 12): "",
    }.items():
        text = tools.memory("view", path=path, view_range=list(asked))
        assert text == head + shown


def test_one_text_is_replaced_and_shown_among_its_neighbours(
    tools: Tools, top: Path
) -> None:
    path = "/memories/x.md"
    tools.memory("create", path=path, file_text="a\nb\nc\nd\ne\nf\n")
    done = tools.memory("str_replace", path=path, old_str="d\n", new_str="D\n")
    assert done == (
        "The memory file has been edited. Here is the snippet showing the change (with"
        " line numbers):\n"
        "     2\tb\n     3\tc\n     4\tD\n     5\te\n     6\tf"
    )
    missing = tools.memory_refused("str_replace", path=path, old_str="z", new_str="")
    assert missing == (
        f"No replacement was performed, old_str `z` did not appear verbatim in {path}."
    )
    tools.memory("str_replace", path=path, old_str="e", new_str="a")
    twice = tools.memory_refused("str_replace", path=path, old_str="a", new_str="")
    assert twice == (
        "No replacement was performed. Multiple occurrences of old_str `a` in lines:"
        " 1, 5. Please ensure it is unique"
    )
    gone = tools.memory_refused("str_replace", path="/memories/no.md", old_str="a")
    assert gone == (
        "The path /memories/no.md does not exist. Please provide a valid path."
    )
    assert (top / ".coyote/memory/x.md").read_text().endswith("\na\nb\nc\nD\na\nf\n")


def test_lines_are_inserted_below_a_line(tools: Tools, top: Path) -> None:
    path = "/memories/x.md"
    tools.memory("create", path=path, file_text="a\nb\n")
    done = tools.memory("insert", path=path, insert_line=0, insert_text="top\n")
    assert done == f"The file {path} has been edited."
    tools.memory("insert", path=path, insert_line=3, insert_text="end")
    wrong = tools.memory_refused("insert", path=path, insert_line=9, insert_text="x")
    assert wrong == (
        "Invalid `insert_line` parameter: 9. It should be within the range [0, 4]."
    )
    note = (top / ".coyote/memory/x.md").read_text()
    assert note.endswith("---\n\ntop\na\nb\nend\n")
    # The description was the first line, and follows it.
    assert "description: top\n" in note


def test_deleting_and_renaming_say_what_they_did(
    machine: Machine, tools: Tools, top: Path
) -> None:
    tools.memory("create", path="/memories/old.md", file_text="one\n")
    tools.memory("create", path="/memories/b.md", file_text="see [[old]]\n")
    paths = {"old_path": "/memories/old.md", "new_path": "/memories/new.md"}
    done = tools.memory("rename", **paths)
    assert done == "Successfully renamed /memories/old.md to /memories/new.md"
    assert "see [[new]]" in tools.memory("view", path="/memories/b.md")
    gone = tools.memory_refused("rename", **paths)
    assert gone == "The destination /memories/new.md already exists"
    paths["new_path"] = "/memories/c.md"
    gone = tools.memory_refused("rename", **paths)
    assert gone == "The path /memories/old.md does not exist"
    done = tools.memory("delete", path="/memories/new.md")
    assert done == "Successfully deleted /memories/new.md"
    gone = tools.memory_refused("delete", path="/memories/new.md")
    assert gone == "The path /memories/new.md does not exist"
    root = tools.memory_refused("delete", path="/memories")
    assert root == "Cannot delete the /memories directory itself"
    kept = machine.memsync("archive", "list", "new", "--json", cwd=top).json
    assert kept[0]["reason"] == "forgotten"


def test_the_folder_lists_the_repositorys_files_and_the_persons(
    machine: Machine, tools: Tools
) -> None:
    assert tools.memory("view", path="/memories").startswith(
        LISTING.format(path="/memories")
    )
    tools.memory("create", path="/memories/x.md", file_text="1234567890")
    tools.memory("create", path="/memories/user/me.md", file_text="a" * 1536)
    index = len((machine.user_memory / "MEMORY.md").read_bytes())
    rows = tools.memory("view", path="/memories").split("\n")[1:]
    assert "10B\t/memories/x.md" in rows
    assert "1.5K\t/memories/user/me.md" in rows
    assert [row.split("\t")[1] for row in rows] == [
        "/memories",
        "/memories/MEMORY.md",
        "/memories/user/",
        "/memories/user/MEMORY.md",
        "/memories/user/me.md",
        "/memories/x.md",
    ]
    rows = tools.memory("view", path="/memories/user/").split("\n")[1:]
    assert rows[1:] == [
        f"{index}B\t/memories/user/MEMORY.md",
        "1.5K\t/memories/user/me.md",
    ]


def test_a_file_moves_between_the_repository_and_the_person(
    machine: Machine, tools: Tools
) -> None:
    tools.memory("create", path="/memories/x.md", file_text="mine\n")
    tools.memory("rename", old_path="/memories/x.md", new_path="/memories/user/x.md")
    assert (machine.user_memory / "x.md").read_text().endswith("mine\n")
    tools.memory_refused("view", path="/memories/x.md")


def test_the_memory_index_is_a_file_that_stays(tools: Tools, top: Path) -> None:
    path = "/memories/MEMORY.md"
    index = top / ".coyote/memory/MEMORY.md"
    tools.memory("insert", path=path, insert_line=1, insert_text="A hard rule.")
    assert index.read_text().startswith("# Workspace Memory Index\nA hard rule.\n")
    assert "A hard rule." in tools.memory("view", path=path)
    tools.memory_refused("create", path=path, file_text="new")
    tools.memory_refused("delete", path=path)
    tools.memory_refused("rename", old_path=path, new_path="/memories/x.md")
    assert "A hard rule." in index.read_text()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/etc/passwd", "Path must start with /memories, got: /etc/passwd"),
        ("memories/x.md", "Path must start with /memories, got: memories/x.md"),
        ("/memoriesx/x.md", "Path must start with /memories, got: /memoriesx/x.md"),
        ("", "Path must start with /memories, got: "),
        *(
            (path, f"Path {path} would escape /memories directory")
            for path in (
                "/memories/../x.md",
                "/memories/a/../../x.md",
                "/memories/..",
                "/memories/..\\x.md",
            )
        ),
    ],
)
def test_no_path_leads_out_of_the_folder(tools: Tools, path: str, said: str) -> None:
    assert tools.memory_refused("view", path=path) == said
    assert tools.memory_refused("create", path=path, file_text="x") == said
    assert tools.memory_refused("delete", path=path) == said


@pytest.mark.parametrize(
    "path",
    [
        *("/memories/a/b.md", "/memories/x.txt", "/memories", "/memories/.x.md"),
        *("/memories/A b.md", "/memories/%2e%2e.md", "/memories/index.md"),
    ],
)
def test_what_cannot_be_a_note_is_not_made(tools: Tools, top: Path, path: str) -> None:
    before = sorted(top.rglob("*.md"))
    tools.memory_refused("create", path=path, file_text="x")
    tools.memory_refused("view", path="/memories/a/b.md")
    assert sorted(top.rglob("*.md")) == before


def test_a_secret_is_refused_by_rule_and_line_and_never_shown(
    tools: Tools, top: Path
) -> None:
    token = github()
    tea = "/memories/tea.md"
    tools.memory("create", path=tea, file_text="tea\n")
    new = "/memories/x.md"
    refused = [
        tools.memory_refused("create", path=new, file_text=f"one\n{token}\n"),
        tools.memory_refused("insert", path=tea, insert_line=1, insert_text=token),
        tools.memory_refused("str_replace", path=tea, old_str="tea", new_str=token),
    ]
    for said in refused:
        assert "line " in said
        assert "(github" in said
        assert token not in said
    unknown = tools.memory_refused(
        "str_replace", path="/memories/tea.md", old_str=token
    )
    assert "did not appear verbatim" in unknown
    assert token not in unknown
    assert not (top / ".coyote/memory/x.md").exists()
    assert (top / ".coyote/memory/tea.md").read_text().endswith("\ntea\n")


def test_a_text_that_is_too_large_is_refused_whole(tools: Tools, top: Path) -> None:
    said = tools.memory_refused(
        "create", path="/memories/x.md", file_text="a" * (65_536 + 1)
    )
    assert "65537 bytes are over the limit for one write" in said
    assert not (top / ".coyote/memory/x.md").exists()


def test_windows_line_ends_stay_and_bytes_that_are_no_text_are_not_touched(
    tools: Tools, top: Path
) -> None:
    memory = top / ".coyote/memory"
    crlf = b"---\r\nname: x\r\ndescription: x\r\n---\r\n\r\none\r\ntwo\r\n"
    (memory / "x.md").write_bytes(crlf)
    tools.memory("str_replace", path="/memories/x.md", old_str="two\n", new_str="2\n")
    assert (memory / "x.md").read_bytes().endswith(b"\r\none\r\n2\r\n")
    odd = b"---\nname: y\ndescription: y\n---\n\n\xff one\n"
    (memory / "y.md").write_bytes(odd)
    said = tools.memory_refused(
        "str_replace", path="/memories/y.md", old_str="one", new_str="1"
    )
    assert "not UTF-8" in said
    assert (memory / "y.md").read_bytes() == odd


def test_control_characters_of_a_note_do_not_reach_a_terminal(
    tools: Tools, top: Path
) -> None:
    (top / ".coyote/memory/x.md").write_text("a \x1b[31m red \u202e b\n")
    shown = tools.memory("view", path="/memories/x.md")
    assert "a ?[31m red ? b" in shown


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"command": "undo"},
        {"command": 3},
        {"command": "view"},
        {"command": "view", "path": ["/memories"]},
        {"command": "view", "path": "/memories/MEMORY.md", "view_range": "all"},
        {"command": "create", "path": "/memories/x.md"},
        {"command": "create", "path": "/memories/x.md", "file_text": "a\0b"},
        {"command": "create", "path": "/memories/x.md", "file_text": "\ud800"},
        {"command": "insert", "path": "/memories", "insert_line": 0},
        {"command": "insert", "path": "/memories/x.md", "insert_line": True},
        {"command": "str_replace", "path": "/memories", "old_str": "x"},
        {"command": "rename", "old_path": "/memories", "new_path": "/memories/x.md"},
    ],
)
def test_a_malformed_call_is_an_error_that_can_be_read(
    tools: Tools, given: dict[str, object]
) -> None:
    said = tools.refused("memory", **given)
    assert said
    assert "bug" not in said
