"""A memory whose lock is held: what may change a file, and for how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.errors import Locked
from memsync.memory.change.changes import put

if TYPE_CHECKING:
    from pathlib import Path


def test_the_lock_is_held_until_the_block_ends_and_no_longer(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    waits = pytest.raises(Locked, match="memsync one")
    with store.locked("one"), waits, store.locked("two", wait=0):
        pass
    with store.locked("two", wait=0):
        pass


def test_what_the_locked_memory_changes_the_other_sees(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("port", "It is 8080.\n", now=NOW)
    before = store.live("port")
    with store.locked("test") as locked:
        version = put(locked, "port", b"another\n", before, NOW)
        assert locked.archive is store.archive
    assert store.live("port") == b"another\n"
    assert [each.id for each in store.archived("port")] == [version]


def test_it_has_no_method_that_would_wait_for_its_own_lock(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    with store.locked("test") as locked:
        taking = {"write", "forget", "remember", "replace_bytes"}
        assert taking <= set(dir(store))
        assert not taking & set(dir(locked))
