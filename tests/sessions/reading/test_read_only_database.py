"""Another program's database is read, and nothing of it is changed."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest
from support.trees import tree

from memsync.sessions.reading.database import Unreadable, columns, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database whose name has characters that a URI gives a meaning."""
    made = tmp_path / "odd ?#%41 name.db"
    connection = sqlite3.connect(made)
    connection.execute("CREATE TABLE chat (id INTEGER, text TEXT)")
    connection.execute("INSERT INTO chat VALUES (1, 'hello')")
    connection.commit()
    connection.close()
    return made


@pytest.fixture
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """A program that has written a row into the write-ahead log."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("INSERT INTO chat VALUES (2, 'newer')")
    connection.commit()
    yield connection
    connection.close()


def texts(path: Path) -> list[str]:
    with opened(path) as connection:
        return [text for (text,) in connection.execute("SELECT text FROM chat")]


def test_a_database_that_nobody_writes_is_read_in_place(path: Path) -> None:
    before = tree(path.parent)
    assert texts(path) == ["hello"]
    assert tree(path.parent) == before


def test_rows_in_the_log_are_read_from_a_copy(
    path: Path, writing: sqlite3.Connection
) -> None:
    before = path.read_bytes()
    names = sorted(file.name for file in path.parent.iterdir())
    assert texts(path) == ["hello", "newer"]
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == names
    assert writing.execute("SELECT count(*) FROM chat").fetchone() == (2,)


def test_nothing_can_be_written(path: Path) -> None:
    with (
        opened(path) as connection,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        connection.execute("DELETE FROM chat")
    assert texts(path) == ["hello"]


def test_a_file_that_is_no_database_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"not a database " * 100)
    with pytest.raises(Unreadable, match="not a database"):
        texts(tmp_path / "a.db")


def test_a_missing_file_is_unreadable_and_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="unable to open"):
        texts(tmp_path / "gone.db")
    assert list(tmp_path.iterdir()) == []


def test_broken_characters_are_replaced(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE chat SET text = CAST(x'61ff62' AS TEXT)")
    connection.commit()
    connection.close()
    assert texts(path) == ["a\ufffdb"]


def test_the_columns_of_a_table_are_told(path: Path) -> None:
    with opened(path) as connection:
        assert columns(connection, "chat") == {"id", "text"}
        assert columns(connection, "gone") == set()
        assert columns(connection, "chat'); DROP TABLE chat; --") == set()
