"""`status`, `path` and `config`: what holds here, and changing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine


def test_with_nothing_to_show_status_prints_nothing(machine: Machine) -> None:
    for where in (machine.folder, machine.repository()):
        assert machine.memsync("status", cwd=where).out == ""
        assert machine.memsync("status", "--short", cwd=where).out == ""
        found = machine.memsync("status", "--json", cwd=where).json
        assert found["workspace"]["mode"] == "none"
        assert found["workspace"]["memory"] is None
        assert found["sync"]["configured"] is False
        assert found["warnings"] == []


def test_status_shows_both_memories(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", "--hooks", cwd=top)
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    machine.memsync("write", "own", "--scope", "user", "-m", "text", cwd=top)
    found = machine.memsync("status", "--json", cwd=top).json
    workspace = found["workspace"]
    assert workspace["root"] == str(top)
    assert workspace["memory"] == str(top / ".coyote/memory")
    assert (workspace["mode"], workspace["notes"]) == ("structured", 1)
    assert workspace["ignored"] is True
    assert workspace["index_chars"] > 10
    assert workspace["shared_with"] == []
    assert found["user"]["memory"] == str(machine.user_memory)
    assert found["user"]["notes"] == 1
    assert found["hooks"]["guarded"] is True
    assert (
        machine.memsync("status", "--short", cwd=top).out
        == "notes: 1 workspace, 1 user\n"
    )
    words = machine.memsync("status", cwd=top).out
    assert "1 note" in words
    assert "ignored by git" in words


def test_status_says_when_git_sees_the_memory(machine: Machine) -> None:
    top = machine.repository()
    (top / ".coyote/memory").mkdir(parents=True)
    (top / ".coyote/memory/MEMORY.md").write_text("# Memory Index\n")
    found = machine.memsync("status", "--json", cwd=top).json
    assert found["workspace"]["ignored"] is False


def test_status_after_a_sync(machine: Machine) -> None:
    machine.memsync("write", "own", "--scope", "user", "-m", "text")
    machine.memsync("sync", "init")
    machine.memsync("sync")
    found = machine.memsync("status", "--json").json["sync"]
    assert found["configured"] is True
    assert found["last_success"]
    assert found["head"]
    assert "on this machine alone" in machine.memsync("status").out


def test_status_in_a_bare_repository_shows_the_user_s(machine: Machine) -> None:
    machine.git("init", "-q", "--bare", "bare.git")
    machine.memsync("write", "own", "--scope", "user", "-m", "text")
    done = machine.memsync("status", "--json", cwd=machine.folder / "bare.git")
    assert done.json["user"]["notes"] == 1
    assert "is a bare repository" in done.err


def test_reading_without_a_home_shows_the_workspace(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    del machine.environ["HOME"]
    assert (
        machine.memsync("status", "--short", cwd=top).out
        == "notes: 1 workspace, 0 user\n"
    )
    listed = machine.memsync("list", "--json", cwd=top).json
    assert [note["name"] for note in listed] == ["fact"]
    machine.memsync("write", "own", "--scope", "user", "-m", "x", cwd=top, want=16)


def test_path_names_the_memory_that_applies_or_would(machine: Machine) -> None:
    top = machine.repository()
    memory = str(top / ".coyote/memory")
    assert machine.memsync("path", cwd=top).out == f"{memory}\n"
    user = machine.memsync("path", "--scope", "user", "--json", cwd=top).json
    assert user == {"scope": "user", "path": str(machine.user_memory)}
    machine.memsync("write", "own", "--scope", "user", "-m", "text", cwd=top)
    assert machine.memsync("path", "--json", cwd=top).json["scope"] == "user"
    machine.memsync("init", cwd=top)
    found = machine.memsync("path", "--json", cwd=top).json
    assert found == {"scope": "workspace", "path": memory}
    machine.memsync("path", "--scope", "workspace", want=10)


def test_a_setting_is_changed_and_its_origin_shown(machine: Machine) -> None:
    file = machine.config / "config.yaml"
    assert machine.memsync("config", "get", "caps.note").out == "2000\n"
    machine.memsync("config", "set", "caps.note", "1500")
    found = machine.memsync("config", "get", "caps.note", "--json").json
    assert found == {"key": "caps.note", "value": 1500, "origin": str(file)}
    rows = machine.memsync("config", "list", "--json").json
    assert {row["key"]: row["origin"] for row in rows}["caps.memory_index"] == "default"
    top = machine.repository()
    machine.memsync("config", "set", "--workspace", "caps.note", "900", cwd=top)
    assert machine.memsync("config", "get", "caps.note", cwd=top).out == "900\n"
    assert machine.memsync("config", "get", "caps.note").out == "1500\n"
    environ = {"MEMSYNC_CAPS_NOTE": "10"}
    done = machine.memsync("config", "list", cwd=top, environ=environ)
    assert "caps.note\t10\tMEMSYNC_CAPS_NOTE\n" in done.out
    done = machine.memsync("config", "set", "caps.note", "5", environ=environ)
    assert "caps.note stays as MEMSYNC_CAPS_NOTE has it" in done.err


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "caps:\n  note: 7\n"),
        ("# mine\n", "# mine\ncaps:\n  note: 7\n"),
        (
            "# head\ncaps:\n  write: 100 # small\n\n# tail\n",
            "# head\ncaps:\n  write: 100 # small\n\n# tail\n  note: 7\n",
        ),
        ("caps: {note: 1}  # x\n", "caps: {note: 7}  # x\n"),
        ("caps.note: 1 # flat\n", "caps.note: 7 # flat\n"),
        ("archive:\n  keep: 'all'\n", "archive:\n  keep: 'all'\ncaps:\n  note: 7\n"),
    ],
)
def test_comments_and_order_survive_a_set(
    machine: Machine, before: str, after: str
) -> None:
    machine.config.mkdir(parents=True)
    file = machine.config / "config.yaml"
    file.write_text(before)
    machine.memsync("config", "set", "caps.note", "7")
    assert sorted(file.read_text().splitlines()) == sorted(after.splitlines())
    assert machine.memsync("config", "get", "caps.note").out == "7\n"


def test_a_list_and_a_flag(machine: Machine) -> None:
    for key, given in (
        *(("caps.note", "3000"), ("memory.teach", "off"), ("archive.keep", "all")),
        *(("search.min_score", "0.5"), ("sync.exclude", "work-*, draft")),
    ):
        done = machine.memsync("config", "set", key, given, "--json").json
        got = machine.memsync("config", "get", key, "--json").json
        assert (done["key"], done["value"]) == (key, got["value"])
        assert type(done["value"]) is type(got["value"])
    machine.memsync("config", "set", "sync.exclude", "work-*, draft")
    got = machine.memsync("config", "get", "sync.exclude", "--json").json
    assert got["value"] == ["work-*", "draft"]
    assert machine.memsync("config", "get", "sync.exclude").out == "work-*,draft\n"
    machine.memsync("config", "set", "memory.enabled", "off")
    assert machine.memsync("config", "get", "memory.enabled").out == "false\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["get", "caps.notes"], "did you mean caps.note?"),
        (["set", "caps.notes", "1"], "did you mean caps.note?"),
        (["set", "caps.note", "many"], "caps.note must be a whole number"),
        (["set", "--workspace", "sync.remote", "/x"], "a repository cannot set"),
        (["set", "--workspace", "caps.write", "999999"], "above 65536"),
        (["set", "--workspace", "learn.enabled", "true"], "set learn.enabled to true"),
        (["set", "caps.note", ""], "hint: `memsync config unset caps.note`"),
        (["set", "search.top_k", "0"], "search.top_k must be at least 1"),
        (["set", "sync.exclude", "[a, b"], "sync.exclude must be a list, such as"),
        (["set", "sync.exclude", "['a'], b"], "sync.exclude must be a list, such as"),
        (["set", "learn.endpoint", "http://a.example"], "must be https://… or a"),
        (["set", "search.endpoint", "ftp://x"], "must be https://… or a loopback"),
        (["unset", "caps.notes"], "did you mean caps.note?"),
    ],
)
def test_what_cannot_be_set_changes_nothing(
    machine: Machine, arguments: list[str], said: str
) -> None:
    top = machine.repository()
    done = machine.memsync("config", *arguments, cwd=top, want=16)
    assert said in done.err
    assert not (top / ".coyote").exists()
    assert not machine.config.exists()


def test_what_a_repository_may_not_set_is_not_there_to_be_removed(
    machine: Machine,
) -> None:
    top = machine.repository()
    asked = ("config", "set", "--workspace", "guard.block", "high")
    done = machine.memsync(*asked, cwd=top, want=16)
    assert "hint: use `memsync config set guard.block …`" in done.err
    file = top / ".coyote/memsync.yaml"
    file.parent.mkdir()
    file.write_text("guard:\n  block: high\n")
    done = machine.memsync("config", "list", cwd=top, want=16)
    mends = "memsync config unset --workspace guard.block"
    assert f"hint: `{mends}` removes it" in done.err
    machine.memsync(*mends.split()[1:], cwd=top)
    machine.memsync("config", "list", cwd=top)
    assert file.read_text() == ""


@pytest.mark.parametrize(
    ("given", "items"),
    [
        ('["private-*"]', ["private-*"]),
        ("[private-*, 'draft']", ["private-*", "draft"]),
        ("[]", []),
        ("[a-c]*, x[0-9]", ["[a-c]*", "x[0-9]"]),
    ],
)
def test_a_list_is_given_as_in_a_file_or_with_commas(
    machine: Machine, given: str, items: list[str]
) -> None:
    machine.memsync("config", "set", "sync.exclude", given)
    got = machine.memsync("config", "get", "sync.exclude", "--json").json
    assert got["value"] == items
    machine.memsync("write", "private-a", "-m", "x", "--scope", "user")
    machine.memsync("sync", "init")
    sent = machine.memsync("sync", "--json").json["sent"]
    assert ("private-a" in sent) == ("private-*" not in items)


def test_a_search_finds_at_least_one_note(machine: Machine) -> None:
    machine.memsync("write", "a", "-m", "hello", "--scope", "user")
    environ = {"MEMSYNC_SEARCH_TOP_K": "0"}
    for strategy in ("bm25", "keyword", "literal"):
        asked = ("search", "--strategy", strategy, "hello")
        done = machine.memsync(*asked, environ=environ, want=16)
        assert "MEMSYNC_SEARCH_TOP_K: search.top_k must be at least 1" in done.err


def test_a_setting_is_removed_and_what_holds_then_is_shown(machine: Machine) -> None:
    file = machine.config / "config.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("# mine\ncaps:\n  note: 7\n  write: 9\n# end\n")
    done = machine.memsync("config", "unset", "caps.note", "--json").json
    path = str(file)
    wanted = {"key": "caps.note", "value": 2000, "origin": "default", "path": path}
    assert done == wanted
    assert file.read_text() == "# mine\ncaps:\n  write: 9\n# end\n"
    again = machine.memsync("config", "unset", "caps.note")
    assert again.err == f"memsync: '{file}' does not set caps.note\n"
    top = machine.repository()
    machine.memsync("config", "set", "--workspace", "caps.note", "5", cwd=top)
    machine.memsync("config", "set", "caps.note", "6", cwd=top)
    done = machine.memsync("config", "unset", "caps.note", cwd=top)
    assert "caps.note is now as " in done.err
    machine.memsync("config", "unset", "--workspace", "caps.note", cwd=top)
    assert machine.memsync("config", "get", "caps.note", cwd=top).out == "2000\n"
    machine.memsync("config", "unset", "--workspace", "caps.note", want=10)


def test_a_workspace_setting_needs_a_git_root(machine: Machine) -> None:
    done = machine.memsync("config", "set", "--workspace", "caps.note", "1", want=10)
    assert "is not inside a git repository" in done.err


def test_a_broken_file_is_named_and_left(machine: Machine) -> None:
    machine.config.mkdir(parents=True)
    file = machine.config / "config.yaml"
    file.write_text("caps: [\n")
    done = machine.memsync("config", "set", "caps.note", "1", want=16)
    assert f"'{file}'" in done.err
    assert file.read_text() == "caps: [\n"
