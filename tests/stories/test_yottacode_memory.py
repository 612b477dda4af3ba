"""Notes as yottacode writes them: save, forget, search and get, and nothing is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

# No blank line behind the fence, keys that others do not know, a time of day.
SAVED = """\
---
name: jwt-refresh-flow
type: project
description: How refresh interacts with the token cache
created: 2026-05-08T12:34:56Z
source_session: "2026-05-08-a1"
source_turn: 12
---
The refresh handler writes the new token before it returns.
"""
INDEX = """\
# Memory Index (project scope)

Made by the agent; edit the files instead.

## project

- [jwt-refresh-flow](jwt-refresh-flow.md) — How refresh interacts with the token cache
"""


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository whose memory was made by yottacode."""
    top = machine.repository()
    memory = top / ".coyote/memory"
    memory.mkdir(parents=True)
    (memory / "jwt-refresh-flow.md").write_text(SAVED)
    (memory / "MEMORY.md").write_text(INDEX)
    return top


def test_its_files_are_read_listed_and_found(machine: Machine, top: Path) -> None:
    assert machine.memsync("read", "jwt-refresh-flow", cwd=top).out == SAVED
    (note,) = machine.memsync("list", "--json", cwd=top).json
    assert note["created"] == "2026-05-08T12:34:56Z"
    found = machine.memsync("search", "token cache", "--json", cwd=top).json
    assert [(hit["name"], hit["score"]) for hit in found] == [("jwt-refresh-flow", 1.0)]
    assert machine.memsync("search", "kubernetes", "--json", cwd=top).json == []
    assert machine.memsync("lint", "--json", cwd=top).json["findings"] == []


def test_saving_again_keeps_every_key_and_the_version_before(
    machine: Machine, top: Path
) -> None:
    path = top / ".coyote/memory/jwt-refresh-flow.md"
    about = "Refresh writes the cache first"
    done = machine.memsync(
        *("write", "jwt-refresh-flow", "-d", about, "-m", "New.", "--json"), cwd=top
    ).json
    assert done["action"] == "updated"
    text = path.read_text()
    for line in ("created: 2026-05-08T12:34:56Z", 'source_session: "2026-05-08-a1"'):
        assert f"{line}\n" in text
    index = (top / ".coyote/memory/MEMORY.md").read_text()
    assert index.count("jwt-refresh-flow.md") == 1
    assert f"- [jwt-refresh-flow](jwt-refresh-flow.md) — {about}\n" in index
    kept = machine.memsync("archive", "show", done["archived"], cwd=top).out
    assert kept == SAVED
    again = ("write", "jwt-refresh-flow", "-m", "New.", "--json")
    assert machine.memsync(*again, cwd=top).json["action"] == "unchanged"


def test_forgetting_keeps_the_text_and_an_unknown_name_is_an_error(
    machine: Machine, top: Path
) -> None:
    done = machine.memsync("forget", "jwt-refresh-flow", "--json", cwd=top).json
    assert "jwt-refresh-flow" not in (top / ".coyote/memory/MEMORY.md").read_text()
    assert machine.memsync("archive", "show", done["archived"], cwd=top).out == SAVED
    machine.memsync("forget", "jwt-refresh-flow", cwd=top, want=17)
    machine.memsync("archive", "restore", done["archived"], cwd=top)
    assert machine.memsync("read", "jwt-refresh-flow", cwd=top).out == SAVED


def test_the_projects_note_shadows_the_persons_and_each_is_its_own(
    machine: Machine, top: Path
) -> None:
    style = ("write", "style", "-d", "how to answer", "-m")
    machine.memsync(*style, "Everywhere.", "--scope", "user")
    machine.memsync(*style, "Here.", "--scope", "project", cwd=top)
    assert machine.memsync("read", "style", cwd=top).out.endswith("\nHere.\n")
    context = machine.memsync("context", "--no-tools", cwd=top).out
    assert "Here." in context
    assert "Everywhere." not in context
    hits = machine.memsync("search", "style", "--json", cwd=top).json
    assert [hit["scope"] for hit in hits if hit["name"] == "style"] == ["workspace"]
    machine.memsync("forget", "style", "--scope", "project", cwd=top)
    gone = machine.memsync("forget", "style", cwd=top, want=17)
    assert "--scope user" in gone.err
    assert machine.memsync("read", "style", cwd=top).out.endswith("\nEverywhere.\n")


def test_types_are_its_labels(machine: Machine, top: Path) -> None:
    given = ("-t", "API_shape", "-d", "a\nb", "-m", "text")
    machine.memsync("write", "x", *given, cwd=top)
    (listed,) = machine.memsync("list", "-t", "api shape", "--json", cwd=top).json
    assert (listed["name"], listed["type"]) == ("x", "api-shape")
    assert listed["description"] == "a b"
