"""The index file: its tables."""

from __future__ import annotations

from memsync.files.tables import Tables

NAME = "sessions.sqlite3"

# A turn's id is its session's id, then this many bits for the turn's position: so the
# full-text index alone tells which sessions match, and which turns are neighbours.
# Texts are in a table of their own, so that scanning turns reads few pages.
SESSION_BITS = 24

TABLES = Tables(
    edition=2,
    sql="""
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
""",
    # Temporary files could be read by others, and stay after a crash.
    settings={"synchronous": "NORMAL", "cache_size": "-32768", "temp_store": "MEMORY"},
    wait=10,
    hint="the index is safe to lose: remove it, and `memsync sessions index` makes it"
    " again",
    costs_nothing=True,
)
