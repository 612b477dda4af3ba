"""The index file: its tables, and opening it, even if it is damaged."""

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

NAME = "sessions.sqlite3"

# Raised when an older index cannot be used: it is rebuilt then.
EDITION = 2

# A turn's id is its session's id, then this many bits for the turn's position: so the
# full-text index alone tells which sessions match, and which turns are neighbours.
# Texts are in a table of their own, so that scanning turns reads few pages.
SESSION_BITS = 24

_TABLES = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE source (
  id INTEGER PRIMARY KEY, agent TEXT, path TEXT UNIQUE, form TEXT, named INTEGER,
  size INTEGER, mtime INTEGER, head BLOB, tail BLOB, tail_from INTEGER,
  "end" INTEGER, lines INTEGER, session INTEGER, saved TEXT,
  malformed INTEGER, unknown INTEGER, unread INTEGER
);
CREATE TABLE stamp (
  source INTEGER, part TEXT, changed TEXT, PRIMARY KEY (source, part)
) WITHOUT ROWID;
CREATE TABLE session (
  id INTEGER PRIMARY KEY, agent TEXT, name TEXT, source INTEGER, title TEXT,
  begins TEXT, cwd TEXT, repository TEXT, started REAL, ended REAL,
  messages INTEGER, UNIQUE (agent, name)
);
CREATE TABLE place (
  cwd TEXT PRIMARY KEY, root TEXT, identity TEXT, looked REAL
) WITHOUT ROWID;
CREATE TABLE turn (
  id INTEGER PRIMARY KEY, session INTEGER, source INTEGER, part TEXT, role TEXT,
  time REAL, model TEXT, line INTEGER, key TEXT, abandoned INTEGER, sub INTEGER
);
CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT);
CREATE INDEX turn_session ON turn (session, role);
CREATE INDEX turn_source ON turn (source, line);
CREATE VIRTUAL TABLE words USING fts5 (
  text, content = '', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE parts USING fts5 (text, content = '', tokenize = 'trigram');
"""


def opened(path: Path) -> sqlite3.Connection:
    """Open the index at `path`; rebuild it if it is missing, older or damaged.

    Raises `Broken` if the folder cannot be written, or SQLite has no FTS5.
    """
    try:
        return _opened(path)
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "no such module" in str(error):
            raise trouble(error, path) from None
        if not path.exists() or not os.access(path, os.W_OK):
            raise trouble(error, path) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        pass
    # Damaged or of another edition: it holds nothing that the sessions do not.
    remove(path)
    try:
        return _opened(path)
    except sqlite3.Error as error:
        raise trouble(error, path) from None


def trouble(error: sqlite3.Error, path: Path) -> Broken:
    """SQLite's error as one for people."""
    return Broken(
        f"'{path}': {error}",
        hint="the index is safe to lose: remove it, and `memsync sessions index`"
        " makes it again",
        word="file",
    )


def remove(path: Path) -> None:
    """Remove the index and what SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    make_folder(path.parent, mode=0o700)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    # Created by us first, with mode 0600: SQLite would create it under the umask.
    os.close(os.open(path, flags, 0o600))
    connection = sqlite3.connect(path, timeout=10, isolation_level=None)
    try:
        path.chmod(0o600)
        # WAL: a search can read while another process indexes.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        # Deleted words must not stay in free pages: `sessions forget` promises that.
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA cache_size = -32768")
        # Temporary files could be read by others, and stay after a crash.
        connection.execute("PRAGMA temp_store = MEMORY")
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
        raise sqlite3.DatabaseError("an index of another edition")
    with transaction(connection):
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
