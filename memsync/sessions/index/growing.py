"""Updates the index: reads what was appended, drops what is gone."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.files.stored import text_of
from memsync.files.tables import transaction
from memsync.sessions.index.appended import (
    PACKED,
    NoZstandard,
    read_lines,
    read_packed,
)
from memsync.sessions.index.files import looks, opened
from memsync.sessions.index.rows import Rows
from memsync.sessions.index.stored import read_database, read_document
from memsync.sessions.reading import database

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Container

    from memsync.files.lock import Held, Sessions
    from memsync.sessions.reading.reader import Look, Reader, Source


class State(NamedTuple):
    """The state of a source when it was last read."""

    id: int
    agent: str
    form: str
    named: int
    size: int
    mtime: int


class Growth:
    """One update of the index."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        readers: dict[str, Reader],
        forgotten: Container[tuple[str, str]],
        held: Held[Sessions],  # noqa: ARG002 -- a proof
    ) -> None:
        self._connection = connection
        self._rows = Rows(connection, readers, forgotten)
        rows = connection.execute(
            "SELECT path, id, agent, form, named, size, mtime FROM source"
        )
        self.known = {text_of(row[0]): State(*row[1:]) for row in rows}
        self.without_zstd = False
        """Whether a packed session was left out because nothing here unpacks it."""

    def due(self, found: list[Source]) -> list[Source]:
        """The sources that changed since they were read, the newest first."""
        changed = []
        for source in found:
            with contextlib.suppress(OSError):
                size, mtime = looks(source)
                state = self.known.get(os.fspath(source.path))
                if state is None or (state.size, state.mtime) != (size, mtime):
                    changed.append((-mtime, os.fspath(source.path), source))
        changed.sort(key=lambda row: row[:2])
        return [source for _, _, source in changed]

    def show_always(self, usual: list[Source]) -> None:
        """Show sources everywhere, even those that a person once named by path only."""
        for source in usual:
            state = self.known.get(os.fspath(source.path))
            if state is not None and state.named:
                self._connection.execute(
                    "UPDATE source SET named = 0 WHERE id = ?", (state.id,)
                )

    def read(self, source: Source, *, named: bool) -> None:
        """Read what is new in a source; what goes wrong with it is counted."""
        try:
            self._read(source, named=named)
        except (database.Unreadable, OSError, EOFError) as error:
            self.without_zstd |= isinstance(error, NoZstandard)
            self._unread(source, named=named)

    def _unread(self, source: Source, *, named: bool) -> None:
        with transaction(self._connection):
            number = self._rows.row(source, named=named)
            self._connection.execute(
                "UPDATE source SET unread = 1 WHERE id = ?", (number,)
            )

    def _read(self, source: Source, *, named: bool) -> None:
        if source.form == "database":
            read_database(self._rows, source, named=named)
            return
        with opened(source.path) as file:
            found = os.fstat(file.fileno())
            with transaction(self._connection):
                number = self._rows.row(source, named=named)
            if source.form == "document":
                read_document(self._rows, source, number, file, found)
            elif source.path.name.endswith(PACKED):
                read_packed(self._rows, source, number, file, found)
            else:
                read_lines(self._rows, source, number, file, found)

    def leave(self, path: str) -> None:
        """Remove a missing source from the index."""
        number = self.known[path].id
        with transaction(self._connection):
            self._rows.clear_now(number)
            self._connection.execute("DELETE FROM source WHERE id = ?", (number,))

    def gone(
        self, agents: Container[str], found: list[Source], look: Look
    ) -> list[str]:
        """The sources of these agents that certainly no longer exist."""
        there = {os.fspath(source.path) for source in found}
        return [
            path
            for path, state in self.known.items()
            if path not in there
            and not state.named
            and state.agent in agents
            and not any(
                path == each or path.startswith(each + os.sep) for each in look.unread
            )
            and (not os.path.lexists(path) or path.removesuffix(PACKED) in there)
        ]

    def gone_of_named(self) -> list[str]:
        """As `gone`, of those that a person gave: their folder can be read."""
        return [
            path
            for path, state in self.known.items()
            if state.named
            and not os.path.lexists(path)
            and os.access(Path(path).parent, os.R_OK | os.X_OK)
        ]
