"""A document, or a database of another program: read anew where it changed."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, BinaryIO

from memsync.files.tables import transaction
from memsync.sessions.index.files import digest_of, looks, mtime_of
from memsync.sessions.index.writing import drop_turns, refresh_session
from memsync.sessions.reading import database

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from typing import TypeVar

    from memsync.sessions.index.rows import Rows
    from memsync.sessions.reading.reader import Source

    T = TypeVar("T")


def read_document(
    rows: Rows, source: Source, number: int, file: BinaryIO, found: os.stat_result
) -> None:
    """Read a document in place of what was read of it."""
    writer = rows.writer(source, number, None)
    with transaction(rows.connection):
        rows.clear_now(number)
        rows.take(writer, rows.reader(source).document(source, file))
        writer.finish(mtime_of(found))
        rows.note(number, writer, found.st_size, found.st_mtime_ns)


def read_database(rows: Rows, source: Source, *, named: bool) -> None:
    """Read the parts of a database that changed, and drop those that are gone.

    Raises `database.Unreadable`.
    """
    size, mtime = looks(source)
    reader = rows.reader(source)
    with database.opened(source.path) as there:
        # Kept as digests: a title is among them, and may hold a secret.
        stamps = [
            stamp._replace(changed=digest_of(stamp.changed))
            for stamp in _asked(reader.stamps(there))
        ]
        with transaction(rows.connection):
            number = rows.row(source, named=named)
            writer = rows.writer(source, number, None)
            _drop_parts(rows, number, {stamp.id for stamp in stamps})
            known = dict(
                rows.connection.execute(
                    "SELECT part, changed FROM stamp WHERE source = ?", (number,)
                ).fetchall()
            )
            for stamp in stamps:
                if known.get(stamp.id) == stamp.changed:
                    continue
                _drop_part(rows, number, stamp.id)
                writer.part = stamp.id
                events = _asked(reader.stored(source, there, stamp.id))
                rows.take(writer, events)
                writer.flush()
                rows.connection.execute(
                    "INSERT INTO stamp VALUES (?, ?, ?)",
                    (number, stamp.id, stamp.changed),
                )
            writer.finish(mtime / 1e9)
            rows.note(number, writer, size, mtime)


def _drop_parts(rows: Rows, number: int, there: set[str]) -> None:
    found = rows.connection.execute(
        "SELECT part FROM stamp WHERE source = ?", (number,)
    ).fetchall()
    for (part,) in found:
        if part not in there:
            _drop_part(rows, number, part)


def _drop_part(rows: Rows, number: int, part: str) -> None:
    values = (number, part)
    sessions = rows.connection.execute(
        "SELECT DISTINCT session FROM turn WHERE source = ? AND part = ?", values
    ).fetchall()
    drop_turns(rows.connection, "t.source = ? AND t.part = ?", values)
    rows.connection.execute("DELETE FROM stamp WHERE source = ? AND part = ?", values)
    for (session,) in sessions:
        refresh_session(rows.connection, session)


def _asked(rows: Iterator[T]) -> Iterator[T]:
    """What another program's database answers; its trouble is not the index's."""
    try:
        yield from rows
    except sqlite3.Error as error:
        raise database.Unreadable(str(error)) from None
