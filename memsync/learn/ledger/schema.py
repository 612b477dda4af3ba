"""The tables of the ledger's file."""

from __future__ import annotations

from memsync.files.tables import Tables

NAME = "learn.sqlite3"

TABLES = Tables(
    edition=1,
    sql="""
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
""",
    # Results that were paid for survive a power failure, too.
    settings={"synchronous": "FULL"},
    wait=30,
    hint="the ledger is safe to lose, but sessions are read again without it",
    costs_nothing=False,
)
