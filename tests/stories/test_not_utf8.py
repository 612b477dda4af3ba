"""Arguments and file names that are not UTF-8: found, passed over or refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

# As Python gives a file name or an argument with the byte 0xFF.
BAD = "bad\udcff"
ID = "11111111-0000-4000-8000-000000000000"
SAID = {
    "type": "user",
    "uuid": "\udcff",
    "sessionId": ID,
    "cwd": "/x\udcff",
    "message": {"role": "user", "content": "a kumquat \ud83d here"},
}


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory, whose note `BAD` another program made."""
    top = machine.repository()
    machine.memsync("write", "good", "-m", "See [[x]].", cwd=top)
    note = top / f".coyote/memory/{BAD}.md"
    note.write_text("---\nname: x\ndescription: d\n---\n\nA quince.\n")
    return top


def held(folder: Path) -> Path:
    """A session of Claude Code in a folder."""
    folder.mkdir(parents=True)
    file = folder / f"{ID}.jsonl"
    file.write_text(json.dumps(SAID) + "\n")
    return file


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["recall", BAD], 0),
        (["recall", BAD, "--path", "."], 0),
        (["sessions", "show", BAD], 17),
        (["sessions", "forget", BAD], 17),
        (["search", BAD], 0),
        (["hooks", "install", "--framework", "--repo", BAD], 2),
    ],
)
def test_an_argument_is_found_or_not(
    machine: Machine, top: Path, command: list[str], code: int
) -> None:
    held(machine.home / ".claude/projects/-x")
    machine.memsync(*command, cwd=top, want=code)
    machine.memsync(*command, "--json", cwd=top, want=code)


def test_a_note_is_renamed_and_no_export_takes_it(machine: Machine, top: Path) -> None:
    plan = ("export", "claude-code", "--json")
    rows = machine.memsync(*plan, cwd=top).json["items"]
    (skipped,) = (row for row in rows if row["name"] != "good")
    assert (skipped["action"], skipped["reason"]) == (
        "skipped",
        "its name is not UTF-8",
    )
    machine.memsync("rename", BAD, "fruit", cwd=top)
    assert "quince" in machine.memsync("read", "fruit", cwd=top).out
    rows = machine.memsync(*plan, cwd=top).json["items"]
    assert [(row["name"], row["action"]) for row in rows] == [
        ("fruit", "created"),
        ("good", "unchanged"),
    ]


def test_a_session_is_found_at_its_path(machine: Machine, top: Path) -> None:
    file = held(machine.home / f".claude/projects/{BAD}")
    for folder in (file, file.parent, file.parent.parent):
        recall = ("recall", "kumquat", "--path", folder, "--json")
        (hit,) = machine.memsync(*recall, cwd=top).json
        assert "a kumquat" in hit["snippet"], folder
    shown = machine.memsync("sessions", "show", ID, cwd=top).out
    assert "a kumquat" in shown
    (session,) = machine.memsync("sessions", "list", "--json", cwd=top).json
    assert session["id"] == ID
