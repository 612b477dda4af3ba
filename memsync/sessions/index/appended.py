"""Reads a file of lines from where it stopped last time; a packed one as a whole."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from memsync.sessions.index.files import HEAD, Marks, digest, mtime_of, unpacked
from memsync.sessions.reading.lines import lines

if TYPE_CHECKING:
    import os

    from memsync.sessions.index.rows import Rows
    from memsync.sessions.index.writing import Writer
    from memsync.sessions.reading.reader import Conversation, Source

PACKED = ".zst"

# Bytes after which progress is committed, in case we are killed.
_OFTEN = 32 << 20


class _Place(NamedTuple):
    """Where a file is read on from."""

    end: int
    lines: int
    session: int | None
    saved: str | None


class NoZstandard(OSError):
    """Nothing here unpacks a packed session."""


def read_lines(
    rows: Rows, source: Source, number: int, file: BinaryIO, found: os.stat_result
) -> None:
    """Read the appended lines; all lines if the file was replaced."""
    columns = 'head, tail, tail_from, "end", lines, session, saved'
    row = rows.connection.execute(
        f"SELECT {columns} FROM source WHERE id = ?",  # noqa: S608 -- ours
        (number,),
    ).fetchone()
    head, tail, tail_from, end, done, session, saved = row
    grown = bool(saved) and found.st_size >= end
    grown = grown and digest(file, 0, min(HEAD, end)) == head
    grown = grown and digest(file, tail_from, end) == tail
    if not grown:
        rows.clear(number)
        end, done, session, saved = 0, 0, None, None
    file.seek(end)
    _feed(rows, source, number, file, found, _Place(end, done, session, saved))


def read_packed(
    rows: Rows, source: Source, number: int, file: BinaryIO, found: os.stat_result
) -> None:
    """Read a packed file; raises `NoZstandard` where nothing unpacks it."""
    try:
        with unpacked(file) as plain:
            rows.clear(number)
            _feed(rows, source, number, plain, found, _Place(0, 0, None, None))
    except ImportError:
        raise NoZstandard("no zstandard") from None


def _feed(
    rows: Rows,
    source: Source,
    number: int,
    file: BinaryIO,
    found: os.stat_result,
    place: _Place,
) -> None:
    reader = rows.reader(source)
    saved = json.loads(place.saved) if place.saved else None
    conversation = reader.conversation(source, saved)
    writer = rows.writer(source, number, place.session)
    packed = source.path.name.endswith(PACKED)
    kept_at = end = before = place.end
    done = place.lines
    whole = True
    rows.connection.execute("BEGIN IMMEDIATE")
    try:
        for line in lines(file, place.lines, place.end):
            data = line.data
            if not line.complete:
                # Perhaps half a line: leave it for the next time.
                if data is None or not conversation.takes_rest(data):
                    break
                whole = False
            if data is None:
                writer.malformed += 1
            elif data.strip() or not conversation.skips_blank:
                with contextlib.suppress(RecursionError):
                    rows.take(writer, conversation.feed(line.number, data))
            before, end, done = end, line.end, line.number
            if end - kept_at > _OFTEN and whole and not packed:
                _keep(
                    rows,
                    number,
                    writer,
                    Marks.of(file, before, end),
                    done,
                    conversation,
                )
                rows.connection.execute("COMMIT")
                rows.connection.execute("BEGIN IMMEDIATE")
                kept_at = end
        rows.take(writer, conversation.end())
        writer.finish(mtime_of(found))
        marks = Marks(end) if packed else Marks.of(file, before, end)
        go_on = whole and not packed
        _keep(rows, number, writer, marks, done, conversation if go_on else None)
        rows.connection.execute(
            "UPDATE source SET size = ?, mtime = ?, unread = 0 WHERE id = ?",
            (found.st_size, found.st_mtime_ns, number),
        )
    # Also on Ctrl-C: half of a session must not stay in the index.
    except BaseException:
        rows.connection.execute("ROLLBACK")
        raise
    rows.connection.execute("COMMIT")


def _keep(
    rows: Rows,
    number: int,
    writer: Writer,
    marks: Marks,
    done: int,
    conversation: Conversation | None,
) -> None:
    writer.flush()
    rows.connection.execute(
        'UPDATE source SET "end" = ?, head = ?, tail_from = ?, tail = ?, lines = ?,'
        " session = ?, saved = ?, malformed = malformed + ?, unknown = unknown + ?"
        " WHERE id = ?",
        (
            *marks,
            done,
            writer.session,
            json.dumps(conversation.state()) if conversation else None,
            writer.malformed,
            writer.unknown,
            number,
        ),
    )
    writer.malformed = writer.unknown = 0
