"""Notes that went without memsync: which are missed, and what a person is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.workspace.place.notices import gone
from memsync.workspace.place.vanished import leave_behind, missed

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = make_store(tmp_path)
    for name in ("port", "host"):
        found.write(name, f"On {name}.\n", now=NOW)
    return found


def test_a_note_that_is_gone_is_missed(store: Store) -> None:
    store.path_of("port").unlink()
    assert store.observe(NOW) == ("port",)
    assert missed(store, ("port",)) == ("port",)


def test_nobody_misses_what_was_taken_out_on_purpose(store: Store) -> None:
    leave_behind(store.archive)
    for name in ("port", "host"):
        store.path_of(name).unlink()
    assert missed(store, ("host", "port")) == ()


def test_a_note_that_came_back_counts_like_any_other(store: Store) -> None:
    leave_behind(store.archive)
    store.path_of("port").unlink()
    assert missed(store, ("port",)) == ()
    store.path_of("host").unlink()
    assert missed(store, ("host", "port")) == ("host", "port")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("a",), "a note is gone without memsync (a); the archive has the text"),
        (
            ("a", "b", "c", "d"),
            "4 notes are gone without memsync (a, b, c, …); the archive has the text",
        ),
    ],
)
def test_a_person_is_told_the_first_three_names(
    names: tuple[str, ...], message: str
) -> None:
    assert gone(names) == (message, "memsync archive restore --all")
    assert "\x1b" not in gone(("\x1b[31m",)).message
