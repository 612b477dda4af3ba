"""A private SQLite file with tables of one edition: opened, and made anew if broken.

Removed rows are overwritten: a text that was purged must not stay on the disk.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.files.atomic import make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


class Tables(NamedTuple):
    """What one kind of file holds, and how it is used."""

    edition: int
    """Rises when a file of before cannot be used; it is made anew then."""
    sql: str
    settings: Mapping[str, str]
    """Of SQLite, by their names."""
    wait: float
    """Seconds for another process that writes."""
    hint: str
    """What a person is told of a file that cannot be used."""
    costs_nothing: bool
    """Whether it is made anew even where SQLite only fails to work with it."""


def opened(path: Path, tables: Tables) -> sqlite3.Connection:
    """The file at `path`, made anew where it is missing, older, or none of SQLite's.

    Raises `Broken` where it cannot be written, or SQLite lacks what it needs.
    """
    try:
        return _opened(path, tables)
    except sqlite3.OperationalError as error:
        if not tables.costs_nothing or _is_no_fault_of(path, error):
            raise trouble(error, path, tables) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        pass
    except OSError as error:
        raise Broken.from_os_error(error) from None
    remove(path)
    try:
        return _opened(path, tables)
    except sqlite3.Error as error:
        raise trouble(error, path, tables) from None


def trouble(error: sqlite3.Error, path: Path, tables: Tables) -> Broken:
    """What SQLite says of a file, as a person's error."""
    return Broken(f"'{path}': {error}", hint=tables.hint, word="file")


def remove(path: Path) -> None:
    """Remove a file and what SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what is done inside, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _is_no_fault_of(path: Path, error: sqlite3.OperationalError) -> bool:
    if "locked" in str(error) or "no such module" in str(error):
        return True
    return not path.exists() or not os.access(path, os.W_OK)


def _opened(path: Path, tables: Tables) -> sqlite3.Connection:
    make_folder(path.parent, mode=0o700)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    # Created by us first, with mode 0600: SQLite would create it under the umask.
    os.close(os.open(path, flags, 0o600))
    connection = sqlite3.connect(path, timeout=tables.wait, isolation_level=None)
    try:
        path.chmod(0o600)
        # WAL: a search can read while another process writes.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA secure_delete = ON")
        for name, value in tables.settings.items():
            connection.execute(f"PRAGMA {name} = {value}")
        _make(connection, tables)
    except BaseException:
        connection.close()
        raise
    return connection


def _make(connection: sqlite3.Connection, tables: Tables) -> None:
    def is_made() -> bool:
        (edition,) = connection.execute("PRAGMA user_version").fetchone()
        return bool(edition == tables.edition)

    if is_made():
        return
    with transaction(connection):
        if is_made():
            return  # another process was first
        if connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise sqlite3.DatabaseError("a file of another edition")
        for statement in tables.sql.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {tables.edition}")
