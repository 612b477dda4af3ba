"""Taking in notes from elsewhere, few or many: the same guard, archive and index."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from support import tokens
from support.memories import NOW, make_store

from memsync.memory.files.origins import Origin, load, note_digest, parse, source_digest
from memsync.memory.index.memory_index import names
from memsync.memory.store.intake import Intake, Version, secret_in, take_in

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store

# One after the other, and from 32 on all at once.
COUNTS = [3, 40]

EARLIER = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return make_store(tmp_path)


def intake(name: str, text: str | None, expected: bytes | None = None) -> Intake:
    """A note of this text, as an import hands it over."""
    data = None
    if text is not None:
        data = f"---\nname: {name}\ndescription: on {name}\n---\n\n{text}\n".encode()
    source = (text or "").encode()
    origin = Origin(
        "codex", source_digest(source), note_digest(data or b""), name, f"{name}.md"
    )
    return Intake(name, data, expected, "what it is about", origin)


@pytest.mark.parametrize("count", COUNTS)
def test_each_note_is_there_with_its_entry_and_its_origin(
    store: Store, count: int
) -> None:
    given = [intake(f"n{number}", "A fact.") for number in range(count)]
    assert [done.outcome for done in take_in(store, given, NOW)] == ["taken"] * count
    assert {note.name: note.data for note in store.entries()} == {
        each.name: each.data for each in given
    }
    assert set(names(store.index_text())) == {each.name for each in given}
    assert {origin.name for origin in parse(load(store.memory))} == set(store.names())
    assert store.observe(NOW) == ()


@pytest.mark.parametrize("count", COUNTS)
def test_a_name_that_is_taken_stays_as_it_is(store: Store, count: int) -> None:
    store.write("n1", "Mine.\n", now=NOW)
    before = store.live("n1")
    given = [intake(f"n{number}", "A fact.") for number in range(count)]
    done = [each.outcome for each in take_in(store, given, NOW)]
    assert done == ["moved" if number == 1 else "taken" for number in range(count)]
    assert store.live("n1") == before
    assert "n1" not in {origin.name for origin in parse(load(store.memory))}


@pytest.mark.parametrize("count", COUNTS)
def test_a_note_with_a_secret_is_refused_alone(store: Store, count: int) -> None:
    given = [intake(f"n{number}", "A fact.") for number in range(count)]
    given[0] = intake("n0", f"The token is {tokens.github()}.")
    assert secret_in(store, given[0]) == "github-pat"
    done = take_in(store, given, NOW)
    assert (done[0].outcome, done[0].rule) == ("refused", "github-pat")
    assert {each.outcome for each in done[1:]} == {"taken"}
    assert not store.has("n0")
    assert "n0" not in names(store.index_text())


def test_doing_it_again_changes_nothing(store: Store) -> None:
    given = [intake("port", "A fact.")]
    take_in(store, given, NOW)
    before = {p: p.read_bytes() for p in store.memory.folder.iterdir() if p.is_file()}
    assert [each.outcome for each in take_in(store, given, NOW)] == ["moved"]
    after = {p: p.read_bytes() for p in store.memory.folder.iterdir() if p.is_file()}
    assert after == before


def test_a_replaced_note_is_archived_with_what_came_before_it(store: Store) -> None:
    store.write("port", "Mine.\n", now=NOW)
    mine = store.live("port")
    old = Version(b"the oldest\n", EARLIER)
    secret = Version(f"{tokens.github()}\n".encode(), EARLIER)
    new = intake("port", "Theirs.", mine)._replace(earlier=[old, secret])
    (done,) = take_in(store, [new], NOW)
    assert (done.outcome, done.left_out) == ("taken", ("github-pat",))
    texts = {version.path.read_bytes() for version in store.archived("port")}
    assert texts == {mine, old.data}


def test_a_note_that_is_here_already_only_gets_its_origin(store: Store) -> None:
    store.write("port", "Mine.\n", now=NOW)
    before = store.live("port")
    take_in(store, [intake("port", None)], NOW)
    assert store.live("port") == before
    assert [origin.name for origin in parse(load(store.memory))] == ["port"]
