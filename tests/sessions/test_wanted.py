"""Which sessions are asked for, as a database understands it."""

from __future__ import annotations

import sqlite3

import pytest

from memsync.sessions.wanted import Wanted, conditions

ROWS = """
CREATE TABLE source (id INTEGER, path TEXT, named INTEGER);
CREATE TABLE session (id TEXT, agent TEXT, source INTEGER, ended REAL, cwd TEXT,
    repository TEXT);
CREATE TABLE place (cwd TEXT, root TEXT, identity TEXT);
CREATE TABLE turn (session TEXT, role TEXT, time REAL, source INTEGER);
INSERT INTO source VALUES (1, '/s/claude/a.jsonl', 0), (2, '/s/codex/b.jsonl', 0),
    (3, '/s/cursor/state.db', 1), (4, '/s/claude-2/c.jsonl', 0);
INSERT INTO session VALUES ('a', 'claude-code', 1, 100, '/w/a', NULL),
    ('b', 'codex', 2, 200, '/w/b', 'host/me/b'), ('c', 'cursor', 3, 300, '/w/c', NULL),
    ('d', 'claude-code', 4, 400, '/w/a/sub', NULL);
INSERT INTO place VALUES ('/w/a', '/w/a', 'host/me/a'),
    ('/w/a/sub', '/w/a', 'host/me/a');
INSERT INTO turn VALUES ('a', 'user', 90, 1), ('a', 'tool', NULL, 1),
    ('b', 'user', 150, 2), ('d', 'assistant', 390, 4);
"""
SESSIONS = (
    "SELECT s.id FROM session s JOIN source o ON o.id = s.source"
    " LEFT JOIN place p ON p.cwd = s.cwd WHERE "
)
TURNS = (
    "SELECT s.id || t.role FROM turn t JOIN session s ON s.id = t.session"
    " JOIN source o ON o.id = t.source LEFT JOIN place p ON p.cwd = s.cwd WHERE "
)


@pytest.fixture
def database() -> sqlite3.Connection:
    made = sqlite3.connect(":memory:")
    made.executescript(ROWS)
    return made


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), "abd"),
        (Wanted(agent="claude-code"), "ad"),
        (Wanted(agent="cursor"), "c"),
        (Wanted(root="/w/a"), "ad"),
        (Wanted(identity="host/me/b"), "b"),
        (Wanted(root="/w/a", identity="host/me/b"), "abd"),
        (Wanted(cwd="/w/a"), "a"),
        (Wanted(since=200.0), "bd"),
        (Wanted(until=200.0), "a"),
        (Wanted(path="/s/claude"), "a"),
        (Wanted(path="/s/claude/a.jsonl"), "a"),
        (Wanted(path="/s/cursor/state.db"), "c"),
        (Wanted(path="/s"), "abcd"),
        (Wanted(agent="codex", since=201.0), ""),
    ],
)
def test_sessions(database: sqlite3.Connection, wanted: Wanted, found: str) -> None:
    condition, values = conditions(wanted, turns=False)
    rows = database.execute(f"{SESSIONS}{condition} ORDER BY s.id", values)
    assert "".join(id_ for (id_,) in rows) == found


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(role="user"), ["auser", "buser"]),
        (Wanted(until=100.0), ["auser"]),
        # What has no time of its own was said when the session ended.
        (Wanted(agent="claude-code", since=100.0), ["atool", "dassistant"]),
        (Wanted(path="/s/codex"), ["buser"]),
    ],
)
def test_turns(database: sqlite3.Connection, wanted: Wanted, found: list[str]) -> None:
    condition, values = conditions(wanted, turns=True)
    rows = database.execute(f"{TURNS}{condition} ORDER BY 1", values)
    assert [id_ for (id_,) in rows] == found
