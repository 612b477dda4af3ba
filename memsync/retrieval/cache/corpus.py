"""The notes of several memories as a corpus, read from their caches."""

from __future__ import annotations

import contextlib
from array import array
from typing import TYPE_CHECKING

from memsync.retrieval.cache.database import connected, file_of
from memsync.retrieval.cache.glance import seems_unchanged
from memsync.retrieval.cache.lexicon import KeptLexicon
from memsync.retrieval.cache.stored import text_of
from memsync.retrieval.ranking.corpus import Gain, Place
from memsync.retrieval.words.terms import terms

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from memsync.memory.store.store import Store
    from memsync.retrieval.ranking.corpus import Bound
    from memsync.retrieval.words.lexicon import Lexicon

# A cross join is done in the order in which it is written: from the few asked.
_WORDS = (
    "SELECT DISTINCT id, text FROM term CROSS JOIN word ON id = word WHERE term IN (%s)"
)
_COUNT = "SELECT count(DISTINCT note) FROM posting WHERE word IN (%s)"
_COUNT_OF_ONE = "SELECT count(*) FROM posting WHERE word = ?"
_NOTES = "SELECT note FROM posting WHERE word = ?"
_NOTE = "SELECT id, length, words FROM note"
_PLACES = (
    "SELECT word, note, weight, parts FROM pair CROSS JOIN posting USING (word, note)"
)

_BOUNDS = (
    "SELECT note, (sum(gain * weight / (weight + ? + ? * length)) + ?)"
    " * (? + ? * min(1.0, sum(held) + ?)) AS most"
    " FROM asked CROSS JOIN posting USING (word)"
    " GROUP BY note HAVING most >= ? ORDER BY most DESC, note"
)

# Of what a note is to score at least, words that give a smaller part together are not
# looked up.
_LEFT_OUT = 8

# Values in one question; SQLite before 3.32 takes 999.
_AT_ONCE = 400


class KeptCorpus:
    """A corpus over up-to-date caches; a note of an earlier memory shadows.

    A note's number is its id in its memory's cache, times the memories, plus the
    memory's place.
    """

    def __init__(self, parts: Sequence[tuple[Store, sqlite3.Connection]]) -> None:
        self.stores = [store for store, _ in parts]
        self._connections = [connection for _, connection in parts]
        self._shadowed: set[int] = set()
        size = words = 0
        some: list[bool] = []
        for at, connection in enumerate(self._connections):
            found = connection.execute("SELECT count(*), sum(length) FROM note")
            notes, length = found.fetchone()
            hidden = self._hidden(at)
            self._shadowed.update(self._number(note, at) for note, _ in hidden)
            size += notes - len(hidden)
            words += (length or 0) - sum(length for _, length in hidden)
            connection.execute("CREATE TEMP TABLE shadowed (note INTEGER PRIMARY KEY)")
            ids = [(note,) for note, _ in hidden]
            connection.executemany("INSERT INTO shadowed VALUES (?)", ids)
            connection.execute(
                "CREATE TEMP TABLE asked (word INTEGER, gain REAL, held REAL)"
            )
            connection.execute("CREATE TEMP TABLE pair (word INTEGER, note INTEGER)")
            some.append(bool(hidden))
        self.lexicon: Lexicon = KeptLexicon(self._connections, some)
        self.size = size
        self.average = words / (size or 1) or 1.0
        self._words: dict[str, list[tuple[int, int]]] = {}
        self._lengths: dict[int, int] = {}

    def _number(self, note: int, at: int) -> int:
        return note * len(self._connections) + at

    def _hidden(self, at: int) -> list[tuple[int, int]]:
        """The notes of a memory, and their lengths, that an earlier one shadows."""
        if at == 0:
            return []
        rows = self._connections[at].execute("SELECT id, name, length FROM note")
        return [
            (note, length)
            for note, name, length in rows
            if any(
                earlier.execute("SELECT 1 FROM note WHERE name = ?", (name,)).fetchone()
                for earlier in self._connections[:at]
            )
        ]

    def name(self, number: int) -> tuple[Store, str]:
        """In which memory a note is, and under which name."""
        note, at = divmod(number, len(self._connections))
        found = self._connections[at].execute(
            "SELECT name FROM note WHERE id = ?", (note,)
        )
        return self.stores[at], text_of(found.fetchone()[0])

    def names(self) -> list[tuple[str, int]]:
        """Every note's name and number, by name."""
        found = [
            (text_of(name), number)
            for at, connection in enumerate(self._connections)
            for note, name in connection.execute("SELECT id, name FROM note")
            if (number := self._number(note, at)) not in self._shadowed
        ]
        return sorted(found)

    def digests(self) -> list[tuple[int, bytes]]:
        """Every note's number and the SHA-256 of its bytes."""
        return [
            (number, digest)
            for at, connection in enumerate(self._connections)
            for note, digest in connection.execute("SELECT id, digest FROM note")
            if (number := self._number(note, at)) not in self._shadowed
        ]

    def written(self, wanted: AbstractSet[str]) -> Mapping[str, tuple[str, ...]]:
        """As `Corpus.written`."""
        self._words = {}
        every = list(wanted)
        for at, connection in enumerate(self._connections):
            for begin in range(0, len(every), _AT_ONCE):
                some = every[begin : begin + _AT_ONCE]
                for word, text in connection.execute(_WORDS % _marks(some), some):
                    places = self._words.setdefault(text, [])
                    if (at, word) not in places:
                        places.append((at, word))
        return {word: terms(word) for word in sorted(self._words)}

    def having(self, words: Collection[str]) -> int:
        """As `Corpus.having`."""
        found = 0
        for at, connection in enumerate(self._connections):
            ids = self._ids(words, at)
            if not ids:
                continue
            if not self._shadowed and len(ids) <= _AT_ONCE:
                # A note has one row for a word: telling rows apart costs most.
                count = _COUNT_OF_ONE if len(ids) == 1 else _COUNT % _marks(ids)
                rows = connection.execute(count, ids)
                found += rows.fetchone()[0]
                continue
            notes = {
                self._number(note, at)
                for word in ids
                for (note,) in connection.execute(_NOTES, (word,))
            }
            found += len(notes - self._shadowed)
        return found

    def _ids(self, words: Collection[str], at: int) -> list[int]:
        return [
            word for text in words for of, word in self._words.get(text, ()) if of == at
        ]

    def candidates(
        self, gains: Mapping[str, Gain], bound: Bound, least: float = 0.0
    ) -> Iterator[tuple[int, float]]:
        """As `Corpus.candidates`."""
        needed, rest = _needed(gains, least / _LEFT_OUT)
        parts = [
            self._of_one(at, needed, rest, bound, least)
            for at in range(len(self._connections))
        ]
        if len(parts) == 1:
            return parts[0]
        from heapq import merge

        return merge(*parts, key=lambda one: (-one[1], one[0]))

    def _of_one(
        self,
        at: int,
        gains: Mapping[str, Gain],
        rest: Gain,
        bound: Bound,
        least: float,
    ) -> Iterator[tuple[int, float]]:
        """The candidates of one cache, which have these words and may have the rest."""
        connection = self._connections[at]
        connection.execute("DELETE FROM asked")
        rows = [
            (word, *gain)
            for text, gain in gains.items()
            for of, word in self._words[text]
            if of == at
        ]
        connection.executemany("INSERT INTO asked VALUES (?, ?, ?)", rows)
        (first, by_length), together = bound
        curve = (first, by_length / self.average, rest.score)
        whole = (1 - together, together, rest.held)
        for note, most in connection.execute(_BOUNDS, (*curve, *whole, least)):
            number = self._number(note, at)
            if number not in self._shadowed:
                yield number, most

    def places(
        self, words: Collection[str], notes: Collection[int]
    ) -> Iterable[tuple[int, str, Place]]:
        """As `Corpus.places`."""
        asked: list[dict[int, str]] = [{} for _ in self._connections]
        for text in words:
            for at, word in self._words[text]:
                asked[at][word] = text
        every = list(notes)
        for begin in range(0, len(every), _AT_ONCE):
            some = every[begin : begin + _AT_ONCE]
            for at, here in enumerate(asked):
                own = [note for note, of in map(self._parted, some) if of == at]
                yield from self._places_in(at, here, own)

    def _parted(self, number: int) -> tuple[int, int]:
        return divmod(number, len(self._connections))

    def _places_in(
        self, at: int, asked: Mapping[int, str], notes: Sequence[int]
    ) -> Iterator[tuple[int, str, Place]]:
        connection = self._connections[at]
        question = f"{_NOTE} WHERE id IN ({_marks(notes)})"
        pairs: list[tuple[int, int]] = []
        for note, length, own in connection.execute(question, notes):
            self._lengths[self._number(note, at)] = length
            here = asked.keys() & array("I", own)
            pairs += [(word, note) for word in sorted(here, key=asked.__getitem__)]
        connection.execute("DELETE FROM pair")
        connection.executemany("INSERT INTO pair VALUES (?, ?)", pairs)
        for word, note, weight, parts in connection.execute(_PLACES):
            yield self._number(note, at), asked[word], Place(weight, parts)

    def lengths(self, notes: Collection[int]) -> Mapping[int, int]:
        """As `Corpus.lengths`."""
        unknown = [number for number in notes if number not in self._lengths]
        if unknown:
            list(self.places((), unknown))
        return {number: self._lengths[number] for number in notes}


def _needed(gains: Mapping[str, Gain], little: float) -> tuple[dict[str, Gain], Gain]:
    """The words that are looked up, and what all others give a note together.

    Those are the ones that give least, and less than `little` together: they are the
    most common words, which stand in most notes (Turtle and Flood, Query Evaluation:
    Strategies and Optimizations, 1995).
    """
    needed = dict(sorted(gains.items(), key=lambda one: (-one[1].score, one[0])))
    score = held = 0.0
    while needed:
        word, gain = needed.popitem()
        if score + gain.score >= little:
            needed[word] = gain
            break
        score += gain.score
        held += gain.held
    return needed, Gain(score, held)


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


@contextlib.contextmanager
def kept_corpus(
    cache: Path, stores: Sequence[Store], now_ns: int, *, glance: bool = False
) -> Iterator[KeptCorpus]:
    """The notes of these memories, by caches that are brought up to date first.

    With `glance` those are taken as they are where nothing seems to have changed.

    Raises `database.Unusable` where that cannot be, and `OSError` as `refresh`.
    """
    with contextlib.ExitStack() as stack:
        parts = []
        for store in stores:
            file = file_of(cache, store.memory.folder)
            connection = stack.enter_context(connected(file))
            if not (glance and seems_unchanged(connection, store)):
                from memsync.retrieval.cache.refresh import refresh

                refresh(connection, store, now_ns)
            connection.commit()  # other processes need not wait while we rank
            parts.append((store, connection))
        yield KeptCorpus(parts)
