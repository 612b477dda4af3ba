"""Reads SQLite files of other programs, without leaving a trace beside them.

Opening a database in WAL mode, even read-only, creates `-wal` and `-shm` files next to
it. A database that no program is writing has no `-wal`: it is opened as immutable. One
with rows in its `-wal` is first copied, with that file, to a private folder.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

# Bytes of a database to copy: it is on the same disk, and removed at once.
_LARGEST_COPY = 4 << 30

# Seconds to wait for a lock; a database locked for longer is read next time.
_PATIENCE = 1.0

# The most bytes of one value; a row with a longer one is skipped.
_LONGEST_VALUE = 16 << 20


class Unreadable(Exception):
    """Not a database, locked for too long, half written, or of another form."""


@contextlib.contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads; raises `Unreadable` and `OSError`.

    No file appears beside `path`, and none changes.
    """
    with contextlib.ExitStack() as stack:
        readable, immutable = path, True
        pages = _beside(path, "-wal")
        if pages or _beside(path, "-journal"):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            readable, immutable = _copied(path, folder), False
        query = "mode=ro&immutable=1" if immutable else "mode=rw"
        address = f"file:{quote(str(readable))}?{query}"
        try:
            # A URI, because only that can open a database read-only.
            connection = sqlite3.connect(address, uri=True, timeout=_PATIENCE)
        except sqlite3.Error as error:
            raise Unreadable(str(error)) from None
        stack.callback(connection.close)
        connection.text_factory = _text
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        # A hostile view or trigger in the file must not be able to call functions.
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            # Kibibytes, as a negative number.
            connection.execute("PRAGMA cache_size = -8192")
        except sqlite3.Error as error:
            raise Unreadable(str(error)) from None
        yield connection


def _beside(path: Path, ending: str) -> int:
    try:
        return path.with_name(path.name + ending).stat().st_size
    except OSError:
        return 0


def _copied(path: Path, folder: Path) -> Path:
    """Copy a database together with the rows that are still in its write-ahead log."""
    # The copy must not fill the disk.
    size = path.stat().st_size + _beside(path, "-wal")
    if size > min(_LARGEST_COPY, shutil.disk_usage(folder).free // 2):
        raise Unreadable("too large to copy")
    copy = folder / "copy.db"
    # The log first: pages checkpointed in between are then in both copies.
    for ending in ("-wal", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(
                path.with_name(path.name + ending), folder / f"copy.db{ending}"
            )
    shutil.copyfile(path, copy)
    return copy


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def columns(connection: sqlite3.Connection, table: str) -> set[str]:
    """The columns of a table; none where there is no such table."""
    found = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
    return {str(name) for (name,) in found}
