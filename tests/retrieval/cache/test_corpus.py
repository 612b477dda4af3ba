"""What is kept of notes ranks them as reading them all would."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.memories import NOW, make_store

from memsync.memory.note.names import Scope
from memsync.retrieval.cache import database
from memsync.retrieval.cache.database import WORDS, file_of, forget_all
from memsync.retrieval.ranking.rank import rank
from memsync.retrieval.search.notes import with_notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.store.store import Store
    from memsync.retrieval.search.notes import Notes

ASKED = [
    "login",
    "logins",
    "session",
    "kafka",
    "deploy",
    "auth-token",
    "live",
    "数据库",
]
TEXT = st.lists(st.sampled_from(ASKED), max_size=12).map(" ".join)
NAMES = st.sampled_from(["a", "b", "login-steps", "kafka"])


def found(
    stores: Sequence[Store], cache: Path | None, query: str, strategy: str
) -> list[tuple[str, float]]:
    def ranked(notes: Notes) -> list[tuple[str, float]]:
        found = rank(query, notes.corpus, strategy)
        return sorted((notes.name(at), round(score, 9)) for at, score in found)

    return with_notes(stores, cache, NOW, ranked)


def put(store: Store, name: str, text: str) -> None:
    path = store.path_of(name)
    path.write_text(f"---\ndescription: {text[:9]}\n---\n\n{text}\n")
    # Long ago: settled. Or later than now: young, and so read again each time.
    when = 1 if len(text) % 3 else 4 * 10**18
    os.utime(path, ns=(1, when + hash(text) % 10**9))


@settings(max_examples=60)
@given(
    first=st.lists(st.dictionaries(NAMES, TEXT, max_size=4), min_size=1, max_size=3),
    second=st.dictionaries(NAMES, TEXT, max_size=3),
    query=TEXT,
    strategy=st.sampled_from(["bm25", "keyword"]),
)
def test_a_cache_ranks_as_the_notes_themselves_through_every_change(
    first: list[dict[str, str]], second: dict[str, str], query: str, strategy: str
) -> None:
    with TemporaryDirectory() as folder:
        work = make_store(Path(folder) / "work")
        user = make_store(Path(folder) / "user", Scope.USER)
        for name, text in second.items():
            put(user, name, text)
        for texts in first:
            for path in work.memory.folder.glob("*.md"):
                if path.name != "MEMORY.md":
                    path.unlink()
            for name, text in texts.items():
                put(work, name, text)
            fresh = [memory_like(work), memory_like(user)]
            kept = found(fresh, Path(folder) / "cache", query, strategy)
            assert kept == found(fresh, None, query, strategy)


@settings(max_examples=40)
@given(
    notes=st.lists(TEXT, max_size=4),
    hidden=st.lists(TEXT, max_size=2),
    asked=st.lists(st.sampled_from([*ASKED, "logging", "d", "auth", "数"]), max_size=9),
)
def test_the_terms_of_caches_are_found_as_those_in_memory(
    notes: list[str], hidden: list[str], asked: list[str]
) -> None:
    with TemporaryDirectory() as folder:
        work = make_store(Path(folder) / "work")
        user = make_store(Path(folder) / "user", Scope.USER)
        for at, text in enumerate(notes):
            put(work, f"n{at}", text)
        for at, text in enumerate(hidden):
            put(user, f"n{at}", f"{text} elsewhere")
        stores = [work, user]

        def answers(notes: Notes) -> list[object]:
            found = notes.corpus.lexicon
            return [
                found.beginning(asked),
                found.begun(asked),
                found.present(asked),
                found.with_stems(asked),
                found.forms(asked),
                found.extending(asked),
                [found.alike(word) for word in asked],
            ]

        kept = with_notes(stores, Path(folder) / "cache", NOW, answers)
        assert kept == with_notes([*map(memory_like, stores)], None, NOW, answers)


def memory_like(store: Store) -> Store:
    """Another command's view of the same memory."""
    return type(store)(store.memory, store.settings)


def test_only_what_is_live_stays_in_the_file(tmp_path: Path) -> None:
    store = make_store(tmp_path / "memory")
    put(store, "a", "the zebrafish protocol")
    put(store, "b", "another text")
    cache = tmp_path / "cache"
    assert found([memory_like(store)], cache, "zebrafish", "bm25") == [("a", 1.0)]
    file = file_of(cache, store.memory.folder)
    assert b"zebrafish" in file.read_bytes()
    store.path_of("a").unlink()
    assert found([memory_like(store)], cache, "zebrafish", "bm25") == []
    assert b"zebrafish" not in file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600
    assert cache.stat().st_mode & 0o777 == 0o700


def test_a_note_that_changed_within_the_tick_of_its_clock_is_read_again(
    tmp_path: Path,
) -> None:
    store = make_store(tmp_path / "memory")
    path = store.path_of("a")
    moment = int(NOW.utc.timestamp() * 1_000_000_000)
    for word in ("kafka", "login"):
        path.write_text(word)
        os.utime(path, ns=(moment, moment))
        assert found([memory_like(store)], tmp_path / "cache", word, "bm25")


@pytest.mark.parametrize("others", [[], ["b"]])
def test_a_young_note_that_is_gone_is_not_found(
    tmp_path: Path, others: list[str]
) -> None:
    store = make_store(tmp_path / "memory")
    for name in others:
        put(store, name, "another text")
    cache = tmp_path / "cache"
    assert found([memory_like(store)], cache, "zebrafish", "bm25") == []
    moment = int(NOW.utc.timestamp() * 1_000_000_000)
    for _ in range(2):
        store.path_of("a").write_text("the zebrafish protocol")
        os.utime(store.path_of("a"), ns=(moment, moment))
        assert found([memory_like(store)], cache, "zebrafish", "bm25") == [("a", 1.0)]
        store.path_of("a").unlink()
        assert found([memory_like(store)], cache, "zebrafish", "bm25") == []
    file = file_of(cache, store.memory.folder)
    assert b"zebrafish" not in file.read_bytes()


@pytest.mark.parametrize("damage", ["bytes", "version", "empty", "tables"])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, damage: str) -> None:
    store = make_store(tmp_path / "memory")
    put(store, "a", "kafka")
    cache = tmp_path / "cache"
    assert found([memory_like(store)], cache, "kafka", "bm25") == [("a", 1.0)]
    file = file_of(cache, store.memory.folder)
    if damage == "bytes":
        file.write_bytes(b"no database at all" * 1000)
    elif damage == "empty":
        file.write_bytes(b"")
    else:
        with sqlite3.connect(file) as connection:
            if damage == "version":
                connection.execute(f"PRAGMA user_version = {WORDS.version + 1}")
            else:
                connection.execute("DROP TABLE posting")
                connection.execute("DELETE FROM state")
        connection.close()
        put(store, "b", "kafka")
    for _ in range(2):
        assert ("a", 1.0) in found([memory_like(store)], cache, "kafka", "bm25")
    with sqlite3.connect(file) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.close()
    assert version == WORDS.version


def test_where_nothing_can_be_kept_every_note_is_read(tmp_path: Path) -> None:
    store = make_store(tmp_path / "memory")
    put(store, "a", "kafka")
    (tmp_path / "file").write_text("")
    cache = tmp_path / "file" / "cache"
    assert found([memory_like(store)], cache, "kafka", "bm25") == [("a", 1.0)]


def test_a_cache_that_another_process_holds_is_not_waited_for(tmp_path: Path) -> None:
    store = make_store(tmp_path / "memory")
    put(store, "a", "kafka")
    cache = tmp_path / "cache"
    assert found([memory_like(store)], cache, "kafka", "bm25") == [("a", 1.0)]
    holder = sqlite3.connect(file_of(cache, store.memory.folder), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    put(store, "b", "login")
    assert found([memory_like(store)], cache, "login", "bm25") == [("b", 1.0)]
    holder.close()
    assert found([memory_like(store)], cache, "login", "bm25") == [("b", 1.0)]


def test_a_name_that_is_not_utf_8_is_found_too(tmp_path: Path) -> None:
    store = make_store(tmp_path / "memory")
    name = os.fsdecode(b"caf\xe9")
    put(store, name, "kafka")
    for _ in range(2):
        assert found([memory_like(store)], tmp_path / "cache", "kafka", "bm25") == [
            (name, 1.0)
        ]


def test_forgetting_removes_every_cache(tmp_path: Path) -> None:
    store = make_store(tmp_path / "memory")
    put(store, "a", "kafka")
    found([memory_like(store)], tmp_path / "cache", "kafka", "bm25")
    forget_all(tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []
    forget_all(tmp_path / "none")
    forget_all(None)


def test_equal_notes_keep_their_order_when_one_is_edited(tmp_path: Path) -> None:
    store, cache = make_store(tmp_path / "memory"), tmp_path / "cache"

    def order() -> list[str]:
        def ranked(notes: Notes) -> list[str]:
            return [notes.name(at) for at, _ in rank("kafka", notes.corpus, "bm25")]

        return with_notes([memory_like(store)], cache, NOW, ranked)

    for name in "abc":
        put(store, name, "kafka")
    assert order() == ["a", "b", "c"]
    os.utime(store.path_of("a"), ns=(2, 2))
    assert order() == ["a", "b", "c"]


def test_what_is_ranked_stays_as_it_was_when_that_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_WAIT", 0.0)
    store, cache = make_store(tmp_path / "memory"), tmp_path / "cache"
    put(store, "a", "kafka")
    put(store, "b", "kafka")

    def ranked(notes: Notes) -> bool:
        numbers = [number for _, number in notes.names()]
        store.path_of("b").unlink()
        meanwhile = found([memory_like(store)], cache, "kafka", "bm25")
        assert meanwhile == [("a", 1.0)]
        return sorted(notes.corpus.lengths(numbers)) == numbers

    assert with_notes([memory_like(store)], cache, NOW, ranked)
    assert found([memory_like(store)], cache, "kafka", "bm25") == [("a", 1.0)]
