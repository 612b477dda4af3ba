"""Putting notes into a cache, and removing them."""

from __future__ import annotations

from memsync.digest import sha256
from memsync.files.stored import named, storable
from memsync.retrieval.cache.content import packed, words_of
from memsync.retrieval.cache.postings import Changes, is_anywhere, level_of
from memsync.retrieval.ranking.weights import length, places_in
from memsync.retrieval.words.documents import counted, document
from memsync.retrieval.words.stem import stem
from memsync.retrieval.words.terms import terms

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    import sqlite3

    from memsync.memory.note.records import StoredNote


class Words:
    """The ids of written words; the terms of a new word are stored, too."""

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

    def forget(self, words: set[int]) -> None:
        """Remove those of the words that no note has any more."""
        for word in sorted(words):
            if is_anywhere(self._connection, word):
                continue
            (text,) = self._connection.execute(
                "SELECT text FROM word WHERE id = ?", (word,)
            ).fetchone()
            self._connection.executemany(
                "DELETE FROM term WHERE term = ? AND word = ?",
                [(term, word) for term in terms(text)],
            )
            self._connection.execute("DELETE FROM word WHERE id = ?", (word,))
            self._ids.pop(text, None)


class Filling:
    """Notes to remove from a cache and to put in. `write` makes the changes count."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._words = Words(connection)
        self._changes = Changes(connection)
        self._left: set[int] = set()

    def remove(self, note: int) -> None:
        """Remove a note; another may get its number."""
        found = self._connection.execute(
            "SELECT words FROM content WHERE note = ?", (note,)
        )
        words = words_of(found.fetchone()[0])
        self._left.update(words)
        self._changes.put([(word, 0) for word in words], note)
        self._connection.execute("DELETE FROM content WHERE note = ?", (note,))
        self._connection.execute("DELETE FROM note WHERE id = ?", (note,))

    def add(self, note: StoredNote, stamp: str, number: int | None) -> None:
        """Put in a note that is not there; `stamp` is its row, empty for a recent file.

        Without a number the note gets a new one.
        """
        text = counted(document(note))
        size = length(text)
        found = [
            (self._words.id_of(word), place) for word, place in places_in(text).items()
        ]
        parsed = note.note
        row = (
            number,
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
        )
        marks = ",".join("?" * len(row))
        done = self._connection.execute(f"INSERT INTO note VALUES ({marks})", row)  # noqa: S608 -- marks alone
        at = done.lastrowid
        assert at is not None  # noqa: S101 -- one row was inserted
        self._connection.execute(
            "INSERT INTO content VALUES (?, ?)", (at, packed(found))
        )
        levels = [(word, level_of(place.weight, size)) for word, place in found]
        self._changes.put(levels, at)

    def write(self) -> None:
        """Bring the lists of notes for each word up to date."""
        self._changes.write()
        self._words.forget(self._left)
        self._left = set()
