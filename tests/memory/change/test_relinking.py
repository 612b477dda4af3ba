"""Links that follow a note to its new name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.memory.change.relinking import linking_to, named, relink

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = make_store(tmp_path)
    found.write("port", "It is 8080.\n", now=NOW)
    found.write("host", "See [[port]] and [[portal]].\n", now=NOW)
    found.write("code", "Not a link: `[[port]]`.\n", now=NOW)
    return found


def renamed(store: Store) -> None:
    """Let the links to `port` follow it to `harbour`."""
    with store.locked("test") as locked:
        relink(locked, "port", "harbour", NOW)


def text(store: Store, name: str) -> str:
    return (store.live(name) or b"").decode()


def test_a_link_follows_and_another_name_that_begins_so_does_not(store: Store) -> None:
    renamed(store)
    assert "See [[harbour]] and [[portal]]." in text(store, "host")
    assert "`[[port]]`" in text(store, "code")


def test_what_is_changed_is_archived_first(store: Store) -> None:
    before = text(store, "host")
    renamed(store)
    (version,) = store.archived("host")
    assert version.path.read_text() == before
    assert store.archived("code") == []


def test_notes_that_link_are_found_by_their_links_alone(store: Store) -> None:
    assert linking_to("port", store, None) == ("host",)
    assert linking_to("nothing", store) == ()


def test_a_note_that_was_superseded_says_by_what_it_is_called_now(
    store: Store,
) -> None:
    data = b"---\nname: old\ndescription: d\nsuperseded_by: port\n---\n\nx\n"
    store.path_of("old").write_bytes(data)
    renamed(store)
    assert "superseded_by: harbour\n" in text(store, "old")


@pytest.mark.parametrize(
    ("data", "renamed"),
    [
        (b"---\nname: port\n---\n\nx\n", b"---\nname: harbour\n---\n\nx\n"),
        (b"---\nname: other\n---\n\nx\n", b"---\nname: other\n---\n\nx\n"),
        (b"no frontmatter\n", b"no frontmatter\n"),
        (b"---\nname: [\n---\n", b"---\nname: [\n---\n"),
    ],
)
def test_a_note_changes_its_own_name_where_it_was_that(
    data: bytes, renamed: bytes
) -> None:
    assert named(data, "port", "harbour") == renamed
