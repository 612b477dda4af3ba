"""Bringing a cache up to date: only notes that changed are read again."""

from __future__ import annotations

import contextlib
import sqlite3

from memsync.files.stored import named, text_of
from memsync.memory.files.listing import load, name_in
from memsync.retrieval.cache.glance import folder_stamp
from memsync.terminal import counted as with_progress

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.store.store import Store

# A file younger than this may change again with the same time and size (FAT).
RACY_NS = 2_000_000_000

_ID = "SELECT id FROM note WHERE name = ?"

_YOUNG = "SELECT id, name FROM note WHERE stamp = ''"

# Notes that are read before they are saved, in case the process is killed.
PIECE = 500


def refresh(connection: sqlite3.Connection, store: Store, now_ns: int) -> None:
    """Make the cache agree with the notes of a memory.

    `now_ns` is a moment before this call, in nanoseconds since 1970. Raises
    `OSError` if the folder cannot be listed.
    """
    folder = _settled_folder(store, now_ns)
    rows = store.look().rows
    text = _text(rows)
    if connection.execute("SELECT rows FROM look").fetchone() != (text,):
        young = _renew(connection, store, now_ns)
        if young:
            # The last newline keeps it from being equal to any later look: without
            # these notes the folder would seem unchanged, and they would stay here.
            text = _text([row for row in rows if row not in young]) + b"\n"
        else:
            connection.execute("INSERT INTO state VALUES (?, 0)", (folder,))
        connection.execute("INSERT INTO look VALUES (?)", (text,))
    elif connection.execute("SELECT folder FROM state").fetchone() != (folder,):
        # If this cannot be stored, the next glance checks all files again.
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute("UPDATE state SET folder = ?", (folder,))


def _text(rows: Sequence[str]) -> bytes:
    return "\n".join(rows).encode("utf-8", "surrogateescape")


def _renew(connection: sqlite3.Connection, store: Store, now_ns: int) -> set[str]:
    """Remove the notes that are gone, and put in the new ones.

    Returns the rows of those that are so recent that they are read again next time.
    """
    from memsync.retrieval.cache.filling import Filling

    connection.execute("BEGIN IMMEDIATE")
    old, changed = _differences(connection, store.look().rows)
    connection.execute("DELETE FROM look")
    connection.execute("DELETE FROM state")
    young: set[str] = set()
    filling = Filling(connection)
    for at in old.values():
        filling.remove(at)
    # Notes with equal scores rank by number, so a changed note keeps its number.
    free = sorted((at for name, at in old.items() if name not in changed), reverse=True)
    for number, name in enumerate(with_progress(sorted(changed), "reading notes"), 1):
        if number % PIECE == 0:
            # An agent ends a hook that takes too long: the next one goes on from here.
            filling.write()
            connection.execute("COMMIT")
            connection.execute("BEGIN IMMEDIATE")
        note = load(store.memory, name)
        if note is not None and not note.unread:
            row = changed[name]
            settled = int(row.split(" ", 1)[0]) < now_ns - RACY_NS
            own = old[name] if name in old else free.pop() if free else None
            filling.add(note, row if settled else "", own)
            if not settled:
                young.add(row)
    filling.write()
    return young


def _differences(
    connection: sqlite3.Connection, rows: Sequence[str]
) -> tuple[dict[str, int], dict[str, str]]:
    """By name: the ids of notes that are gone or changed, and the rows to read."""
    there = set(rows)
    last = connection.execute("SELECT rows FROM look").fetchone()
    if last is not None:
        # Reading one text takes half as long as reading all notes' rows. The text also
        # names a file that could not be read, which is tried again: then it has no use.
        kept = set(last[0].decode("utf-8", "surrogateescape").split("\n")) - {""}
        young = connection.execute(_YOUNG).fetchall()
        (size,) = connection.execute("SELECT count(*) FROM note").fetchone()
        if size == len(kept) + len(young):
            old = {text_of(name): at for at, name in young}
            for name in map(name_in, kept - there):
                for (at,) in connection.execute(_ID, (named(name),)):
                    old[name] = at
            return old, {name_in(row): row for row in there - kept}
    notes = connection.execute("SELECT id, stamp, name FROM note").fetchall()
    known = {text_of(stamp) for _, stamp, _ in notes}
    same = {name_in(row) for row in there & known}
    old = {name: at for at, _, stored in notes if (name := text_of(stored)) not in same}
    return old, {name_in(row): row for row in there - known}


def _settled_folder(store: Store, now_ns: int) -> str:
    """The folder's stamp; empty if it is so recent that it may change unseen."""
    stamp = folder_stamp(store)
    return stamp if int(stamp.split(" ", 1)[0]) < now_ns - RACY_NS else ""
