"""`memsync undo`: the last change is taken back, whatever made it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.agent import Agent, session
from support.synced import get, put, sync

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def files(*folders: Path) -> dict[str, bytes]:
    """The files of memories, by path, without their archives."""
    return {
        str(path): path.read_bytes()
        for folder in folders
        for path in folder.rglob("*.md")
        if ".archive" not in path.parts
    }


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with a memory of three notes, and a user memory with one."""
    root = machine.repository()
    for name, text in (
        ("auth", "Use the token of [[style]]."),
        ("style", "Tabs."),
        ("port", "It is 8080."),
    ):
        machine.memsync("write", name, "-m", text, cwd=root)
    machine.memsync("write", "me", "--scope", "user", "-m", "I like tea.", cwd=root)
    return root


def test_a_note_that_undo_removed_is_not_missed(machine: Machine, root: Path) -> None:
    machine.memsync("list", cwd=root)
    machine.memsync("write", "new", "-m", "A new one.", cwd=root)
    machine.memsync("list", cwd=root)
    machine.memsync("undo", cwd=root)
    for _ in range(2):
        assert "gone without memsync" not in machine.memsync("list", cwd=root).err
    # Written again, and deleted by something else, it is.
    machine.memsync("write", "new", "-m", "A new one.", cwd=root)
    (root / ".coyote/memory/new.md").unlink()
    assert "gone without memsync (new)" in machine.memsync("list", cwd=root).err


@pytest.mark.parametrize(
    "command",
    [
        ("write", "port", "-m", "It is 9090."),
        ("write", "port", "--append", "-m", "And 9090 for tests."),
        ("write", "new", "-m", "A new one."),
        ("remember", "Something new."),
        ("remember", "--index", "A line of prose."),
        ("forget", "style"),
        ("rename", "style", "house-style"),
        ("move", "port", "--scope", "user"),
        ("daily", "add", "Worked."),
        ("scratchpad", "add", "Do it."),
        ("write", "me", "--scope", "user", "-m", "I like coffee."),
    ],
    ids=" ".join,
)
def test_any_command_is_taken_back_as_one(
    machine: Machine, root: Path, command: tuple[str, ...]
) -> None:
    folders = (root / ".coyote/memory", machine.user_memory)
    before = files(*folders)
    machine.memsync(*command, cwd=root)
    assert files(*folders) != before
    ran = machine.memsync("undo", "--json", cwd=root)
    assert files(*folders) == before
    assert ran.json["command"].split()[0] == command[0]
    assert ran.json["kept"] == []
    assert all(item["action"] in ("restored", "removed") for item in ran.json["items"])


def test_again_is_one_further_back_until_there_is_nothing(
    machine: Machine, root: Path
) -> None:
    for text in ("It is 1.", "It is 2.", "It is 3."):
        machine.memsync("write", "port", "-m", text, cwd=root)
    for text in ("It is 2.", "It is 1.", "It is 8080."):
        machine.memsync("undo", cwd=root)
        assert text in machine.memsync("read", "port", cwd=root).out
    for _ in range(4):
        machine.memsync("undo", cwd=root)
    assert machine.memsync("list", "--json", cwd=root).json == []
    ran = machine.memsync("undo", "--json", cwd=root)
    assert "nothing to undo" in ran.err
    assert ran.json == {"command": None, "time": None, "items": [], "kept": []}


def test_a_change_after_an_undo_is_the_next_to_be_taken_back(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "port", "-m", "It is 1.", cwd=root)
    machine.memsync("undo", cwd=root)
    machine.memsync("write", "port", "-m", "It is 2.", cwd=root)
    machine.memsync("undo", cwd=root)
    assert "8080" in machine.memsync("read", "port", cwd=root).out


def test_a_note_that_changed_since_stays_and_is_named(
    machine: Machine, root: Path
) -> None:
    machine.memsync("rename", "style", "house-style", cwd=root)
    memory = root / ".coyote/memory"
    mine = (memory / "auth.md").read_text() + "By hand.\n"
    (memory / "auth.md").write_text(mine)
    ran = machine.memsync("undo", "--json", cwd=root, want=1)
    assert [item["name"] for item in ran.json["kept"]] == ["auth"]
    assert (memory / "auth.md").read_text() == mine
    assert (memory / "style.md").exists()
    assert not (memory / "house-style.md").exists()


def test_the_entry_of_a_note_that_stays_stays_too(machine: Machine, root: Path) -> None:
    memory = root / ".coyote/memory"
    machine.memsync("write", "quay", "-m", "It is made of oak.", cwd=root)
    index = (memory / "MEMORY.md").read_bytes()
    (memory / "quay.md").write_text("An agent wrote this, past memsync.\n")
    ran = machine.memsync("undo", "--json", cwd=root, want=1)
    assert ran.err.startswith("memsync: not undone: `memsync write` of ")
    done = ran.json
    assert [each["name"] for each in done["kept"]] == ["quay"]
    assert done["items"] == []
    assert (memory / "MEMORY.md").read_bytes() == index


def test_a_memory_index_that_changed_since_follows_the_note(
    machine: Machine, root: Path
) -> None:
    index = root / ".coyote/memory/MEMORY.md"
    machine.memsync("forget", "style", cwd=root)
    index.write_text(index.read_text() + "\nProse by hand.\n")
    machine.memsync("undo", cwd=root)
    assert "[[style]]" in index.read_text()
    assert "Prose by hand." in index.read_text()


def test_a_dry_run_only_says_what_it_would_do(machine: Machine, root: Path) -> None:
    machine.memsync("forget", "style", cwd=root)
    before = files(root / ".coyote/memory")
    ran = machine.memsync("undo", "--dry-run", cwd=root)
    assert "would be restored: style" in ran.out
    assert files(root / ".coyote/memory") == before
    machine.memsync("undo", cwd=root)
    assert "Tabs." in machine.memsync("read", "style", cwd=root).out


def test_what_undo_replaces_is_in_the_archive(machine: Machine, root: Path) -> None:
    machine.memsync("write", "new", "-m", "A new one.", cwd=root)
    machine.memsync("undo", cwd=root)
    (listed,) = machine.memsync("archive", "list", "new", "--json", cwd=root).json
    assert (
        "A new one." in machine.memsync("archive", "show", listed["id"], cwd=root).out
    )


def test_a_purge_is_the_end_of_undo_and_leaves_nothing_in_the_journal(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "port", "--append", "-m", "SECRETWORD here.", cwd=root)
    machine.memsync("write", "port", "-m", "It is gone.", cwd=root)
    machine.memsync("purge", "port", "--yes", cwd=root)
    ran = machine.memsync("undo", "--json", cwd=root, want=14)
    assert ran.json["error"]["code"] == "not-undoable"
    assert "purge" in ran.err
    for path in (root / ".git/memsync").rglob("*"):
        if path.is_file():
            assert b"SECRETWORD" not in path.read_bytes()
    machine.memsync("write", "next", "-m", "Text.", cwd=root)
    machine.memsync("undo", cwd=root)


def test_a_sync_is_taken_back_as_one_and_spreads(machines: list[Machine]) -> None:
    desk, laptop = machines
    for name in "abcd":
        put(desk, name, f"{name}\n")
    sync(desk, laptop)
    put(desk, "a", "bad\n")
    (desk.user_memory / "b.md").unlink()
    sync(desk, laptop)
    assert get(laptop, "a") == "bad\n"
    ran = laptop.memsync("undo", want=2)
    assert "hint: `memsync undo --yes`" in ran.err
    ran = laptop.memsync("undo", "--yes", "--json")
    assert ran.json["command"] == "sync"
    assert [item["name"] for item in ran.json["items"]] == ["a", "b"]
    sync(laptop, desk)
    assert (get(desk, "a"), get(desk, "b")) == ("a\n", "b\n")


def test_a_release_cannot_be_undone(machine: Machine) -> None:
    machine.memsync("sync", "init")
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7H8"
    put(machine, "sample", f"No real token: {token}\n")
    machine.memsync("sync", want=1)
    machine.memsync("sync", "release", "sample", "--yes")
    ran = machine.memsync("undo", want=14)
    assert "a release: what was sent stays there" in ran.err


def test_a_malformed_journal_is_passed_over(machine: Machine, root: Path) -> None:
    (journal,) = (root / ".git").rglob(".journal")
    lines = journal.read_text().splitlines()
    cut = json.dumps({"unit": "x", "command": 3, "name": ["odd"], "patch": [1]})
    journal.write_text("\n".join([*lines, "{", "[]", cut, lines[0][:20], ""]))
    machine.memsync("undo", cwd=root)
    ran = machine.memsync("undo", "--json", cwd=root)
    assert "port" in [item["name"] for item in ran.json["items"]]


def test_a_call_over_mcp_is_taken_back(machine: Machine, root: Path) -> None:
    before = files(root / ".coyote/memory")

    async def talk(agent: Agent) -> None:
        fact = {"name": "port", "description": "the port", "type": "project"}
        await agent.json(
            "memory__write", **fact, content="It is 9090.", scope="workspace"
        )
        await agent.json("memory__delete", name="style", scope="workspace")

    session(machine, root, talk)
    assert files(root / ".coyote/memory") != before
    for name in ("style", "port"):
        ran = machine.memsync("undo", "--json", cwd=root)
        assert ran.json["command"] == "mcp"
        assert name in [item["name"] for item in ran.json["items"]]
    assert files(root / ".coyote/memory") == before


def test_an_undo_that_was_killed_is_ended_by_the_next(
    machine: Machine, root: Path
) -> None:
    machine.memsync("rename", "style", "house-style", cwd=root)
    memory = root / ".coyote/memory"
    renamed = files(memory)
    machine.memsync("undo", cwd=root)
    undone = files(memory)
    # Half of it, and no mark that it was done, as a kill leaves it.
    (journal,) = (root / ".git").rglob(".journal")
    lines = journal.read_text().splitlines()
    journal.write_text("\n".join([*(x for x in lines if "undone" not in x), ""]))
    path = str(memory / "auth.md")
    (memory / "auth.md").write_bytes(renamed[path])
    machine.memsync("undo", cwd=root)
    assert files(memory) == undone
