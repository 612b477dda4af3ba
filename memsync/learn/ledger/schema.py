"""The file of the ledger: its tables, and how it is opened, also when it is broken."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.files.atomic import make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "learn.sqlite3"

# Rises when a ledger of before cannot be used; it is made anew then.
EDITION = 1

_TABLES = """
CREATE TABLE session (
  agent TEXT, id TEXT, project TEXT, digest TEXT, state TEXT, tries INTEGER,
  waits INTEGER, next REAL, class TEXT, reason TEXT, changed REAL,
  PRIMARY KEY (agent, id)
) WITHOUT ROWID;
CREATE TABLE fact (
  id TEXT PRIMARY KEY, project TEXT, session TEXT, made REAL, tries INTEGER,
  consolidated INTEGER, body TEXT
) WITHOUT ROWID;
CREATE TABLE synopsis (session TEXT PRIMARY KEY, project TEXT, text TEXT)
  WITHOUT ROWID;
CREATE TABLE call (
  run TEXT, stage TEXT, session TEXT, model TEXT, time REAL, seconds REAL,
  tokens_in INTEGER, tokens_out INTEGER, outcome TEXT
);
CREATE TABLE run (
  id TEXT PRIMARY KEY, project TEXT, root TEXT, model TEXT, by_itself INTEGER,
  began REAL, ended REAL, report TEXT
) WITHOUT ROWID;
CREATE INDEX call_time ON call (time);
CREATE INDEX fact_project ON fact (project, consolidated);
"""


def opened(path: Path) -> sqlite3.Connection:
    """The ledger at `path`, made anew where it is missing, older, or no ledger.

    Raises `Broken` where it cannot be written.
    """
    try:
        return _opened(path)
    except sqlite3.OperationalError as error:
        raise trouble(error, path) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        pass
    except OSError as error:
        raise Broken.from_os_error(error) from None
    # Broken or of another edition: it costs a second reading, and loses no note.
    remove(path)
    try:
        return _opened(path)
    except sqlite3.Error as error:
        raise trouble(error, path) from None


def trouble(error: sqlite3.Error, path: Path) -> Broken:
    """What SQLite says of the ledger, as a person's error."""
    return Broken(
        f"'{path}': {error}",
        hint="the ledger is safe to lose, but sessions are read again without it",
        word="file",
    )


def remove(path: Path) -> None:
    """Remove the ledger and what SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    make_folder(path.parent, mode=0o700)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    # Made by us first, so that at no time others can read it.
    os.close(os.open(path, flags, 0o600))
    connection = sqlite3.connect(path, timeout=30, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # What was paid for is kept, also when the machine loses power.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        with transaction(connection):
            _make_tables(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_tables(connection: sqlite3.Connection) -> None:
    (edition,) = connection.execute("PRAGMA user_version").fetchone()
    if edition == EDITION:
        return
    if connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
        raise sqlite3.DatabaseError("a ledger of another edition")
    for statement in _TABLES.split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {EDITION}")


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
