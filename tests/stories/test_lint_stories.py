"""Lint through the command line: rules, exit codes, and what --fix mends."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def memory(machine: Machine) -> Path:
    """The memory of a repository, in which memsync runs as in its own folder."""
    root = machine.repository()
    machine.memsync("init", cwd=root)
    return root / ".coyote/memory"


def note(memory: Path, name: str, body: str, more: str = "") -> Path:
    path = memory / f"{name}.md"
    path.write_text(f"---\nname: {name}\ndescription: d\n{more}---\n\n{body}\n")
    return path


def rules(machine: Machine, memory: Path, *paths: Path, want: int) -> list[str]:
    ran = machine.memsync("lint", "--json", *paths, cwd=memory, want=want)
    return [f"{f['rule']} {f['note']} {f['line']}" for f in ran.json["findings"]]


def test_a_clean_memory_has_no_findings(machine: Machine, memory: Path) -> None:
    machine.memsync("write", "a", "-m", "see [[b]]", cwd=memory)
    machine.memsync("write", "b", "-m", "x", cwd=memory)
    ran = machine.memsync("lint", "--json", cwd=memory)
    assert ran.json == {"findings": [], "notes": 2}


def test_warnings_exit_with_0(machine: Machine, memory: Path) -> None:
    note(memory, "orphan", "x")
    machine.memsync("write", "old", "-m", "x", "--expires", "2020-01-01", cwd=memory)
    machine.memsync("write", "was", "-m", "x", cwd=memory)
    path = note(memory, "was", "x", "superseded_by: old\n")
    assert rules(machine, memory, want=0) == [
        "expired old 7",
        "superseded was 4",
        "orphan orphan 1",
        "drift was 7",
    ]
    assert path.exists()


def test_errors_exit_with_1_and_fix_mends_what_is_certain(
    machine: Machine, memory: Path
) -> None:
    note(memory, "a", "[[nowhere]] `[[code]]`\n\n```\n[[fence]]\n```\n[[:space:]]")
    nameless = memory / "nameless.md"
    nameless.write_text("---\ntype: x\n---\n\n# Title\n")
    index = memory / "MEMORY.md"
    index.write_text("# Index\n\nProse on [[a]].\n\n- [[dead]]: x\n- [[a]]: drifted\n")
    assert rules(machine, memory, want=1) == [
        "broken-link a 6",
        "frontmatter nameless 1",
        "frontmatter nameless 1",
        "orphan nameless 1",
        "dead-entry dead 5",
        "drift a 6",
    ]
    ran = machine.memsync("lint", "--fix", "--json", cwd=memory, want=1)
    assert [(m["rule"], m["note"], m["path"]) for m in ran.json["fixed"]] == [
        ("frontmatter", "nameless", str(nameless)),
        ("dead-entry", "dead", str(index)),
        ("drift", "a", str(index)),
        ("orphan", "nameless", str(index)),
    ]
    said = "memsync: fixed 'nameless': added its name and description [frontmatter]\n"
    assert said in ran.err
    again = machine.memsync("lint", "--fix", "--json", cwd=memory, want=1)
    assert (again.json["fixed"], again.err) == ([], "")
    assert rules(machine, memory, want=1) == ["broken-link a 6"]
    assert index.read_text() == (
        "# Index\n\nProse on [[a]].\n\n- [[a]]: d\n- [[nameless]]: Title\n"
    )
    assert nameless.read_text() == (
        "---\nname: nameless\ntype: x\ndescription: Title\n---\n\n# Title\n"
    )
    archived = machine.memsync("archive", "list", "--json", cwd=memory).json
    assert {"MEMORY", "nameless"} <= {row["name"] for row in archived}


def test_an_entry_of_a_vanished_note_waits_for_its_return(
    machine: Machine, memory: Path
) -> None:
    machine.memsync("write", "a", "-m", "x", cwd=memory)
    (memory / "a.md").unlink()
    ran = machine.memsync("lint", "--fix", cwd=memory, want=1)
    assert "archive restore --all" in ran.err
    machine.memsync("archive", "restore", "--all", cwd=memory)
    assert rules(machine, memory, want=0) == []


def test_links_may_lead_to_the_other_scope(machine: Machine, memory: Path) -> None:
    machine.memsync("write", "mine", "-m", "x", "--scope", "user", cwd=memory)
    machine.memsync("write", "a", "-m", "[[mine]]", cwd=memory)
    assert rules(machine, memory, want=0) == []


def test_an_oversized_note_is_an_error(machine: Machine, memory: Path) -> None:
    machine.memsync("write", "big", "-m", "x" * 2001, "-d", "d", cwd=memory)
    machine.memsync("write", "fits", "-m", "x" * 2000, "-d", "d", cwd=memory)
    assert rules(machine, memory, want=1) == ["oversized big 9"]


def test_paths_are_linted_alone(machine: Machine, memory: Path) -> None:
    bad = note(memory, "bad", "[[nowhere]]")
    good = note(memory, "good", "[[bad]]")
    assert rules(machine, memory, good, want=0) == ["orphan good 1"]
    assert rules(machine, memory, bad, want=1) == [
        "broken-link bad 6",
        "orphan bad 1",
    ]
    elsewhere = machine.folder / "team"
    elsewhere.mkdir()
    path = note(elsewhere, "x", "[[nowhere]]")
    assert "broken-link x 6" in rules(machine, memory, path, want=1)
    machine.memsync("lint", "missing.md", cwd=memory, want=16)


def test_a_finding_reads_like_a_compilers(machine: Machine, memory: Path) -> None:
    path = note(memory, "a", "[[nowhere]]")
    out = machine.memsync("lint", cwd=memory, want=1).out
    assert out.startswith(f"{path}:6: error: links to 'nowhere', which does not exist")


def test_only_files_count_as_notes_and_a_link_is_named_once_a_line(
    machine: Machine, memory: Path
) -> None:
    (memory / "folder.md").mkdir()
    os.mkfifo(memory / "pipe.md")
    note(memory, "a", "[[b]] and [[b]], [[c]]\n[[b]]")
    ran = machine.memsync("lint", "--json", cwd=memory, want=1)
    found = [f["message"] for f in ran.json["findings"] if f["rule"] == "broken-link"]
    assert [message.split("'")[1] for message in found] == ["b", "c", "b"]
    assert ran.json["notes"] == 1
    context = machine.memsync("context", "--no-tools", cwd=memory)
    assert context.err == ""
    named = machine.memsync("remember", "x", "--title", "folder", "--json", cwd=memory)
    assert named.json["name"] == "folder-2"


def test_fix_with_a_path_changes_that_file_alone(
    machine: Machine, memory: Path
) -> None:
    texts = {}
    for name in ("a", "b"):
        path = memory / f"{name}.md"
        path.write_text("---\ntype: x\n---\n\n# Title\n")
        texts[path] = path.read_bytes()
    index = (memory / "MEMORY.md").read_bytes()
    ran = machine.memsync("lint", "--fix", "--json", "a.md", cwd=memory, want=0)
    assert [(m["rule"], m["note"]) for m in ran.json["fixed"]] == [("frontmatter", "a")]
    assert (memory / "a.md").read_bytes() != texts[memory / "a.md"]
    assert (memory / "b.md").read_bytes() == texts[memory / "b.md"]
    assert (memory / "MEMORY.md").read_bytes() == index
    machine.memsync("lint", "--fix", ".", cwd=memory)
    assert machine.memsync("lint", "--json", cwd=memory).json["findings"] == []


def test_fix_gives_a_hand_written_note_its_frontmatter(
    machine: Machine, memory: Path
) -> None:
    by_hand = "\ufeff# Ports\r\n\r\nThe port is 8080, see [[b]].\r\n"
    (memory / "ports.md").write_bytes(by_hand.encode())
    (memory / "b.md").write_text("Plain text, no heading.\n")
    odd = {"open.md": b"---\nname: open\n", "empty.md": b"", "bytes.md": b"\xff text\n"}
    for name, data in odd.items():
        (memory / name).write_bytes(data)
    (memory / "MEMORY.md").write_text("# Index\n\n- [[b]]\n- [[ports]]: Ports\n")
    machine.memsync("lint", "--fix", cwd=memory, want=1)
    ports = machine.memsync("read", "ports", "--json", cwd=memory).json
    assert ports["description"] == "Ports"
    assert list(ports["frontmatter"]) == [
        *("name", "description", "type", "created", "updated")
    ]
    assert (memory / "ports.md").read_bytes().endswith(by_hand[1:].encode())
    for name, data in odd.items():
        assert (memory / name).read_bytes() == data
    index = (memory / "MEMORY.md").read_text()
    assert "- [[b]]: Plain text, no heading.\n- [[ports]]: Ports\n" in index
    listed = machine.memsync("archive", "list", "ports", cwd=memory).out
    assert listed.startswith("ports/")
    before = (memory / "ports.md").read_bytes()
    machine.memsync("lint", "--fix", cwd=memory, want=1)
    assert (memory / "ports.md").read_bytes() == before


def test_what_git_makes_of_line_ends_is_no_finding(
    machine: Machine, memory: Path
) -> None:
    team, clone = machine.repository("team"), machine.folder / "clone"
    machine.memsync("init", "--tracked", "--hooks", cwd=team)
    machine.memsync("write", "a", "-m", "see [[b]]", cwd=team)
    machine.memsync("write", "b", "-d", "what: x", "-m", "two x\nlines", cwd=team)
    machine.git("add", "--all", cwd=team)
    machine.git("commit", "-q", "-m", "notes", cwd=team)
    machine.git("clone", "-q", "-c", "core.autocrlf=true", team, clone)
    assert b"\r\n" in (clone / ".coyote/memory/a.md").read_bytes()
    assert rules(machine, clone, want=0) == []
    assert machine.memsync("lint", "--fix", cwd=clone).out == ""
    assert machine.git("status", "--porcelain", cwd=clone) == ""
    # Without that setting, git commits them as they are.
    machine.git("config", "core.autocrlf", "false", cwd=team)
    path = note(team / ".coyote/memory", "c", "text about d")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    machine.git("add", "--all", cwd=team)
    machine.git("commit", "-q", "-m", "more", cwd=team)
