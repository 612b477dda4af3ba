"""All notes of a folder: what is one, and what a look tells without opening any."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from support.memories import make_store

from memsync.memory.files.listing import entries, file_rows_of, listing, look, name_in

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.note.records import MemoryFolder


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFolder:
    """A memory with two notes, a link, and much that is no note."""
    found = make_store(tmp_path).memory
    folder = found.folder
    for name in ("port.md", "a b.md", ".hidden.md", "note.txt", "md"):
        (folder / name).write_bytes(b"It is 8080.\n")
    (folder / "daily.md").mkdir()
    os.mkfifo(folder / "pipe.md")
    (folder / "link.md").symlink_to("port.md")
    return found


def test_files_and_links_are_notes_and_nothing_else_is(memory: MemoryFolder) -> None:
    assert listing(memory) == [("a b", False), ("link", True), ("port", False)]


def test_a_link_is_named_and_not_followed(memory: MemoryFolder) -> None:
    found = {note.name: note for note in entries(memory)}
    assert found["link"].unread == "a symlink"
    assert found["link"].data == b""
    assert found["port"].data == b"It is 8080.\n"


def test_a_folder_that_is_not_there_has_no_notes(memory: MemoryFolder) -> None:
    gone = memory._replace(folder=memory.folder / "none")
    assert listing(gone) == []
    assert entries(gone) == []
    with pytest.raises(OSError, match="No such file"):
        look(gone.folder)


def test_a_look_sees_each_file_once(memory: MemoryFolder) -> None:
    seen = look(memory.folder)
    assert sorted(map(name_in, seen.rows)) == ["a b", "port"]
    assert seen.others == ["link"]
    assert [name_in(row) for row in seen.memory_index] == ["MEMORY"]
    assert file_rows_of(memory.folder, ["port", "none", "a b"]) == [
        *(row for row in seen.rows if name_in(row) == "port"),
        "",
        *(row for row in seen.rows if name_in(row) == "a b"),
    ]


def test_a_changed_file_has_another_row(memory: MemoryFolder) -> None:
    (before,) = file_rows_of(memory.folder, ["port"])
    (memory.folder / "port.md").write_bytes(b"longer than before\n")
    assert file_rows_of(memory.folder, ["port"]) != [before]


def test_a_name_with_a_newline_cannot_forge_a_row(memory: MemoryFolder) -> None:
    odd = "x\n1 2 3 forged"
    (memory.folder / f"{odd}.md").write_bytes(b"x\n")
    seen = look(memory.folder)
    assert odd in seen.others
    assert all("forged" not in row for row in seen.rows)
