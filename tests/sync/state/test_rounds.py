"""What came from another machine, and how rounds ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.files.lock import Held, hold
from memsync.memory.note.names import Scope
from memsync.sync.state.last_round import FileChange
from memsync.sync.state.rounds import (
    RoundEntry,
    add_received,
    add_round,
    came,
    ended_in_trouble,
    load_received,
    load_rounds,
    trouble_since,
)
from memsync.sync.tree.layout import blob_id

if TYPE_CHECKING:
    from pathlib import Path

NOTE = b"A fact.\n"


def test_what_a_round_brings_is_remembered_by_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "received"
    add_received(
        file,
        {
            "a note.md": FileChange(None, blob_id(NOTE)),
            "gone.md": FileChange("1", None),
        },
        Held(),
    )
    add_received(
        file, {"daily/2026-11-21.md": FileChange(None, blob_id(b"log"))}, Held()
    )
    known = load_received(file)
    assert came(known, Scope.USER, "a note", NOTE)
    assert not came(known, Scope.USER, "a note", b"Changed here.\n")
    assert not came(known, Scope.USER, "gone", NOTE)
    assert not came(known, Scope.WORKSPACE, "a note", NOTE)
    assert came(known, Scope.USER, "daily/2026-11-21", b"log")
    add_received(file, {"a note.md": FileChange(blob_id(NOTE), None)}, Held())
    assert not came(load_received(file), Scope.USER, "a note", NOTE)


def test_a_memory_index_is_everybodys_once_one_came(tmp_path: Path) -> None:
    file = tmp_path / "received"
    assert not came(load_received(file), Scope.USER, "MEMORY", b"# Mine\n")
    add_received(file, {"MEMORY.md": FileChange(None, blob_id(b"# Theirs\n"))}, Held())
    assert came(load_received(file), Scope.USER, "MEMORY", b"# Mine\n")


def test_a_repositorys_notes_are_told_by_their_bytes(tmp_path: Path) -> None:
    file = tmp_path / "received"
    path = "projects/git.example.com+acme+shop/a.md"
    add_received(file, {path: FileChange(None, blob_id(NOTE))}, Held())
    assert came(load_received(file), Scope.WORKSPACE, "a", NOTE)
    assert not came(load_received(file), Scope.WORKSPACE, "a", b"Mine.\n")
    assert not came(load_received(file), Scope.USER, "a", NOTE)


def test_a_damaged_file_marks_nothing(tmp_path: Path) -> None:
    file = tmp_path / "received"
    file.write_bytes(b"\xff\x00 nonsense\nno-blank\n")
    assert not came(load_received(file), Scope.USER, "a", NOTE)


def test_trouble_is_over_with_the_entry_of_a_round_that_ended_well(
    tmp_path: Path,
) -> None:
    file = tmp_path / "rounds.jsonl"
    assert not ended_in_trouble(file)
    time = "2026-11-21T09:30:00Z"
    with hold(tmp_path / "lock", what="sync") as held:
        add_round(file, RoundEntry(time, error=("offline", "no answer")), held)
        assert ended_in_trouble(file)
        assert trouble_since(load_rounds(file), None) is not None
        add_round(file, RoundEntry(time, head="1"), held)
    assert not ended_in_trouble(file)
    # In the same second, where no comparison of times could tell.
    assert trouble_since(load_rounds(file), time) is None
    file.write_bytes(b"\xff not JSON\n")
    assert not ended_in_trouble(file)
