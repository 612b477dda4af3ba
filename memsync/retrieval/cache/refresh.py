"""Bringing a cache up to date: only notes that changed since are read."""

from __future__ import annotations

import contextlib
import sqlite3
from array import array
from typing import TYPE_CHECKING

from memsync.digest import sha256
from memsync.memory.files.listing import is_note, load, name_in
from memsync.retrieval.cache.glance import folder_stamp
from memsync.retrieval.cache.stored import named, storable, text_of
from memsync.retrieval.ranking.corpus import length, places_in
from memsync.retrieval.words.documents import counted, document
from memsync.retrieval.words.terms import terms
from memsync.terminal import counted as with_progress

if TYPE_CHECKING:
    from memsync.memory.note.records import StoredNote
    from memsync.memory.store.store import Store

RACY_NS = 2_000_000_000
"""A file so young may change again without its time or its size changing (FAT)."""


def refresh(connection: sqlite3.Connection, store: Store, now_ns: int) -> None:
    """Make the cache say what the notes of a memory say.

    `now_ns` is a moment before this call, in nanoseconds since 1970. Raises
    `OSError` for a folder that cannot be listed.
    """
    folder = _settled_folder(store, now_ns)
    there = {row for row in store.file_rows() if is_note(row)}
    text = "\n".join(sorted(there)).encode("utf-8", "surrogateescape")
    digest = sha256(text).digest()
    kept = connection.execute("SELECT digest, folder FROM state").fetchone()
    if kept is not None and kept[0] == digest:
        if kept[1] != folder:
            # A glance looks at all files again where this cannot be kept.
            with contextlib.suppress(sqlite3.OperationalError):
                connection.execute("UPDATE state SET folder = ?", (folder,))
        return
    connection.execute("BEGIN IMMEDIATE")
    rows = connection.execute("SELECT id, stamp, name FROM note").fetchall()
    known = {text_of(stamp) for _, stamp, _ in rows}
    changed = {name_in(row): row for row in there - known}
    same = {name_in(row) for row in there & known}
    old = [at for at, _, name in rows if text_of(name) not in same]
    _remove(connection, old)
    words = _Words(connection)
    for name in with_progress(sorted(changed), "reading notes"):
        note = load(store.memory, name)
        if note is not None and not note.unread:
            row = changed[name]
            settled = int(row.split(" ", 1)[0]) < now_ns - RACY_NS
            _add(connection, words, note, row if settled else "")
    connection.execute("DELETE FROM state")
    if not connection.execute("SELECT 1 FROM note WHERE stamp = '' LIMIT 1").fetchone():
        connection.execute("INSERT INTO state VALUES (?, ?, 0)", (digest, folder))


def _settled_folder(store: Store, now_ns: int) -> str:
    """The folder's stamp; empty for one so young that it may change unseen."""
    stamp = folder_stamp(store)
    return stamp if int(stamp.split(" ", 1)[0]) < now_ns - RACY_NS else ""


class _Words:
    """The ids of written words; a new one gets its terms stored."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._ids: dict[str, int] = {}

    def id_of(self, word: str) -> int:
        if word not in self._ids:
            found = self._connection.execute(
                "SELECT id FROM word WHERE text = ?", (word,)
            ).fetchone()
            self._ids[word] = found[0] if found else self._new(word)
        return self._ids[word]

    def _new(self, word: str) -> int:
        done = self._connection.execute("INSERT INTO word (text) VALUES (?)", (word,))
        at = done.lastrowid
        assert at is not None  # noqa: S101 -- one row was inserted
        self._connection.executemany(
            "INSERT INTO term VALUES (?, ?)", [(term, at) for term in terms(word)]
        )
        return at


def _add(
    connection: sqlite3.Connection, words: _Words, note: StoredNote, stamp: str
) -> None:
    text = counted(document(note))
    found = [(words.id_of(word), *place) for word, place in places_in(text).items()]
    size = length(text)
    parsed = note.note
    row = (
        named(note.name),
        named(stamp),
        sha256(note.data).digest(),
        storable(parsed.type),
        storable(parsed.description),
        parsed.chars,
        storable(parsed.created),
        storable(parsed.updated),
        bool(parsed.problems),
        size,
        array("I", [word for word, *_ in found]).tobytes(),
    )
    done = connection.execute(
        "INSERT INTO note (name, stamp, digest, type, description, chars, created,"
        " updated, odd, length, words) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        row,
    )
    connection.executemany(
        "INSERT INTO posting VALUES (?, ?, ?, ?, ?)",
        [(word, done.lastrowid, *place, size) for word, *place in found],
    )


def _remove(connection: sqlite3.Connection, notes: list[int]) -> None:
    """Remove notes, and the words that stand in no other."""
    left: set[int] = set()
    for at in notes:
        found = connection.execute("SELECT words FROM note WHERE id = ?", (at,))
        words = array("I", found.fetchone()[0])
        left.update(words)
        connection.executemany(
            "DELETE FROM posting WHERE word = ? AND note = ?",
            [(word, at) for word in words],
        )
        connection.execute("DELETE FROM note WHERE id = ?", (at,))
    lone = [
        (word,)
        for word in left
        if not connection.execute(
            "SELECT 1 FROM posting WHERE word = ? LIMIT 1", (word,)
        ).fetchone()
    ]
    for word in lone:
        (text,) = connection.execute(
            "SELECT text FROM word WHERE id = ?", word
        ).fetchone()
        connection.executemany(
            "DELETE FROM term WHERE term = ? AND word = ?",
            [(term, word[0]) for term in terms(text)],
        )
    connection.executemany("DELETE FROM word WHERE id = ?", lone)
