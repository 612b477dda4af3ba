"""What a killed command left goes; text that is nowhere else is archived first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.memory.change.sweeping import sweep

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = make_store(tmp_path)
    store.write("plan", "live", description="d", now=NOW)
    return store


def swept(store: Store) -> list[bytes]:
    """Sweep; the versions of the note that are in the archive and not live."""
    with store.locked("test") as locked:
        sweep(locked, NOW)
    return [version.path.read_bytes() for version in store.archived("plan")]


def hidden(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def left(store: Store, data: bytes, below: str = "", of: str = "") -> Path:
    """A temporary file as a killed command leaves it."""
    folder = store.memory.folder / below
    folder.mkdir(exist_ok=True)
    name = f".memsync-0123456789abcdef{f'.{of}' if of else ''}.tmp"
    (folder / name).write_bytes(data)
    return folder / name


def test_a_sound_memory_stays_as_it_is(store: Store) -> None:
    before = store.live("plan")
    assert swept(store) == []
    assert store.live("plan") == before


@pytest.mark.parametrize("below", ["", "daily", "scratchpad"])
def test_half_written_files_go_from_every_folder(store: Store, below: str) -> None:
    path = left(store, b"half of something", below)
    swept(store)
    assert not path.exists()


def test_files_of_others_stay(store: Store) -> None:
    for name in (".memsync-mine", ".hidden.tmp", ".memsync-0123.tmp"):
        (store.memory.folder / name).write_text("a person's")
    before = hidden(store.memory.folder)
    swept(store)
    assert hidden(store.memory.folder) == before


def test_a_linked_folder_is_not_swept(store: Store, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / ".memsync-0123456789abcdef.tmp").write_text("not ours")
    (store.memory.folder / "daily").symlink_to(outside)
    swept(store)
    assert hidden(outside) == [".memsync-0123456789abcdef.tmp"]


def test_what_is_left_in_the_archive_goes(store: Store) -> None:
    store.write("plan", "newer", description="d", now=NOW)
    path = store.memory.archive / ".memsync-0123456789abcdef.tmp"
    path.write_bytes(b"half")
    assert len(swept(store)) == 1
    assert not path.exists()
