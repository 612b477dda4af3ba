"""What `lint --fix` mends, and what it leaves to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.memory.index.memory_index import names
from memsync.memory.lint.mending import mend

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = make_store(tmp_path)
    found.write("port", "It is 8080.\n", now=NOW, description="the port")
    return found


def mended(store: Store, chosen: str = "") -> list[tuple[str, str]]:
    """The rule and the note of each act, in files whose path holds the word."""
    done = mend(store, None, NOW, lambda path: chosen in path)
    return [(each.rule, each.note) for each in done]


def index(store: Store, text: str) -> None:
    store.path_of("MEMORY").write_text(f"# Memory Index\n\n{text}")


def test_a_sound_memory_stays_byte_for_byte(store: Store) -> None:
    before = {p: p.read_bytes() for p in store.memory.folder.glob("*.md")}
    assert mended(store) == []
    assert {p: p.read_bytes() for p in store.memory.folder.glob("*.md")} == before


def test_a_note_without_frontmatter_gets_one_and_keeps_its_text(store: Store) -> None:
    store.path_of("host").write_bytes(b"The host is alpha.\n")
    assert mended(store) == [("frontmatter", "host"), ("orphan", "host")]
    data = store.live("host") or b""
    assert data.startswith(b"---\nname: host\n")
    assert data.endswith(b"\n\nThe host is alpha.\n")
    (version,) = store.archived("host")
    assert version.path.read_bytes() == b"The host is alpha.\n"


@pytest.mark.parametrize(
    "data", [b"---\nname: [\n---\n\nx\n", b"a\0b\n", b"\xff\xfe\n", b"", b"--- \n x"]
)
def test_what_is_not_certain_is_left_as_it_is(store: Store, data: bytes) -> None:
    store.path_of("odd").write_bytes(data)
    mended(store)
    assert store.path_of("odd").read_bytes() == data


def test_entries_follow_their_notes(store: Store) -> None:
    index(store, "- [[port]]: something else\n- [[gone]]: no note\n")
    assert mended(store) == [("dead-entry", "gone"), ("drift", "port")]
    assert store.index_text() == "# Memory Index\n\n- [[port]]: the port\n"


def test_an_entry_without_a_description_gets_the_notes(store: Store) -> None:
    index(store, "- [[port]]\n")
    assert mended(store) == [("drift", "port")]
    assert "- [[port]]: the port\n" in store.index_text()


def test_the_entry_of_a_note_that_vanished_stays_for_its_return(store: Store) -> None:
    store.path_of("port").unlink()
    assert mended(store) == []
    assert "port" in names(store.index_text())


def test_only_the_chosen_files_are_changed(store: Store) -> None:
    store.path_of("host").write_bytes(b"The host is alpha.\n")
    assert mended(store, "host.md") == [("frontmatter", "host")]
    assert "host" not in names(store.index_text())
    assert mended(store, "MEMORY.md") == [("orphan", "host")]


def test_a_second_run_finds_nothing_more(store: Store) -> None:
    store.path_of("host").write_bytes(b"The host is alpha.\n")
    index(store, "- [[gone]]: no note\n- [[port]]\n")
    assert mended(store)
    assert mended(store) == []
