"""Redacts an index again when the rules for secrets are newer than it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.files.tables import transaction
from memsync.secrets.redact import EDITION as RULES
from memsync.secrets.redact import redact_text
from memsync.sessions.index.writing import drop_text, put_text, refresh_session

if TYPE_CHECKING:
    import sqlite3


def redact_anew(connection: sqlite3.Connection) -> None:
    """Take out what newer rules find, where the index is of older ones."""
    query = "SELECT value FROM fact WHERE name = 'rules'"
    row = connection.execute(query).fetchone()
    if row and row[0] == str(RULES):
        return
    last = 0
    while rows := connection.execute(
        # In portions, so that memory does not grow with the index.
        "SELECT id, text FROM text WHERE id > ? ORDER BY id LIMIT 500",
        (last,),
    ).fetchall():
        last = rows[-1][0]
        with transaction(connection):
            for number, text in rows:
                new = redact_text(text).text
                if new != text:
                    drop_text(connection, number, text)
                    put_text(connection, number, new)
    with transaction(connection):
        for number, title in connection.execute(
            "SELECT id, title FROM session WHERE title IS NOT NULL"
        ).fetchall():
            connection.execute(
                "UPDATE session SET title = ? WHERE id = ?",
                (redact_text(title).text, number),
            )
        for (number,) in connection.execute("SELECT id FROM session").fetchall():
            refresh_session(connection, number)
        connection.execute(
            "INSERT OR REPLACE INTO fact VALUES ('rules', ?)", (str(RULES),)
        )
