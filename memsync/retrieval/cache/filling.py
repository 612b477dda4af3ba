"""What a cache holds of a note: put in, and taken out again."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from memsync.digest import sha256
from memsync.retrieval.cache.stored import named, storable
from memsync.retrieval.ranking.corpus import length, places_in
from memsync.retrieval.words.documents import counted, document
from memsync.retrieval.words.stem import stem
from memsync.retrieval.words.terms import terms

if TYPE_CHECKING:
    import sqlite3

    from memsync.memory.note.records import StoredNote


class Words:
    """The ids of written words; a new one gets its terms stored."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._ids: dict[str, int] = {}

    def id_of(self, word: str) -> int:
        """The id of a word, which is stored if it is new."""
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
            "INSERT INTO term VALUES (?, ?, ?)",
            [(term, at, stem(term)) for term in terms(word)],
        )
        return at


def add(
    connection: sqlite3.Connection, words: Words, note: StoredNote, stamp: str
) -> None:
    """Put in a note that is not there; `stamp` is its row, empty for a young file."""
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


def remove(connection: sqlite3.Connection, notes: list[int]) -> None:
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
