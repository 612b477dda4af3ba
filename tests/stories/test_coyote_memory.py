"""A memory that Coyote made is used as it is, and what it loses there stays here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import coyote
from support.places import snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

# The order of keys and the blank line are Coyote's, and so is an index whose entry
# says less than its note.
DRILL = """\
---
name: {name}
description: {about}
type: {type}
created: 2026-06-01
updated: 2026-07-03
---

{body}
"""


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with the memory that a Coyote left."""
    top = machine.repository()
    memory = top / ".coyote/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text(
        "# Workspace Memory Index\n\n"
        "Tokens live on the server: never in auth cookies.\n"
        "- [[compliance]]: Constraints of the audit\n- [[oauth]]: The provider\n"
    )
    for name, about, type_, body in (
        ("compliance", "Constraints of the audit", "project", "See [[oauth]]."),
        ("oauth", "The provider we use", "reference", "Ask [[compliance]]."),
    ):
        text = DRILL.format(name=name, about=about, type=type_, body=body)
        (memory / f"{name}.md").write_text(text)
    (top / ".gitignore").write_text(".coyote/memory/\n")
    return top


def test_reading_it_changes_no_byte(machine: Machine, top: Path) -> None:
    before = snapshot(top)
    listed = machine.memsync("list", "--json", cwd=top).json
    assert [(note["name"], note["type"]) for note in listed] == [
        ("compliance", "project"),
        ("oauth", "reference"),
    ]
    assert listed[0]["created"] == "2026-06-01"
    assert machine.memsync("read", "oauth", cwd=top).out.endswith("[[compliance]].\n")
    context = machine.memsync("context", cwd=top).out
    assert "Tokens live on the server: never in auth cookies." in context
    findings = machine.memsync("lint", "--json", cwd=top).json["findings"]
    assert [(found["rule"], found["note"]) for found in findings] == [
        ("drift", "oauth")
    ]
    after = snapshot(top)
    assert {k: v for k, v in after.items() if not k.startswith(".git/")} == {
        k: v for k, v in before.items() if not k.startswith(".git/")
    }


def test_init_takes_it_over_as_it_is(machine: Machine, top: Path) -> None:
    before = snapshot(top / ".coyote")
    ran = machine.memsync("init", cwd=top)
    marker = top / ".coyote/memory/MEMORY.md"
    assert f"Memory marker already exists at '{marker}'" in ran.err
    assert snapshot(top / ".coyote") == before
    assert (top / ".gitignore").read_text() == ".coyote/memory/\n"


def test_an_entry_is_its_notes_own_and_words_in_prose_are_not(
    machine: Machine, top: Path
) -> None:
    index = top / ".coyote/memory/MEMORY.md"
    # To Coyote "auth" is indexed already: the prose says it. To an older one,
    # `[[oauth]]` would do.
    assert coyote.references(index.read_text(), "auth")
    machine.memsync("write", "auth", "-d", "Who may log in", "-m", "Staff.", cwd=top)
    assert coyote.index_description(index.read_text(), "auth") == "Who may log in"
    machine.memsync("forget", "auth", cwd=top)
    text = index.read_text()
    assert "Tokens live on the server: never in auth cookies.\n" in text
    assert "- [[oauth]]: The provider\n" in text
    assert "[[auth]]" not in text
    machine.memsync("write", "oauth", "-d", "Our provider", cwd=top)
    assert coyote.index_description(index.read_text(), "oauth") == "Our provider"


def test_each_memory_is_checked_against_its_own_index(
    machine: Machine, top: Path
) -> None:
    machine.memsync("write", "style", "--scope", "user", "-m", "Briefly.")
    assert machine.memsync("lint", cwd=top).out.count("[orphan]") == 0
    (machine.user_memory / "MEMORY.md").write_text("# Global Memory\n- [[oauth]]: x\n")
    findings = machine.memsync("lint", "--json", cwd=top, want=None).json["findings"]
    assert [f["note"] for f in findings if f["rule"] == "orphan"] == ["style"]
