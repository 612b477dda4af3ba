"""What another program adds to a log at the very moment that it is replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.memories import NOW, make_store

from memsync.files.unlinked import Folder
from memsync.memory.store.appending import append

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_it_is_added_again_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store(tmp_path)
    append(store, "daily/2026-01-02", "first", NOW)
    log = store.path_of("daily/2026-01-02")
    other = log.open("a")
    real = Folder.sync

    def another_program_writes(folder: Folder) -> None:
        if folder.path == str(log.parent) and not other.closed:
            other.write("late\n")
            other.close()
        real(folder)

    monkeypatch.setattr(Folder, "sync", another_program_writes)
    append(store, "daily/2026-01-02", "second", NOW)
    assert log.read_text() == "first\nsecond\nlate\n"
