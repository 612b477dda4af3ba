"""Earlier versions through the command line, and a memory that git took away."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with two versions of a note."""
    root = machine.repository()
    machine.memsync("write", "auth", "-m", "one", "-d", "how", cwd=root)
    machine.memsync("write", "auth", "-m", "two", cwd=root)
    return root


def test_list_show_diff_and_restore(machine: Machine, root: Path) -> None:
    (row,) = machine.memsync("archive", "list", "--json", cwd=root).json
    assert set(row) == {"id", "name", "scope", "time", "reason", "path", "chars"}
    assert (row["name"], row["scope"], row["reason"]) == (
        "auth",
        "workspace",
        "overwritten",
    )
    assert row["chars"] == 3
    assert "\none\n" in machine.memsync("archive", "show", row["id"], cwd=root).out
    diff = machine.memsync("archive", "diff", row["id"][:20], cwd=root).out
    assert "\n-one\n+two\n" in diff
    done = machine.memsync("archive", "restore", row["id"], "--json", cwd=root).json
    assert done["action"] == "updated"
    assert "\none\n" in machine.memsync("read", "auth", cwd=root).out
    (other,) = machine.memsync("archive", "list", "auth", "--json", cwd=root).json
    assert (other["id"], other["reason"]) == (done["archived"], "restored")


def test_restore_under_another_name(machine: Machine, root: Path) -> None:
    (row,) = machine.memsync("archive", "list", "--json", cwd=root).json
    machine.memsync("archive", "restore", row["id"], "--as", "old", cwd=root)
    machine.memsync("archive", "restore", row["id"], "--as", "../x", cwd=root, want=2)
    assert "\none\n" in machine.memsync("read", "old", cwd=root).out
    assert machine.memsync("read", "old", cwd=root).out.startswith("---\nname: old\n")
    machine.memsync("lint", cwd=root)
    assert "\ntwo\n" in machine.memsync("read", "auth", cwd=root).out


def test_restore_under_another_name_replaces_no_note(
    machine: Machine, root: Path
) -> None:
    (row,) = machine.memsync("archive", "list", "--json", cwd=root).json
    machine.memsync("write", "mine", "-m", "mine", cwd=root)
    asked = ("archive", "restore", row["id"], "--as", "mine", "--json")
    ran = machine.memsync(*asked, cwd=root, want=16)
    assert ran.json["error"]["code"] == "exists"
    assert "\nmine\n" in machine.memsync("read", "mine", cwd=root).out
    machine.memsync("archive", "restore", row["id"], "--as", "auth", cwd=root)
    assert "\none\n" in machine.memsync("read", "auth", cwd=root).out


def test_a_version_that_is_not_there(machine: Machine, root: Path) -> None:
    for verb in ("show", "diff", "restore"):
        ran = machine.memsync("archive", verb, "auth/1999", "--json", cwd=root, want=17)
        assert ran.json["error"]["code"] == "no-such-version"
    machine.memsync("archive", "restore", cwd=root, want=2)
    machine.memsync("archive", "restore", "x", "--all", cwd=root, want=2)


def test_a_name_that_no_note_could_have_is_malformed_here_too(
    machine: Machine, root: Path
) -> None:
    for name in ("../x", "a/b", ".x", "~", "-x", "x" * 300, "nul", "memory", "A B"):
        machine.memsync("archive", "list", "--", name, cwd=root, want=2)
    for name in ("../x", "x" * 300):
        machine.memsync("archive", "prune", "--", name, cwd=root, want=2)
    assert machine.memsync("archive", "list", "unknown", cwd=root).out == ""
    machine.memsync("archive", "list", "MEMORY", cwd=root)


def test_prune_says_what_goes_and_keeps_the_live_one(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "auth", "-m", "three", cwd=root)
    environ = {"MEMSYNC_ARCHIVE_KEEP_LAST": "0", "MEMSYNC_ARCHIVE_KEEP_DAYS": "0"}
    # Retention counts whole seconds, and the versions must be older than one.
    archive = next((root / ".git/memsync/archive").iterdir())
    (archive / ".events").unlink()
    for path in (archive / "auth").iterdir():
        path.rename(path.with_name("20200101T000000Z" + path.name[16:]))
    would = machine.memsync(
        "archive", "prune", "--dry-run", "--json", cwd=root, environ=environ
    ).json
    assert len(machine.memsync("archive", "list", "--json", cwd=root).json) == 2
    gone = machine.memsync("archive", "prune", "--json", cwd=root, environ=environ).json
    assert [row["id"] for row in gone] == [row["id"] for row in would]
    assert len(gone) == 2
    assert machine.memsync("archive", "list", "--json", cwd=root).json == []
    shutil.rmtree(root / ".coyote")
    machine.memsync("archive", "restore", "--all", cwd=root)
    assert "\nthree\n" in machine.memsync("read", "auth", cwd=root).out


def test_what_git_clean_takes_is_noticed_and_comes_back(
    machine: Machine, root: Path
) -> None:
    memory = root / ".coyote/memory"
    machine.memsync("write", "gone", "-m", "x", cwd=root)
    (memory / "agents.md").write_text("written directly\n")
    machine.memsync("forget", "gone", cwd=root)
    before = {path.name: path.read_bytes() for path in memory.iterdir()}
    machine.git("clean", "-xfdq", cwd=root)
    assert not memory.exists()
    listed = machine.memsync("list", cwd=root)
    assert "memsync archive restore --all" in listed.err
    assert machine.memsync("archive", "list", "auth", cwd=root).out.count("\n") == 2
    ran = machine.memsync("archive", "restore", "--all", cwd=root)
    assert ran.err.count("is gone") == 1
    assert "restore --all" not in ran.err
    assert {path.name: path.read_bytes() for path in memory.iterdir()} == before
    assert "restore --all" not in machine.memsync("list", cwd=root).err


def test_the_user_scope_archives_inside_the_memory(machine: Machine) -> None:
    machine.memsync("write", "me", "-m", "one", "--scope", "user")
    done = machine.memsync("write", "me", "-m", "two", "--scope", "user", "--json").json
    path = machine.user_memory / ".archive" / f"{done['archived']}.md"
    assert path.is_file()
    (row,) = machine.memsync("archive", "list", "--json").json
    assert (row["scope"], row["path"]) == ("user", str(path))


def test_a_version_that_only_the_mirror_has_is_listed_and_restored(
    machine: Machine,
) -> None:
    machine.memsync("sync", "init")
    machine.memsync("write", "me", "-m", "one", "--scope", "user")
    machine.memsync("sync")
    machine.memsync("write", "me", "-m", "two", "--scope", "user")
    machine.memsync("sync")
    shutil.rmtree(machine.user_memory / ".archive")
    rows = machine.memsync("archive", "list", "me", "--json").json
    assert [(row["name"], row["reason"]) for row in rows] == [("me", "synced")]
    assert "\none\n" in machine.memsync("archive", "show", rows[0]["id"]).out
    assert "+two" in machine.memsync("archive", "diff", rows[0]["id"]).out
    machine.memsync("archive", "restore", rows[0]["id"])
    assert "\none\n" in machine.memsync("read", "me").out
