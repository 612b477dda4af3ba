"""A look at a memory that other processes change at the same time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from support.memories import NOW, make_store

from memsync.memory.archive.events import LIVE
from memsync.memory.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from memsync.memory.files.listing import Look


def test_while_another_process_writes_nothing_is_written_beside_it(
    tmp_path: Path,
) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    # Old enough that the look at them is remembered.
    for name in ("a", "MEMORY"):
        os.utime(store.path_of(name), (1, 1))
    seen = store.memory.archive / ".seen"
    other = Store(store.memory, store.settings)
    with other.locked("write"):
        assert store.observe(NOW) == ()
        assert not seen.exists()
    store.observe(NOW)
    assert seen.exists()


def test_a_note_that_another_process_is_about_to_write_is_not_gone(
    tmp_path: Path,
) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    store.add_prose("- [[late]]: soon", NOW)
    other = Store(store.memory, store.settings)
    with other.locked("write"):
        store.archive.events.record(LIVE, "late", "0" * 12, NOW.utc)
        assert store.observe(NOW) == ()
    assert store.observe(NOW) == ("late",)


def test_a_note_that_was_written_after_the_listing_is_not_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store(tmp_path)
    store.path_of("agents").write_text("written directly\n")
    other = Store(store.memory, store.settings)
    look = Store.look

    def looks_then_writes(self: Store, *, anew: bool = False) -> Look:
        rows = look(self, anew=anew)
        if self is store and not other.has("late"):
            other.write("late", "just written", now=NOW)
        return rows

    monkeypatch.setattr(Store, "look", looks_then_writes)
    assert store.observe(NOW) == ()
