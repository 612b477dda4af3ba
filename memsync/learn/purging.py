"""Removes a value from what learning keeps: proposals and the ledger."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.files import atomic, tables
from memsync.files.lock import hold
from memsync.learn.ledger import schema
from memsync.learn.proposals import pending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from memsync.paths import Places

    # A function that returns what remains of a text.
    Remains = Callable[[str], str]

_WAIT = 60.0
_LARGEST = 1 << 20

# The columns of the ledger that hold words of a session or a model: plain, or JSON.
_PLAIN = (("synopsis", "text"), ("session", "reason"), ("call", "outcome"))
_JSON = (("fact", "body"), ("run", "report"))


def purge_value(places: Places, remains: Remains, *, pretend: bool) -> list[str]:
    """Remove a value from all proposals and the ledger; return what contained it.

    Calls `remains` for each text. With `pretend` changes nothing. Raises `Locked`,
    `Broken` and `OSError`.
    """
    found: list[str] = []
    folder = places.data / "learn"
    if folder.is_dir():
        with hold(folder / "proposals.lock", what="purge", wait=_WAIT):
            found = [
                f"proposal {path.stem}"
                for path in _files(folder)
                if _purge_file(path, remains, pretend=pretend)
            ]
    ledger = places.state / schema.NAME
    if ledger.exists() and _purge_ledger(ledger, remains, pretend=pretend):
        found.append(schema.NAME)
    return found


def _files(folder: Path) -> Iterator[Path]:
    for part in pending.FOLDERS:
        yield from sorted((folder / part).glob("*.json"))


def _purge_file(path: Path, remains: Remains, *, pretend: bool) -> bool:
    try:
        data = json.loads(atomic.read_regular(path, limit=_LARGEST))
    except (OSError, MemsyncError, ValueError, RecursionError):
        return False
    new = _mapped(data, remains)
    if new != data and not pretend:
        atomic.write(path, json.dumps(new, indent=1).encode() + b"\n", mode=0o600)
    return bool(new != data)


def _purge_ledger(path: Path, remains: Remains, *, pretend: bool) -> bool:
    connection = tables.opened(path, schema.TABLES)
    try:
        with tables.transaction(connection):
            found = _changes(connection, remains)
            for (table, column), old, new in [] if pretend else found:
                connection.execute(
                    f"UPDATE {table} SET {column} = ? WHERE {column} = ?",  # noqa: S608
                    (new, old),
                )
        # The write-ahead log must not keep what was written before.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error as error:
        raise tables.trouble(error, path, schema.TABLES) from None
    finally:
        connection.close()
    return bool(found)


def _changes(
    connection: sqlite3.Connection, remains: Remains
) -> list[tuple[tuple[str, str], str, str]]:
    """The texts of the ledger that change: their place, the old text, the new one."""
    found = []
    for place in (*_PLAIN, *_JSON):
        table, column = place
        query = f"SELECT DISTINCT {column} FROM {table}"  # noqa: S608 -- ours
        for (old,) in connection.execute(query).fetchall():
            new = _remains_of_json(old, remains) if place in _JSON else remains(old)
            if new != old:
                found.append((place, old, new))
    return found


def _remains_of_json(text: str, remains: Remains) -> str:
    data = json.loads(text)
    new = _mapped(data, remains)
    return text if new == data else json.dumps(new)


def _mapped(data: object, remains: Remains) -> object:
    """JSON data with each text replaced by what remains of it."""
    if isinstance(data, str):
        return remains(data)
    if isinstance(data, list):
        return [_mapped(each, remains) for each in data]
    if isinstance(data, dict):
        return {remains(key): _mapped(each, remains) for key, each in data.items()}
    return data
