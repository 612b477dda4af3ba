"""Notes through the command line: written, read, listed, renamed, forgotten."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

TOKEN = "AKIA" + "QWERTYUIOPASDFGH"


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with a memory."""
    root = machine.repository()
    machine.memsync("init", cwd=root)
    return root


def test_a_note_is_written_from_stdin_and_read_back(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "auth", "-d", "how", cwd=root, stdin="Use SSO.\n")
    read = machine.memsync("read", "auth", cwd=root)
    assert read.out == (root / ".coyote/memory/auth.md").read_text()
    data = machine.memsync("read", "auth", "--json", cwd=root).json
    assert {key: data[key] for key in ("name", "scope", "type", "description")} == {
        "name": "auth",
        "scope": "workspace",
        "type": "project",
        "description": "how",
    }
    assert data["body"] == "Use SSO.\n"
    assert data["frontmatter"]["created"] == data["frontmatter"]["updated"]


def test_what_read_prints_is_written_as_the_same_note(
    machine: Machine, root: Path
) -> None:
    given = ("-d", "How to log in", "-t", "reference", "--expires", "2030-01-01")
    machine.memsync("write", "auth", *given, "-m", "Use OAuth.\n\n---\n\nx", cwd=root)
    printed = machine.memsync("read", "auth", cwd=root).out
    said = machine.memsync("write", "copy", stdin=printed, cwd=root).err
    assert "the text is a whole note" in said
    copied = machine.memsync("read", "copy", cwd=root).out
    assert copied == printed.replace("name: auth", "name: copy")
    machine.memsync("write", "own", "-d", "Mine", "-t", "user", stdin=printed, cwd=root)
    own = machine.memsync("read", "own", "--json", cwd=root).json
    assert (own["description"], own["type"]) == ("Mine", "user")
    machine.memsync("write", "own", "--append", stdin=printed, cwd=root)
    text = "Use OAuth.\n\n---\n\nx\n"
    appended = machine.memsync("read", "own", "--json", cwd=root).json
    assert (appended["description"], appended["body"]) == ("Mine", text * 2)
    for other in ("---\ntitle: x\n---\n\ntext\n", "---\n\ntext\n\n---\n"):
        machine.memsync("write", "other", stdin=other, cwd=root)
        body = machine.memsync("read", "other", "--json", cwd=root).json["body"]
        assert body == other


def test_read_shows_all_of_the_frontmatter(machine: Machine, root: Path) -> None:
    note = root / ".coyote/memory/auth.md"
    note.write_text(
        "---\nname: auth\ndescription: how\ntags: [a, 'b']\nn: 0123\n"
        "more:\n  on: [yes]\n---\n\nx\n"
    )
    assert machine.memsync("read", "auth", "--json", cwd=root).json["frontmatter"] == {
        "name": "auth",
        "description": "how",
        "tags": ["a", "b"],
        "n": "0123",
        "more": {"on": ["yes"]},
    }
    note.write_text("---\nname: auth\ntags: [a\n---\n\nx\n")
    broken = machine.memsync("read", "auth", "--json", cwd=root).json
    assert broken["frontmatter"] == {"name": "auth"}


def test_write_says_what_it_did(machine: Machine, root: Path) -> None:
    first = machine.memsync("write", "auth", "-m", "one", "--json", cwd=root).json
    assert first == {
        "name": "auth",
        "scope": "workspace",
        "path": str(root / ".coyote/memory/auth.md"),
        "action": "created",
        "archived": None,
        "memory_index_updated": True,
    }
    second = machine.memsync("write", "auth", "-m", "two", "--json", cwd=root).json
    assert second["action"] == "updated"
    assert re.fullmatch(r"auth/\d{8}T\d{6}Z-[0-9a-f]{12}", second["archived"])
    assert second["memory_index_updated"] is True
    third = machine.memsync("write", "auth", "-m", "two", "--json", cwd=root).json
    assert (third["action"], third["archived"]) == ("unchanged", None)
    assert third["memory_index_updated"] is False


def test_what_is_not_given_stays(machine: Machine, root: Path) -> None:
    machine.memsync(
        *("write", "a", "-m", "x", "-d", "d", "-t", "Api_shape"),
        *("--expires", "2030-01-01"),
        cwd=root,
    )
    machine.memsync("write", "a", "-d", "new", cwd=root)
    machine.memsync("write", "a", "-m", "y", cwd=root)
    fields = machine.memsync("read", "a", "--json", cwd=root).json["frontmatter"]
    assert (fields["description"], fields["type"]) == ("new", "api-shape")
    assert fields["expires"] == "2030-01-01"


def test_list_shows_both_scopes_the_workspace_first(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "b", "-m", "é\n", "-d", "two words", cwd=root)
    machine.memsync("write", "b", "-m", "other", cwd=root)
    machine.memsync("write", "a", "-m", "mine", "--scope", "user", cwd=root)
    rows = machine.memsync("list", "--json", cwd=root).json
    assert [(row["name"], row["scope"], row["versions"]) for row in rows] == [
        ("b", "workspace", 1),
        ("a", "user", 0),
    ]
    assert rows[0]["chars"] == 5
    assert set(rows[0]) == {
        *("name", "scope", "type", "description", "path", "chars"),
        *("created", "updated", "versions"),
    }
    one = machine.memsync("list", "--scope", "global", "--json", cwd=root).json
    assert [row["name"] for row in one] == ["a"]
    assert machine.memsync("list", "--type", "project", cwd=root).out == (
        "b\tworkspace\tproject\ttwo words\n"
    )


def test_with_nothing_to_read_list_is_empty(machine: Machine) -> None:
    assert machine.memsync("list", "--json").json == []
    assert machine.memsync("list").out == ""


def test_the_workspace_shadows_and_changing_never_falls_through(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "auth", "-m", "mine", "--scope", "user", cwd=root)
    assert "mine" in machine.memsync("read", "auth", cwd=root).out
    for verb in (["forget", "auth"], ["rename", "auth", "x"], ["edit", "auth"]):
        ran = machine.memsync(*verb, cwd=root, want=17)
        assert "hint: --scope user" in ran.err
    machine.memsync("write", "auth", "-m", "ours", cwd=root)
    assert "ours" in machine.memsync("read", "auth", cwd=root).out
    user = machine.memsync("read", "auth", "--scope", "user", cwd=root)
    assert "mine" in user.out
    machine.memsync("forget", "auth", cwd=root)
    assert (machine.user_memory / "auth.md").exists()


def test_forgetting_where_there_is_no_memory_makes_none(machine: Machine) -> None:
    root = machine.repository("empty")
    machine.memsync("write", "auth", "-m", "mine", "--scope", "user", cwd=root)
    machine.memsync("forget", "auth", cwd=root, want=17)
    assert not (root / ".coyote").exists()
    assert (machine.user_memory / "auth.md").exists()


@pytest.mark.parametrize(
    "name",
    [
        *("a/b", "../x", "..", "~", "~/x", ".x", "-x", "x" * 300, "memory", "index"),
        *("con", ""),
    ],
)
def test_a_malformed_name_is_a_usage_error(
    machine: Machine, root: Path, name: str
) -> None:
    for verb in (
        ["write", "-m", "x", "--", name],
        ["read", "--", name],
        ["forget", "--", name],
        ["rename", "--", name, "b"],
        ["edit", "--", name],
        ["move", "--scope", "user", "--", name],
    ):
        machine.memsync(*verb, cwd=root, want=2)
    assert sorted(p.name for p in (root / ".coyote/memory").iterdir()) == ["MEMORY.md"]


def test_a_name_that_no_note_could_have_is_malformed(
    machine: Machine, root: Path
) -> None:
    for verb in (["read", "a b"], ["forget", "a b"], ["edit", "a b"]):
        machine.memsync(*verb, cwd=root, want=2)
    ran = machine.memsync("read", "auth.md", cwd=root, want=2)
    assert "hint: did you mean 'auth'?" in ran.err
    machine.memsync("read", "auth", cwd=root, want=17)


def test_bad_values_are_usage_errors_before_a_memory_is_made(
    machine: Machine,
) -> None:
    root = machine.repository()
    for options in (
        ["-m", "x", "--expires", "2026-02-30"],
        ["-m", "x", "-t", " "],
        ["-m", "x", "--scope", "team"],
        ["-m", "x", "--file", "y"],
        [],
    ):
        machine.memsync("write", "a", *options, cwd=root, want=2)
    machine.memsync("write", "a", "--file", "missing", cwd=root, want=16)
    machine.memsync("write", "a", cwd=root, stdin=b"\xff\xfe", want=16)
    assert not (root / ".coyote").exists()


def test_what_is_refused_makes_no_memory(machine: Machine) -> None:
    root = machine.repository()
    long = "x" * 65_537
    for code, arguments in (
        (14, ["write", "a", "-m", f"the key is {TOKEN}"]),
        (14, ["write", "a", "-m", "x", "-d", TOKEN]),
        (14, ["write", "a", "-m", f"the key is {TOKEN}", "--scope", "user"]),
        (14, ["remember", f"the key is {TOKEN}"]),
        (14, ["remember", "fact", "--title", TOKEN]),
        (14, ["remember", "--index", f"the key is {TOKEN}"]),
        (16, ["write", "a", "-m", long]),
        (16, ["write", "a", "-m", "x", "-d", long]),
        (16, ["remember", long]),
        (16, ["remember", "--index", long]),
        (2, ["remember", "one", "--index", "two"]),
    ):
        ran = machine.memsync(*arguments, cwd=root, want=code)
        assert "was made" not in ran.err
    assert machine.git("status", "--porcelain", "--ignored", cwd=root) == ""
    assert not (root / ".git/memsync/archive").exists()
    assert not machine.user_memory.exists()


def test_a_text_file_may_be_a_link_or_a_pipe_but_no_folder(
    machine: Machine, root: Path
) -> None:
    (root / "text").write_text("from a file\n")
    (root / "link").symlink_to("text")
    machine.memsync("write", "a", "--file", "link", cwd=root)
    machine.run("sh", "-c", "echo piped | memsync write b --file /dev/stdin", cwd=root)
    assert machine.memsync("read", "a", cwd=root).out.endswith("\nfrom a file\n")
    assert machine.memsync("read", "b", cwd=root).out.endswith("\npiped\n")
    machine.memsync("write", "a", "--file", ".", cwd=root, want=16)


def test_a_secret_is_refused_by_every_door(machine: Machine, root: Path) -> None:
    body = f"the key is {TOKEN}\n"
    before = sorted((root / ".coyote/memory").iterdir())
    for verb in (["write", "aws"], ["write", "aws", "--append"], ["remember"]):
        ran = machine.memsync(*verb, "--json", cwd=root, stdin=body, want=14)
        assert TOKEN not in ran.out + ran.err
        assert ran.json["error"]["code"] == "secret"
    machine.memsync("remember", "--index", body, cwd=root, want=14)
    machine.memsync("remember", "text", "--title", body, cwd=root, want=14)
    assert sorted((root / ".coyote/memory").iterdir()) == before
    archive = root / ".git/memsync"
    assert not any(
        TOKEN.encode() in path.read_bytes()
        for path in archive.rglob("*")
        if path.is_file()
    )


def test_more_than_64_kib_is_refused(machine: Machine, root: Path) -> None:
    machine.memsync("write", "big", cwd=root, stdin="x" * 65_537, want=16)
    assert not (root / ".coyote/memory/big.md").exists()
    ran = machine.memsync("write", "big", cwd=root, stdin="x" * 65_536)
    assert "over the limit of 2000" in ran.err


def test_a_symlink_in_the_place_of_a_note_is_refused(
    machine: Machine, root: Path
) -> None:
    target = machine.folder / "target"
    target.write_text("private")
    (root / ".coyote/memory/auth.md").symlink_to(target)
    machine.memsync("write", "auth", "-m", "x", cwd=root, want=14)
    machine.memsync("read", "auth", cwd=root, want=14)
    machine.memsync("forget", "auth", cwd=root, want=14)
    assert target.read_text() == "private"
    listed = machine.memsync("list", cwd=root)
    assert "symlink" in listed.out
    assert "memsync lint" in listed.err
    lint = machine.memsync("lint", "--json", cwd=root, want=1).json
    assert "symlink auth" in [f"{f['rule']} {f['note']}" for f in lint["findings"]]


def test_remember_updates_the_same_title_and_numbers_another(
    machine: Machine, root: Path
) -> None:
    def remember(text: str, title: str) -> str:
        ran = machine.memsync("remember", text, "--title", title, "--json", cwd=root)
        name: str = ran.json["name"]
        return name

    assert remember("one", "How we deploy") == "how-we-deploy"
    assert remember("two", "How we deploy") == "how-we-deploy"
    assert remember("three", "How we deploy?") == "how-we-deploy-2"
    assert "two" in machine.memsync("read", "how-we-deploy", cwd=root).out


def test_remember_adds_prose_to_the_memory_index(machine: Machine, root: Path) -> None:
    index = root / ".coyote/memory/MEMORY.md"
    before = index.read_text()
    machine.memsync("remember", "--index", "Be terse.", cwd=root)
    machine.memsync("remember", "Be kind.", "--index", cwd=root)
    assert index.read_text() == before + "Be terse.\nBe kind.\n"
    assert machine.memsync("list", cwd=root).out == ""


def test_rename_rewrites_links_and_refuses_a_taken_name(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "auth", "-m", "x", cwd=root)
    machine.memsync("write", "db", "-m", "[[auth|A]]", cwd=root)
    machine.memsync("rename", "auth", "db", cwd=root, want=16)
    done = machine.memsync("rename", "auth", "login", "--json", cwd=root).json
    assert done["name"] == "login"
    assert done["archived"].startswith("auth/")
    assert done["dangling"] == []
    assert "[[login|A]]" in machine.memsync("read", "db", cwd=root).out
    machine.memsync("read", "auth", cwd=root, want=17)


def test_forget_names_what_dangles_and_the_archive_has_the_text(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "auth", "-m", "secret-free", cwd=root)
    machine.memsync("write", "db", "-m", "[[auth]]", cwd=root)
    done = machine.memsync("forget", "auth", "--json", cwd=root).json
    assert (done["name"], done["dangling"]) == ("auth", ["db"])
    shown = machine.memsync("archive", "show", done["archived"], cwd=root)
    assert "secret-free" in shown.out
    machine.memsync("archive", "restore", done["archived"], cwd=root)
    assert "secret-free" in machine.memsync("read", "auth", cwd=root).out
    assert "[[auth]]" in (root / ".coyote/memory/MEMORY.md").read_text()


def test_move_takes_a_note_to_the_other_scope_and_back(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "auth", "-m", "x", cwd=root)
    machine.memsync("move", "other", "--scope", "user", cwd=root, want=17)
    assert not machine.user_memory.exists()
    machine.memsync("move", "auth", "--scope", "user", cwd=root)
    assert not (root / ".coyote/memory/auth.md").exists()
    rows = machine.memsync("list", "--json", cwd=root).json
    assert [(row["name"], row["scope"]) for row in rows] == [("auth", "user")]
    machine.memsync("move", "auth", "--scope", "user", cwd=root, want=17)
    machine.memsync("move", "auth", "--scope", "workspace", cwd=root)
    assert (root / ".coyote/memory/auth.md").exists()


def test_where_a_name_is_taken_the_hint_forgets_the_note_that_has_it(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "port", "-m", "of the workspace", cwd=root)
    machine.memsync("write", "port", "-m", "of the user", "--scope", "user", cwd=root)
    machine.memsync("write", "web", "-m", "x", "--scope", "user", cwd=root)
    move = ("move", "port", "--scope", "user")
    moved = machine.memsync(*move, cwd=root, want=16)
    rename = ("rename", "web", "port", "--scope", "user")
    renamed = machine.memsync(*rename, cwd=root, want=16)
    forget = "`memsync forget port --scope user` first"
    assert f"hint: rename one of them, or {forget}\n" in moved.err
    assert f"hint: choose another name, or {forget}\n" in renamed.err
    same = machine.memsync("rename", "port", "port", cwd=root, want=16)
    assert same.err.endswith(
        "the note is called 'port' already\nhint: choose another name\n"
    )
    machine.memsync("rename", "none", "none", cwd=root, want=17)
    machine.memsync("forget", "port", "--scope", "user", cwd=root)
    machine.memsync(*move, cwd=root)
    told = machine.memsync("read", "port", "--scope", "user", cwd=root).out
    assert "of the workspace" in told


def test_a_secret_that_an_agent_wrote_does_not_move_on(
    machine: Machine, root: Path
) -> None:
    note = root / ".coyote/memory/aws.md"
    note.write_text(f"---\nname: aws\ndescription: d\n---\n\nthe key is {TOKEN}\n")
    before = note.read_bytes()
    ran = machine.memsync("move", "aws", "--scope", "user", cwd=root, want=14)
    assert TOKEN not in ran.err
    assert note.read_bytes() == before
    assert not machine.user_memory.exists()


def test_a_write_in_a_repository_without_a_memory_makes_one(machine: Machine) -> None:
    root = machine.repository()
    ran = machine.memsync("write", "auth", "-m", "x", cwd=root)
    assert "there was no memory here" in ran.err
    assert machine.git("status", "--porcelain", "--ignored", cwd=root).splitlines() == [
        "?? .gitignore",
        "!! .coyote/",
    ]


def test_a_folder_that_cannot_be_written_is_one_clear_line(
    machine: Machine, root: Path
) -> None:
    archive = next((root / ".git/memsync").glob("archive/*"), None)
    machine.memsync("write", "auth", "-m", "one", cwd=root)
    archive = archive or next((root / ".git/memsync/archive").iterdir())
    before = (root / ".coyote/memory/auth.md").read_bytes()
    for path in (archive / "auth").iterdir():
        path.unlink()
    (archive / "auth").rmdir()
    (archive / "auth").write_text("in the way")
    ran = machine.memsync("write", "auth", "-m", "two", "--json", cwd=root, want=16)
    assert ran.json["error"]["message"]
    assert (root / ".coyote/memory/auth.md").read_bytes() == before


def test_a_control_character_in_a_description_reaches_no_memory_index(
    machine: Machine,
) -> None:
    root = machine.repository()
    machine.memsync("write", "auth", "-d", "a\x1b[31m\u202eb", "-m", "text", cwd=root)
    memory = root / ".coyote/memory"
    (memory / "theirs.md").write_text(
        '---\nname: theirs\ndescription: "red\\e[31m"\n---\n\ntext\n'
    )
    machine.memsync("lint", "--fix", cwd=root)
    index = (memory / "MEMORY.md").read_text()
    assert "- [[auth]]: a?[31m?b\n- [[theirs]]: red?[31m\n" in index
    assert machine.memsync("lint", "--json", cwd=root).json["findings"] == []


def test_a_link_to_the_other_scopes_note_is_not_called_broken(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "b", "-m", "x", cwd=root)
    machine.memsync("write", "b", "-m", "mine", "--scope", "user", cwd=root)
    machine.memsync("write", "u", "-m", "see [[b]]", "--scope", "user", cwd=root)
    ran = machine.memsync("rename", "b", "c", "--json", cwd=root)
    assert (ran.json["dangling"], ran.err) == ([], "")
    assert "see [[b]]" in machine.memsync("read", "u", cwd=root).out
    machine.memsync("lint", cwd=root)
