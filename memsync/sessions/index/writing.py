"""Writes a reader's events to the index."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.files.stored import storable
from memsync.secrets.redact import redact_text
from memsync.sessions.index.schema import SESSION_BITS
from memsync.sessions.reading.events import (
    LONGEST,
    Abandoned,
    About,
    Replaced,
    Skipped,
    Turn,
)
from memsync.sessions.reading.inserted import is_learning, is_recalled, without_memory
from memsync.sessions.words import cleaned, parts, spaced

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Container, Iterable

    from memsync.sessions.reading.events import Event
    from memsync.sessions.reading.reader import Source

# Characters of a title, which is often a whole first prompt.
_LONGEST_TITLE = 200
# Rows put in at once: each call of SQLite has its price.
_BATCH = 500

# Agents whose session ids are file names, which may not be unique.
_SHARED_NAMES = ("jsonl",)


class Writer:
    """Takes the events of one source; the caller holds the transaction."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        source: Source,
        number: int,
        forgotten: Container[tuple[str, str]],
        *,
        session: int | None = None,
    ) -> None:
        self._connection = connection
        self._source = source
        self._number = number
        """The row of the source."""
        self._forgotten = forgotten
        self.session = session
        """The row of the session that is told of; None before its first turn."""
        self._about: About | None = None
        self._mute = False
        self._rows: list[tuple[object, ...]] = []
        self._texts: list[tuple[int, str]] = []
        self._next = next_turn(connection, session) if session else 0
        self._touched: set[int] = {session} if session else set()
        self.part: str | None = None
        """Which of a database's sessions is told of."""
        self.malformed = 0
        self.unknown = 0
        self.size = 0
        """Characters that were taken in."""

    def take(self, events: Iterable[Event]) -> None:
        """Put the events into the index, in their order."""
        for event in events:
            if isinstance(event, Turn):
                self._turn(event)
            elif isinstance(event, About):
                self._know(event)
            elif isinstance(event, Skipped):
                self.malformed += event.malformed
                self.unknown += not event.malformed
            elif isinstance(event, Replaced):
                self._replace(event.key)
            elif isinstance(event, Abandoned):
                self._abandon(event.ranges)

    def _know(self, about: About) -> None:
        if about.id:
            self.flush()
            self._mute = (self._source.agent, about.id) in self._forgotten
            self._about, self.session = about, None
        elif self._about and self.session is None:
            known = {k: v for k, v in about._asdict().items() if v not in (None, "")}
            self._about = self._about._replace(**known)
        elif self.session is not None:
            self._update(self.session, about)

    def _turn(self, turn: Turn) -> None:
        if self._mute or (self._about is None and self.session is None):
            return
        text = without_memory(turn.text[: LONGEST + 1])[:LONGEST]
        if turn.role == "tool" and is_recalled(text):
            return
        if self.session is None and turn.role == "user" and is_learning(text):
            self._mute = True
            return
        text = redact_text(cleaned(text)).text
        if not text:
            return
        session = self.session if self.session is not None else self._begin()
        self.size += len(text)
        self._texts.append((self._next, text))
        self._rows.append(
            (
                self._next,
                session,
                self._number,
                self.part,
                turn.role,
                turn.time,
                turn.model and cleaned(turn.model)[:_LONGEST_TITLE],
                turn.line,
                storable(turn.key),
                0,
                int(turn.by_sub_agent),
            )
        )
        self._next += 1
        if len(self._rows) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Put the turns that were taken into the tables."""
        if not self._rows:
            return
        rows, self._rows = self._rows, []
        texts, self._texts = self._texts, []
        many = self._connection.executemany
        many("INSERT INTO turn VALUES (?,?,?,?,?,?,?,?,?,?,?)", rows)
        for number, text in texts:
            put_text(self._connection, number, text)

    def _begin(self) -> int:
        about = self._about
        assert about is not None  # noqa: S101 -- `_turn` looked
        name = self._name(about.id)
        self._connection.execute(
            "INSERT OR IGNORE INTO session (agent, name, source, messages)"
            " VALUES (?, ?, ?, 0)",
            (self._source.agent, name, self._number),
        )
        (session,) = self._connection.execute(
            "SELECT id FROM session WHERE agent = ? AND name = ?",
            (self._source.agent, name),
        ).fetchone()
        self.session = int(session)
        self._next = next_turn(self._connection, self.session)
        self._touched.add(self.session)
        if about.parent is None:
            # A sub-agent's file may have been read first.
            self._connection.execute(
                "UPDATE session SET source = ? WHERE id = ?",
                (self._number, self.session),
            )
        self._update(self.session, about)
        return self.session

    def _name(self, id_: str) -> str:
        name = cleaned(id_)[:_LONGEST_TITLE] or storable(self._source.path.stem)
        if self._source.agent in _SHARED_NAMES:
            other = self._connection.execute(
                "SELECT source FROM session WHERE agent = ? AND name = ?",
                (self._source.agent, name),
            ).fetchone()
            if other and other[0] != self._number:
                from hashlib import sha256

                path = os.fsencode(self._source.path)
                name = f"{name}-{sha256(path).hexdigest()[:6]}"
        return name

    def _update(self, session: int, about: About) -> None:
        title = about.title and redact_text(cleaned(about.title)).text
        cwd = about.cwd and cleaned(about.cwd)
        self._connection.execute(
            "UPDATE session SET title = coalesce(?, title), cwd = coalesce(?, cwd),"
            " repository = coalesce(?, repository), started = coalesce(?, started)"
            " WHERE id = ?",
            (
                (title or None) and str(title)[:_LONGEST_TITLE],
                cwd or None,
                _address(about.repository),
                about.started,
                session,
            ),
        )

    def _replace(self, key: str) -> None:
        self.flush()
        if self.session is not None and key:
            drop_turns(
                self._connection,
                "t.session = ? AND t.source = ? AND t.key = ?",
                (self.session, self._number, storable(key)),
            )

    def _abandon(self, ranges: tuple[tuple[int, int], ...]) -> None:
        self.flush()
        self._connection.execute(
            "UPDATE turn SET abandoned = 0 WHERE source = ? AND abandoned",
            (self._number,),
        )
        self._connection.executemany(
            "UPDATE turn SET abandoned = 1"
            " WHERE source = ? AND line BETWEEN ? AND ? AND NOT sub",
            ((self._number, first, last) for first, last in ranges),
        )

    def finish(self, mtime: float) -> None:
        """Bring what is known of each session up to date with its turns."""
        self.flush()
        for session in self._touched:
            refresh_session(self._connection, session, mtime)


def _address(repository: str | None) -> str | None:
    # Only the repository's id is stored: the address may contain a password.
    from memsync.workspace.repository.identity import normalise

    return normalise(storable(repository)) if repository else None


def refresh_session(
    connection: sqlite3.Connection, session: int, mtime: float | None = None
) -> None:
    """Count a session's turns anew, or remove it where it has none."""
    count, messages, first, last = connection.execute(
        "SELECT count(*), sum(role IN ('user', 'assistant') AND NOT sub), min(time),"
        " max(time) FROM turn WHERE session = ?",
        (session,),
    ).fetchone()
    if not count:
        connection.execute("DELETE FROM session WHERE id = ?", (session,))
        return
    begins = connection.execute(
        "SELECT substr(x.text, 1, ?) FROM turn t JOIN text x ON x.id = t.id"
        " WHERE t.session = ? AND NOT t.sub AND t.role = 'user' ORDER BY t.id LIMIT 1",
        (_LONGEST_TITLE, session),
    ).fetchone()
    connection.execute(
        "UPDATE session SET messages = :messages, begins = :begins,"
        " started = min(coalesce(started, :first, :mtime),"
        " coalesce(:first, started, :mtime)), ended = coalesce(:last, :mtime, ended)"
        " WHERE id = :session",
        {
            "messages": messages or 0,
            "begins": begins and begins[0],
            "first": first,
            "last": last,
            "mtime": mtime,
            "session": session,
        },
    )


def next_turn(connection: sqlite3.Connection, session: int) -> int:
    """The id of the next turn of a session."""
    first = session << SESSION_BITS
    (last,) = connection.execute(
        "SELECT max(id) FROM turn WHERE id >= ? AND id < ?",
        (first, (session + 1) << SESSION_BITS),
    ).fetchone()
    return (last or first) + 1


def put_text(connection: sqlite3.Connection, number: int, text: str) -> None:
    """Keep a turn's text, and make it findable."""
    connection.execute("INSERT INTO text VALUES (?, ?)", (number, text))
    connection.execute(
        "INSERT INTO words (rowid, text) VALUES (?, ?)", (number, spaced(text))
    )
    if found := parts(text):
        connection.execute(
            "INSERT INTO parts (rowid, text) VALUES (?, ?)", (number, found)
        )


def drop_text(connection: sqlite3.Connection, number: int, text: str) -> None:
    """Undo `put_text`: a contentless FTS table needs the old text to delete it."""
    connection.execute(
        "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)",
        (number, spaced(text)),
    )
    if found := parts(text):
        connection.execute(
            "INSERT INTO parts (parts, rowid, text) VALUES ('delete', ?, ?)",
            (number, found),
        )
    connection.execute("DELETE FROM text WHERE id = ?", (number,))


def drop_turns(
    connection: sqlite3.Connection, where: str, values: tuple[object, ...]
) -> None:
    """Take turns out of all tables; `where` is a condition of ours over `t`."""
    while rows := connection.execute(
        "SELECT t.id, x.text FROM turn t JOIN text x ON x.id = t.id"  # noqa: S608 -- ours
        f" WHERE {where} LIMIT 500",
        values,
    ).fetchall():
        for number, text in rows:
            drop_text(connection, number, text)
        connection.executemany(
            "DELETE FROM turn WHERE id = ?", ((number,) for number, _ in rows)
        )
