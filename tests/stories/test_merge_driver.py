"""Git merges a team's notes with memsync: `init --tracked`, and any of git's merges."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import tokens
from support.trees import tree

if TYPE_CHECKING:
    from support.machine import Machine

NOTE = """---
name: k
description: d
updated: {updated}
---

one
{line}
three
"""
MARKERS = ("<<<<<<< ours\n", "=======\n", ">>>>>>> theirs\n")
BOTH = ("of main\n", "of the side\n")


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a team's memory of one note, committed."""
    top = machine.repository()
    machine.memsync("init", "--tracked", cwd=top)
    put(top, "two", "2026-01-01")
    machine.memsync("lint", "--fix", cwd=top)
    commit(machine, top, "team")
    return top


def put(top: Path, line: str, updated: str) -> None:
    (top / ".coyote/memory/k.md").write_text(NOTE.format(line=line, updated=updated))


def commit(machine: Machine, top: Path, message: str) -> None:
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", message, cwd=top)


def text(top: Path) -> str:
    return (top / ".coyote/memory/k.md").read_text()


def part(machine: Machine, top: Path) -> None:
    """Change one line differently on `main` and on `side`; the latter does so later."""
    machine.git("checkout", "-qb", "side", cwd=top)
    put(top, "of the side", "2026-01-03")
    commit(machine, top, "side")
    machine.git("checkout", "-q", "main", cwd=top)
    put(top, "of main", "2026-01-02")
    commit(machine, top, "main")


def archived(machine: Machine, top: Path, reason: str = "merged") -> list[str]:
    rows = machine.memsync("archive", "list", "k", "--json", cwd=top).json
    return [Path(row["path"]).read_text() for row in rows if row["reason"] == reason]


@pytest.mark.parametrize(
    ("branch", "verb"),
    [
        ("main", ("merge", "side")),
        ("side", ("merge", "main")),
        ("side", ("rebase", "main")),
        ("main", ("cherry-pick", "side")),
        ("side", ("cherry-pick", "--no-commit", "main")),
    ],
    ids=lambda given: given if isinstance(given, str) else " ".join(given),
)
def test_the_later_edit_stays_whichever_side_it_is_on(
    machine: Machine, top: Path, branch: str, verb: tuple[str, ...]
) -> None:
    part(machine, top)
    machine.git("checkout", "-q", branch, cwd=top)
    said = machine.run("git", *verb, cwd=top).err
    assert text(top) == NOTE.format(line="of the side", updated="2026-01-03")
    assert archived(machine, top) == [NOTE.format(line="of main", updated="2026-01-02")]
    assert "is in the archive, `memsync archive list k`" in said
    assert machine.git("status", "--porcelain", cwd=top) == ""


def test_of_equal_days_the_same_side_stays_in_each_direction(
    machine: Machine, top: Path
) -> None:
    part(machine, top)
    put(top, "of main", "2026-01-03")
    commit(machine, top, "as late")
    machine.git("branch", "before", cwd=top)
    machine.git("merge", "-q", "side", cwd=top)
    one = text(top)
    assert one.count("of ") == 1
    machine.git("checkout", "-q", "side", cwd=top)
    machine.git("rebase", "-q", "before", cwd=top)
    assert text(top) == one


def test_changes_of_different_lines_all_stay(machine: Machine, top: Path) -> None:
    memory = top / ".coyote/memory"
    machine.git("checkout", "-qb", "side", cwd=top)
    machine.memsync("write", "s", "-m", "s", "-d", "of the side", cwd=top)
    (memory / "k.md").write_text(text(top).replace("one", "one of the side"))
    commit(machine, top, "side")
    machine.git("checkout", "-q", "main", cwd=top)
    machine.memsync("write", "m", "-m", "m", "-d", "of main", cwd=top)
    (memory / "k.md").write_text(text(top).replace("three", "three of main"))
    commit(machine, top, "main")
    machine.git("merge", "-q", "side", cwd=top)
    assert "one of the side\ntwo\nthree of main\n" in text(top)
    index = (memory / "MEMORY.md").read_text()
    assert "[[s]]: of the side" in index
    assert "[[m]]: of main" in index
    assert archived(machine, top) == []
    assert machine.memsync("lint", "--json", cwd=top).json["findings"] == []


def test_a_stash_and_a_revert_leave_no_markers(machine: Machine, top: Path) -> None:
    put(top, "stashed", "2026-01-05")
    machine.git("stash", "-q", cwd=top)
    put(top, "committed", "2026-01-04")
    commit(machine, top, "later")
    machine.git("stash", "pop", "-q", cwd=top)
    assert "stashed" in text(top)
    assert "committed" in archived(machine, top)[0]
    commit(machine, top, "both")
    machine.git("revert", "--no-commit", "HEAD^", cwd=top)
    assert not any(mark in text(top) for mark in MARKERS)


def test_logs_merge_and_other_files_are_gits(machine: Machine, top: Path) -> None:
    memory = top / ".coyote/memory"
    (memory / "daily").mkdir()
    for name in ("daily/2026-01-01.md", "data.json"):
        (memory / name).write_text("start\n")
    commit(machine, top, "files")
    for branch in ("side", "main"):
        if branch == "side":
            machine.git("checkout", "-qb", branch, cwd=top)
        else:
            machine.git("checkout", "-q", branch, cwd=top)
        for name in ("daily/2026-01-01.md", "data.json"):
            (memory / name).write_text(f"start\n{branch}\n")
        commit(machine, top, branch)
    said = machine.run("git", "merge", "side", cwd=top, want=1)
    log = (memory / "daily/2026-01-01.md").read_text().splitlines()
    assert sorted(log) == ["main", "side", "start"]
    assert "<<<<<<< ours\nmain\n" in (memory / "data.json").read_text()
    assert "git merges '.coyote/memory/data.json' by itself" in said.err
    hint = machine.memsync("status", cwd=top).err
    assert "git left a conflict in '.coyote/memory/data.json'" in hint


def test_a_clone_says_what_it_lacks_and_init_sets_it(
    machine: Machine, top: Path
) -> None:
    machine.git("clone", "-q", str(top), "../clone", cwd=top)
    clone = machine.folder / "clone"
    hint = "no merge driver for"
    assert hint in machine.memsync("status", cwd=clone).err
    assert hint in machine.memsync("doctor", cwd=clone, want=1).out
    planned = machine.memsync("init", "--dry-run", cwd=clone).out
    assert planned == f"would be updated: {clone / '.git/config'}\n"
    machine.memsync("init", cwd=clone)
    before = tree(clone)
    assert machine.memsync("init", cwd=clone).out == ""
    assert tree(clone) == before
    assert hint not in machine.memsync("status", cwd=clone).err
    checks = machine.memsync("doctor", "--json", cwd=clone, want=None).json["checks"]
    assert {c["name"]: c["ok"] for c in checks}["merge driver"]
    assert machine.git("status", "--porcelain", cwd=clone) == ""


def test_a_memory_without_the_line_is_named(machine: Machine, top: Path) -> None:
    (top / ".gitattributes").unlink()
    commit(machine, top, "older")
    assert "no line of .gitattributes names" in machine.memsync("status", cwd=top).err
    machine.memsync("init", "--tracked", cwd=top)
    assert machine.memsync("status", cwd=top).err == ""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_deinit_takes_back_line_and_setting(machine: Machine, ends: str) -> None:
    top = machine.repository()
    attributes, config = top / ".gitattributes", top / ".git/config"
    theirs = ends.join(("*.png binary", "*.sh eol=lf", "")).encode()
    attributes.write_bytes(theirs)
    before = config.read_bytes()
    machine.memsync("init", "--tracked", cwd=top)
    ours = f".coyote/memory/** merge=memsync{ends}".encode()
    assert attributes.read_bytes() == theirs + ours
    planned = machine.memsync("deinit", "--dry-run", cwd=top).out
    assert attributes.read_bytes() == theirs + ours
    assert f"would be updated: {attributes}\n" in planned
    machine.memsync("deinit", cwd=top)
    assert attributes.read_bytes() == theirs
    assert config.read_bytes() == before


def test_deinit_leaves_a_line_that_came_with_a_clone(
    machine: Machine, top: Path
) -> None:
    machine.git("clone", "-q", str(top), "../clone", cwd=top)
    clone = machine.folder / "clone"
    machine.memsync("init", cwd=clone)
    machine.memsync("deinit", cwd=clone)
    assert machine.git("status", "--porcelain", cwd=clone) == ""
    assert "memsync" not in (clone / ".git/config").read_text()


def test_without_memsync_git_merges_as_ever(machine: Machine, top: Path) -> None:
    driver = machine.git("config", "merge.memsync.driver", cwd=top)
    program = driver.partition(";")[0].removeprefix("m=").strip("'")
    assert Path(program).name == "memsync"
    gone = driver.replace(program, "/nowhere/memsync")
    machine.git("config", "merge.memsync.driver", gone, cwd=top)
    part(machine, top)
    machine.environ["PATH"] = "/usr/bin:/bin"
    machine.run("git", "merge", "side", cwd=top, want=1)
    assert all(mark in text(top) for mark in (*MARKERS, *BOTH))
    assert machine.git("status", "--porcelain", cwd=top) == "UU .coyote/memory/k.md"


def test_another_installation_of_memsync_is_as_good(
    machine: Machine, top: Path
) -> None:
    driver = machine.git("config", "merge.memsync.driver", cwd=top)
    program = driver.partition(";")[0].removeprefix("m=").strip("'")
    moved = driver.replace(program, "'/of another/memsync'")
    machine.git("config", "merge.memsync.driver", moved, cwd=top)
    before = tree(top)
    machine.memsync("init", cwd=top)
    assert tree(top) == before
    assert machine.memsync("status", cwd=top).err == ""


def test_what_is_not_utf8_is_left_to_git(machine: Machine, top: Path) -> None:
    memory = top / ".coyote/memory"
    machine.git("checkout", "-qb", "side", cwd=top)
    (memory / "k.md").write_bytes(b"caf\xe9 of the side\n")
    commit(machine, top, "side")
    machine.git("checkout", "-q", "main", cwd=top)
    (memory / "k.md").write_bytes(b"caf\xe9 of main\n")
    commit(machine, top, "main")
    said = machine.run("git", "merge", "side", cwd=top, want=1).err
    assert "because it is not UTF-8" in said
    assert machine.git("status", "--porcelain", cwd=top) == "UU .coyote/memory/k.md"
    data = (memory / "k.md").read_bytes()
    assert b"of main" in data
    assert b"of the side" in data


def test_what_cannot_be_archived_stays_a_conflict(machine: Machine, top: Path) -> None:
    part(machine, top)
    archive = top / ".git/memsync/archive"
    moved = archive.rename(archive.with_name("moved"))
    archive.write_text("in the way")
    said = machine.run("git", "merge", "side", cwd=top, want=1).err
    assert "cannot be archived" in said
    assert all(mark in text(top) for mark in (*MARKERS, *BOTH))
    archive.unlink()
    moved.rename(archive)
    assert archived(machine, top) == []


def test_a_note_that_one_side_deleted_stops_git_as_ever(
    machine: Machine, top: Path
) -> None:
    machine.git("checkout", "-qb", "side", cwd=top)
    machine.memsync("forget", "k", cwd=top)
    commit(machine, top, "side")
    machine.git("checkout", "-q", "main", cwd=top)
    put(top, "of main", "2026-01-02")
    commit(machine, top, "main")
    machine.run("git", "merge", "side", cwd=top, want=1)
    assert text(top) == NOTE.format(line="of main", updated="2026-01-02")
    said = machine.memsync("status", cwd=top).err
    assert "one side of a merge deleted '.coyote/memory/k.md'" in said
    assert "`git add :/.coyote/memory/k.md` keeps it" in said
    assert "`git rm :/.coyote/memory/k.md` deletes it" in said
    machine.git("add", ":/.coyote/memory/k.md", cwd=top / ".coyote")
    assert machine.memsync("status", cwd=top).err == ""
    machine.git("commit", "-qm", "kept", cwd=top)


def test_a_worktree_keeps_what_lost_in_its_own_archive(
    machine: Machine, top: Path
) -> None:
    part(machine, top)
    side = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(side), "side", cwd=top)
    machine.git("merge", "-q", "main", cwd=side)
    assert "of the side" in text(side)
    assert "of main" in archived(machine, side)[0]
    assert archived(machine, top) == []


def test_a_submodule_has_a_driver_of_its_own(machine: Machine, top: Path) -> None:
    outer = machine.repository("outer")
    machine.git("submodule", "--quiet", "add", str(top), "inner", cwd=outer)
    inner = outer / "inner"
    machine.git("config", "user.name", "T", cwd=inner)
    machine.memsync("init", cwd=inner)
    part(machine, inner)
    machine.git("merge", "-q", "side", cwd=inner / ".coyote")
    assert "of the side" in text(inner)
    assert "of main" in archived(machine, inner)[0]
    assert "memsync" not in (outer / ".git/config").read_text()


def test_a_hostile_path_is_no_command(machine: Machine, top: Path) -> None:
    memory = top / ".coyote/memory"
    name = "a;touch PWNED;$(touch PWNED) '%P.md"
    for branch in ("main", "side"):
        machine.git("checkout", "-q", *(["-b"] * (branch == "side")), branch, cwd=top)
        (memory / name).write_text(f"{branch}\n")
        commit(machine, top, branch)
        if branch == "main":
            machine.git("branch", "start", "HEAD^", cwd=top)
            machine.git("checkout", "-q", "start", cwd=top)
    machine.run("git", "merge", "main", cwd=top, want=None)
    assert list(machine.folder.rglob("PWNED")) == []


def test_it_works_as_a_command_of_git(machine: Machine, top: Path) -> None:
    assert machine.git("memsync", "read", "k", cwd=top).endswith("three")
    assert machine.run("git", "memsync", "read", "no", cwd=top, want=17).out == ""


def allow(machine: Machine, top: Path, name: str, seed: int) -> None:
    """Put a token into a file, allow it, and commit both."""
    (top / name).write_text(f"the token {tokens.github(seed)}\n")
    found = machine.memsync("scan", name, "--json", cwd=top, want=1).json["findings"]
    machine.memsync("scan", "--allow", found[0]["fingerprint"], name, cwd=top)
    machine.memsync("scan", name, cwd=top)
    commit(machine, top, name)


@pytest.mark.parametrize("began", ["before", "on both"])
def test_lists_of_allowed_fingerprints_merge(
    machine: Machine, top: Path, began: str
) -> None:
    if began == "before":
        allow(machine, top, "AGENTS.md", 1)
    machine.git("clone", "-q", str(top), "../clone", cwd=top)
    clone = machine.folder / "clone"
    machine.memsync("init", cwd=clone)
    names = ("CLAUDE.md", "GEMINI.md")
    for at, name, seed in zip((top, clone), names, (2, 3), strict=True):
        allow(machine, at, name, seed)
    machine.git("pull", "-q", "--no-rebase", cwd=clone)
    for name in names:
        machine.memsync("scan", name, cwd=clone)
    assert machine.git("status", "--porcelain", cwd=clone) == ""
    attributes = clone / ".git/info/attributes"
    assert attributes.read_text() == "/.memsync-allow merge=memsync\n"
    machine.memsync("deinit", cwd=clone)
    assert not attributes.exists()


def test_a_conflict_in_a_list_is_told_its_way_out(machine: Machine, top: Path) -> None:
    machine.git("clone", "-q", str(top), "../clone", cwd=top)
    clone = machine.folder / "clone"
    allow(machine, top, "CLAUDE.md", 2)
    allow(machine, clone, "GEMINI.md", 3)
    machine.git("pull", "-q", "--no-rebase", cwd=clone, want=1)
    said = machine.memsync("scan", "CLAUDE.md", cwd=clone, want=16).err
    assert "'.memsync-allow' has conflict markers of git" in said
    assert "remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`" in said
    file = clone / ".memsync-allow"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if line[0] not in "<=>"))
    for name in ("CLAUDE.md", "GEMINI.md"):
        machine.memsync("scan", name, cwd=clone)


def test_what_git_left_in_conflict_is_not_committed(
    machine: Machine, top: Path
) -> None:
    machine.memsync("hooks", "install", cwd=top)
    machine.git("config", "--remove-section", "merge.memsync", cwd=top)
    part(machine, top)
    memory = top / ".coyote/memory"
    for branch in ("side", "main"):
        machine.git("checkout", "-q", branch, cwd=top)
        machine.memsync("write", branch, "-m", branch, cwd=top)
        commit(machine, top, f"a note of {branch}")
    machine.run("git", "merge", "side", cwd=top, want=1)
    machine.git("add", "-A", cwd=top)
    said = machine.run("git", "commit", "-qm", "merge", cwd=top, want=1).err
    assert ".coyote/memory/MEMORY.md:7: conflict: has the markers of a" in said
    assert ".coyote/memory/k.md:4: conflict: has the markers of a" in said
    found = machine.memsync("lint", "--json", cwd=top, want=1).json["findings"]
    assert [f["note"] for f in found if f["rule"] == "conflict"] == ["k", "MEMORY"]
    lines = (memory / "MEMORY.md").read_text().splitlines(keepends=True)
    (memory / "MEMORY.md").write_text("".join(x for x in lines if x[0] not in "<=>"))
    put(top, "of both", "2026-01-04")
    commit(machine, top, "merge")
