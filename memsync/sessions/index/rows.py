"""What the index keeps of one source: its row, and everything that was read of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.files.stored import named as named_path
from memsync.files.tables import transaction
from memsync.sessions.index.writing import Writer, drop_turns, refresh_session

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Container, Iterable

    from memsync.sessions.reading.events import Event
    from memsync.sessions.reading.reader import Reader, Source

# The errors that a malformed record can cause in a reader.
_ODD = (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError)


class Rows:
    """The rows of sources, and how a source is read into them."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        readers: dict[str, Reader],
        forgotten: Container[tuple[str, str]],
    ) -> None:
        self.connection = connection
        self._readers = readers
        self._forgotten = forgotten

    def reader(self, source: Source) -> Reader:
        """The reader of a source's agent."""
        return self._readers[source.agent]

    def row(self, source: Source, *, named: bool) -> int:
        """The number of a source, which gets a row if it has none."""
        path = named_path(os.fspath(source.path))
        self.connection.execute(
            "INSERT INTO source (agent, path, form, named, malformed, unknown, unread,"
            ' "end", lines, size, mtime) VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0, -1, 0)'
            " ON CONFLICT (path) DO UPDATE SET agent = excluded.agent,"
            " form = excluded.form, named = min(named, excluded.named)",
            (source.agent, path, source.form, int(named)),
        )
        query = "SELECT id FROM source WHERE path = ?"
        (number,) = self.connection.execute(query, (path,)).fetchone()
        return int(number)

    @staticmethod
    def take(writer: Writer, events: Iterable[Event]) -> None:
        """Write events up to the first malformed one."""
        try:
            writer.take(events)
        except _ODD:
            writer.malformed += 1

    def writer(self, source: Source, number: int, session: int | None) -> Writer:
        """A writer for a source; `session` is the one to continue."""
        return Writer(self.connection, source, number, self._forgotten, session=session)

    def note(self, number: int, writer: Writer, size: int, mtime: int) -> None:
        """Note how a source was when it was read as a whole."""
        self.connection.execute(
            "UPDATE source SET size = ?, mtime = ?, malformed = ?, unknown = ?,"
            " unread = 0 WHERE id = ?",
            (size, mtime, writer.malformed, writer.unknown, number),
        )

    def clear(self, number: int) -> None:
        """As `clear_now`, at once."""
        with transaction(self.connection):
            self.clear_now(number)

    def clear_now(self, number: int) -> None:
        """Take everything of a source out; its row stays."""
        sessions = self.connection.execute(
            "SELECT DISTINCT session FROM turn WHERE source = ?", (number,)
        ).fetchall()
        drop_turns(self.connection, "t.source = ?", (number,))
        self.connection.execute("DELETE FROM stamp WHERE source = ?", (number,))
        self.connection.execute(
            'UPDATE source SET "end" = 0, lines = 0, session = NULL, saved = NULL,'
            " malformed = 0, unknown = 0, size = -1 WHERE id = ?",
            (number,),
        )
        for (session,) in sessions:
            refresh_session(self.connection, session)
