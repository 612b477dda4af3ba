"""The file that keeps the words of one memory's notes: SQLite, in the state folder.

It holds what `documents.counted` and `terms.terms` make of each note, and what a list
shows of it, so that only changed notes are read again. Removed rows are overwritten
(`secure_delete`), so a text that was removed from the memory does not stay here.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3

from memsync.digest import sha256
from memsync.errors import Broken
from memsync.files import atomic
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.paths import Places

# Seconds to wait for a process that is writing; after that the notes are read instead.
_WAIT = 1.0


class Tables(NamedTuple):
    """What a cache file holds."""

    version: int
    """Raise it when the tables, or what is put into them, change."""
    sql: str


WORDS = Tables(
    6,
    """
CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  stamp TEXT NOT NULL,      -- its row of listing.look; '' if just changed
  digest BLOB NOT NULL,     -- sha256 of the file
  type TEXT NOT NULL,
  description TEXT NOT NULL,
  chars INTEGER NOT NULL,
  created TEXT NOT NULL,
  updated TEXT NOT NULL,
  odd INTEGER NOT NULL,     -- lint has something to say about its form
  length INTEGER NOT NULL   -- written words in description and body
);
CREATE INDEX note_length ON note (length);  -- their sum without reading all notes
CREATE INDEX note_young ON note (id) WHERE stamp = '';
CREATE TABLE content (
  note INTEGER PRIMARY KEY,
  words BLOB NOT NULL       -- see content.Content
);
CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE term (
  term TEXT, word INTEGER,
  stem TEXT,                -- of the term; making them took a prompt 15 ms
  PRIMARY KEY (term, word)
) WITHOUT ROWID;
CREATE INDEX term_stem ON term (stem);
CREATE TABLE posting (
  place INTEGER PRIMARY KEY,  -- the word and a range of notes, see postings.Changes
  notes BLOB NOT NULL         -- see postings.Posting
);
CREATE TABLE look (rows BLOB NOT NULL);  -- of listing.look, without young notes
CREATE TABLE state (        -- one row while no note is young
  folder TEXT NOT NULL,     -- its glance.folder_stamp; '' if just changed
  turn INTEGER NOT NULL     -- the note that a glance saw last
);
""",
)


class Unusable(Exception):
    """The cache cannot be used now; the notes themselves can be read."""


def folder_of(places: Places) -> Path | None:
    """The folder of the caches; None if the environment names no place for state."""
    try:
        return places.state / "words"
    # Without a state folder, memsync reads the files, which is only slower.
    except Broken:
        return None


def file_of(cache: Path, memory: Path) -> Path:
    """The cache of the memory in this folder."""
    name = sha256(os.fsencode(memory)).hexdigest()[:32]
    return cache / f"{name}.sqlite3"


@contextlib.contextmanager
def connected(file: Path, tables: Tables = WORDS) -> Iterator[sqlite3.Connection]:
    """A connection to the cache, which is made anew if damaged or of another version.

    It is one transaction: committed at the end, rolled back on any exception. Raises
    `Unusable` if the folder is not writable, the cache stays locked, or it turns out to
    be damaged: a damaged cache is removed, and the next command makes it anew.
    """
    connection = None
    try:
        connection = _open(file, tables)
        yield connection
        connection.commit()
    # A damaged file is removed and made anew; a locked one is in use, so it stays.
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, sqlite3.DatabaseError) and not _is_busy(error):
            _remove(file)
        raise Unusable(str(error)) from error
    finally:
        if connection is not None:
            connection.close()


def _open(file: Path, tables: Tables) -> sqlite3.Connection:
    if not file.exists():
        atomic.make_folder(file.parent, mode=0o700)
        # SQLite would create it with the umask; its journal takes the file's own mode.
        os.close(os.open(file, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
    connection = _configured(file)
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found == tables.version:
        return connection
    if found != 0:
        connection.close()
        _remove(file)
        return _open(file, tables)
    raised = f"PRAGMA user_version = {tables.version}"
    connection.executescript(f"BEGIN; {tables.sql} {raised}; COMMIT;")
    return connection


def _configured(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=_WAIT, isolation_level=None)
    # The cache is safe to lose, so SQLite need not flush: a torn file is made anew.
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _is_busy(error: sqlite3.Error) -> bool:
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _remove(file: Path) -> None:
    for path in (file, file.with_name(file.name + "-journal")):
        with contextlib.suppress(OSError):
            path.unlink()


def forget_all(cache: Path | None) -> None:
    """Remove every cache: what a purge removed from the notes must be nowhere."""
    if cache is not None and cache.is_dir():
        for file in cache.glob("*.sqlite3*"):
            # Another process may have removed it first.
            with contextlib.suppress(FileNotFoundError):
                file.unlink()
