"""A forget or rename that was stopped half way: taken back, or finished."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.memories import NOW, make_store

from memsync.memory.change import unfinished

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store

MARK = ".unfinished"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = make_store(tmp_path)
    found.write("port", "It is 8080.\n", now=NOW)
    found.write("host", "See [[port]].\n", now=NOW, description="a host")
    return found


def begun(store: Store, verb: unfinished.Verb, new: str = "") -> bytes:
    """Begin to take the note away; its bytes."""
    data = store.live("port") or b""
    with store.locked("test") as locked:
        unfinished.begin(locked, verb, "port", data, NOW, new)
    return data


def resumed(store: Store, *, both: bool = False) -> unfinished.Unfinished | None:
    """What the next command makes of it."""
    with store.locked("test") as locked:
        return unfinished.resume(locked, NOW, None, both=both)


def test_until_the_file_is_gone_it_is_taken_back(store: Store) -> None:
    data = begun(store, "forget")
    assert unfinished.is_left(store, "forget", "port")
    assert resumed(store) is None
    assert store.live("port") == data
    assert "[[port]]" in store.index_text()
    assert not unfinished.is_left(store, "forget", "port")


def test_from_then_on_it_is_finished(store: Store) -> None:
    data = begun(store, "forget")
    store.path_of("port").unlink()
    found = resumed(store)
    assert found is not None
    assert (found.verb, found.name) == ("forget", "port")
    assert "[[port]]" not in store.index_text()
    assert store.archive.find(found.archived).path.read_bytes() == data
    assert resumed(store) is None


def test_a_rename_is_taken_back_with_the_copy_that_it_made(store: Store) -> None:
    data = begun(store, "rename", "harbour")
    copy = data.replace(b"name: port", b"name: harbour")
    store.path_of("harbour").write_bytes(copy)
    resumed(store)
    assert store.live("port") == data
    assert store.live("harbour") is None


def test_a_copy_that_its_agent_has_changed_is_a_note_of_its_own(store: Store) -> None:
    begun(store, "rename", "harbour")
    store.path_of("harbour").write_bytes(b"changed\n")
    resumed(store)
    assert store.live("harbour") == b"changed\n"


def test_a_note_that_was_changed_since_then_stays_beside_its_copy(store: Store) -> None:
    data = begun(store, "rename", "harbour")
    copy = data.replace(b"name: port", b"name: harbour")
    store.path_of("harbour").write_bytes(copy)
    store.path_of("port").write_bytes(b"changed\n")
    assert resumed(store) is None
    assert store.live("port") == b"changed\n"
    assert store.live("harbour") == copy
    assert not unfinished.is_left(store, "rename", "port")


def test_the_links_of_the_other_memory_wait_for_who_holds_both_locks(
    store: Store,
) -> None:
    data = begun(store, "rename", "harbour")
    store.path_of("harbour").write_bytes(data)
    store.path_of("port").unlink()
    assert resumed(store) is None
    assert "[[harbour]]" in (store.live("host") or b"").decode()
    assert unfinished.is_left(store, "rename", "port")
    assert resumed(store, both=True) is not None
    assert not unfinished.is_left(store, "rename", "port")


@pytest.mark.parametrize(
    "change",
    [
        {"verb": "purge"},
        {"name": "../port"},
        {"verb": "rename", "new": "../x"},
        {"links_only": "yes"},
        {"more": 1},
    ],
)
def test_what_memsync_never_writes_is_not_obeyed(
    store: Store, change: dict[str, Any]
) -> None:
    begun(store, "forget")
    store.path_of("port").unlink()
    mark = store.memory.archive / MARK
    mark.write_text(json.dumps(json.loads(mark.read_text()) | change))
    assert resumed(store) is None
    assert "[[port]]" in store.index_text()
    assert not mark.exists()


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"[" * 5000, b"\xff"])
def test_a_damaged_mark_is_cleared_away(store: Store, data: bytes) -> None:
    mark = store.memory.archive / MARK
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.write_bytes(data)
    assert resumed(store) is None
    assert not mark.exists()
