"""What is written to the index is found by it, once, and as it was told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tokens import github

from memsync.files import tables
from memsync.sessions.answers import SESSIONS, session_of
from memsync.sessions.index.rows import Rows
from memsync.sessions.index.schema import TABLES
from memsync.sessions.readers.table import READERS
from memsync.sessions.reading.events import (
    Abandoned,
    About,
    Replaced,
    Skipped,
    Turn,
)
from memsync.sessions.reading.reader import Source
from memsync.sessions.recall.asking import ask, one_line

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from memsync.sessions.answers import PastSession
    from memsync.sessions.index.writing import Writer
    from memsync.sessions.reading.events import Event
    from memsync.sessions.recall.asking import Hit

JUNE = 1781784000.0


@pytest.fixture
def index(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = tables.opened(tmp_path / "state" / "sessions.sqlite3", TABLES)
    yield connection
    connection.close()


def write(
    index: sqlite3.Connection,
    events: Sequence[Event],
    *,
    agent: str = "pi",
    file: str = "a.jsonl",
    forgotten: Sequence[tuple[str, str]] = (),
) -> Writer:
    """Put one session file into the index."""
    source = Source(agent, Path("/s") / file, "lines")
    rows = Rows(index, READERS, set(forgotten))
    writer = rows.writer(source, rows.row(source, named=False), None)
    rows.take(writer, events)
    writer.finish(JUNE)
    return writer


def found(
    index: sqlite3.Connection, query: str, where: str = "1", limit: int = 10
) -> list[Hit]:
    return ask(index, query, where, (), limit)


def sessions(index: sqlite3.Connection) -> list[PastSession]:
    return [session_of(row) for row in index.execute(f"{SESSIONS} ORDER BY s.id")]


def test_a_turn_is_found_with_all_that_is_shown_of_it(
    index: sqlite3.Connection,
) -> None:
    about = About("s1", title="The\n title ", cwd="/work/shop")
    turn = Turn("assistant", "The database lock timed out.", JUNE, "m-1", 7)
    write(index, [about, turn])
    (hit,) = found(index, "database lock")
    assert (hit.session, hit.agent, hit.root) == ("s1", "pi", "/work/shop")
    assert (hit.title, hit.role, hit.model) == ("The title", "assistant", "m-1")
    assert (hit.time, hit.path, hit.line) == (JUNE, "/s/a.jsonl", 7)
    assert (hit.score, hit.branch) == (1.0, None)
    assert hit.snippet == "The database lock timed out."
    assert hit.resume == READERS["pi"].resume("s1")


@pytest.mark.parametrize("query", ["", "  ", "\n"])
def test_no_words_find_nothing(index: sqlite3.Connection, query: str) -> None:
    write(index, [About("s1"), Turn("user", "hello")])
    assert found(index, query) == []


def test_with_no_turn_for_all_words_those_with_any_are_found(
    index: sqlite3.Connection,
) -> None:
    write(index, [About("s1"), Turn("user", "the port"), Turn("user", "a door")])
    assert [hit.snippet for hit in found(index, "port elephant")] == ["the port"]


def test_a_part_of_an_identifier_is_found_behind_the_word(
    index: sqlite3.Connection,
) -> None:
    turns = [Turn("user", "call openConnection_v2"), Turn("user", "the connect word")]
    write(index, [About("s1"), *turns])
    assert [hit.snippet for hit in found(index, "connect")] == [
        "the connect word",
        "call openConnection_v2",
    ]


@pytest.mark.parametrize(
    "query", ['"open', "a AND", "NEAR(", "^", "col:x", "((((", "*"]
)
def test_a_query_that_sqlite_refuses_is_taken_as_words(
    index: sqlite3.Connection, query: str
) -> None:
    write(index, [About("s1"), Turn("user", "plainword here")])
    assert [hit.snippet for hit in found(index, f"{query} plainword")] == [
        "plainword here"
    ]


def test_a_copy_of_a_turn_is_shown_once_and_is_the_oldest(
    index: sqlite3.Connection,
) -> None:
    turn = Turn("user", "the same words", JUNE)
    write(index, [About("new", started=JUNE), turn], file="b.jsonl")
    write(index, [About("old", started=JUNE - 9), turn], file="a.jsonl")
    assert [hit.session for hit in found(index, "same words")] == ["old"]


def test_turns_without_a_time_are_no_copies(index: sqlite3.Connection) -> None:
    write(index, [About("s1"), Turn("user", "again"), Turn("user", "again")])
    hits = found(index, "again")
    assert len(hits) == 2
    assert {hit.time for hit in hits} == {JUNE}


def test_the_limit_and_the_condition_bind(index: sqlite3.Connection) -> None:
    turns = [Turn("user", f"word {number}") for number in range(5)]
    write(index, [About("s1"), *turns, Turn("tool", "word of a tool")])
    assert len(found(index, "word", limit=3)) == 3
    assert [hit.role for hit in found(index, "word", "t.role = 'tool'")] == ["tool"]


def test_an_abandoned_branch_is_named(index: sqlite3.Connection) -> None:
    turns = [Turn("user", "left behind", line=2), Turn("user", "goes on", line=3)]
    write(index, [About("s1"), *turns, Abandoned(((1, 2),))])
    assert [hit.branch for hit in found(index, "left behind")] == ["abandoned"]
    assert [hit.branch for hit in found(index, "goes on")] == [None]


def test_a_turn_that_was_written_again_is_found_as_it_is_now(
    index: sqlite3.Connection,
) -> None:
    first = Turn("assistant", "early draft", key="k")
    events: list[Event] = [
        first,
        Replaced("k"),
        Turn("assistant", "final answer", key="k"),
    ]
    write(index, [About("s1"), *events])
    assert found(index, "draft") == []
    assert len(found(index, "final answer")) == 1


def test_a_secret_is_neither_kept_nor_found(index: sqlite3.Connection) -> None:
    token = github()
    write(index, [About("s1", title=f"use {token}"), Turn("user", f"take {token}")])
    assert found(index, token) == []
    (hit,) = found(index, "take")
    assert "[redacted " in hit.snippet
    assert "[redacted " in hit.title
    assert token not in "\n".join(index.iterdump())


def test_a_forgotten_session_is_not_written(index: sqlite3.Connection) -> None:
    events: list[Event] = [
        About("s1"),
        Turn("user", "gone"),
        About("s2"),
        Turn("user", "stays"),
    ]
    write(index, events, forgotten=[("pi", "s1")])
    assert [each.id for each in sessions(index)] == ["s2"]
    assert found(index, "gone") == []


def test_a_session_counts_its_messages_and_knows_when_it_was(
    index: sqlite3.Connection,
) -> None:
    events = [
        Turn("user", "ask", JUNE - 60),
        Turn("tool", "output", JUNE - 50),
        Turn("assistant", "by another", JUNE - 40, by_sub_agent=True),
        Turn("assistant", "answer", JUNE - 30),
    ]
    writer = write(index, [About("s1"), *events, Skipped(), Skipped(malformed=True)])
    (session,) = sessions(index)
    assert (session.messages, session.title) == (2, "ask")
    assert (session.started, session.ended) == (JUNE - 60, JUNE - 30)
    assert (writer.malformed, writer.unknown) == (1, 1)


def test_a_session_without_turns_is_none(index: sqlite3.Connection) -> None:
    write(index, [About("s1", title="empty"), Turn("user", "")])
    assert sessions(index) == []


def test_two_plain_files_of_one_name_are_two_sessions(
    index: sqlite3.Connection,
) -> None:
    for file in ("a/log.jsonl", "b/log.jsonl"):
        write(index, [About("log"), Turn("user", file)], agent="jsonl", file=file)
    first, second = sessions(index)
    assert first.id == "log"
    assert second.id.startswith("log-")
    assert len(second.id) == len("log-") + 6


def test_an_event_that_a_reader_cannot_make_ends_the_session_there(
    index: sqlite3.Connection,
) -> None:
    def events() -> Iterator[Event]:
        yield About("s1")
        yield Turn("user", "before")
        raise KeyError("role")

    source = Source("pi", Path("/s/a.jsonl"), "lines")
    rows = Rows(index, READERS, set())
    writer = rows.writer(source, rows.row(source, named=False), None)
    rows.take(writer, events())
    writer.finish(JUNE)
    assert writer.malformed == 1
    assert len(found(index, "before")) == 1


def test_a_source_that_is_cleared_leaves_no_word(index: sqlite3.Connection) -> None:
    write(index, [About("s1"), Turn("user", "secretive plans")])
    write(index, [About("s2"), Turn("user", "other plans")], file="b.jsonl")
    rows = Rows(index, READERS, set())
    rows.clear(rows.row(Source("pi", Path("/s/a.jsonl"), "lines"), named=False))
    assert [hit.session for hit in found(index, "plans")] == ["s2"]
    assert [each.id for each in sessions(index)] == ["s2"]


def test_a_source_has_one_row_and_stays_found_by_itself(
    index: sqlite3.Connection,
) -> None:
    rows = Rows(index, READERS, set())
    source = Source("pi", Path("/s/a.jsonl"), "lines")
    number = rows.row(source, named=False)
    assert rows.row(source, named=True) == number
    assert index.execute("SELECT named FROM source").fetchall() == [(0,)]


@given(st.text(max_size=300))
def test_a_title_is_one_line_of_a_hundred_characters_at_most(text: str) -> None:
    line = one_line(text)
    assert len(line) <= 100
    assert " ".join(line.split()) == line
    assert one_line(line) == line
