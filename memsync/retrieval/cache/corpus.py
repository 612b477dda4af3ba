"""The notes of several memories as a corpus, read from their caches."""

from __future__ import annotations

import contextlib
from heapq import merge

from memsync.files.stored import text_of
from memsync.retrieval.cache.candidates import Found, bounds, needed_of
from memsync.retrieval.cache.content import unpacked, words_of
from memsync.retrieval.cache.database import connected, file_of
from memsync.retrieval.cache.glance import seems_unchanged
from memsync.retrieval.cache.lexicon import KeptLexicon
from memsync.retrieval.cache.postings import RANGE, read
from memsync.retrieval.ranking.weights import Place

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    import sqlite3
    from array import array
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from memsync.memory.store.store import Store
    from memsync.retrieval.cache.postings import Posting
    from memsync.retrieval.ranking.weights import Bound, Gain
    from memsync.retrieval.words.lexicon import Lexicon

# SQLite runs a cross join in the order in which it is written: from the few asked.
_WORDS = (
    "SELECT term, id, text FROM term CROSS JOIN word ON id = word WHERE term IN (%s)"
)
_CONTENT = (
    "SELECT id, length, words FROM note CROSS JOIN content ON note = id"
    " WHERE id IN (%s) ORDER BY id"
)

_WORDS_OF = "SELECT words FROM content WHERE note = ?"

# Values in one query; SQLite before 3.32 accepts 999.
_AT_ONCE = 400


class KeptCorpus:
    """A corpus over up-to-date caches; a note of an earlier memory shadows later ones.

    A note's number is its id in its memory's cache, times the number of memories, plus
    its memory's index.
    """

    def __init__(self, parts: Sequence[tuple[Store, sqlite3.Connection]]) -> None:
        self.stores = [store for store, _ in parts]
        self._connections = [connection for _, connection in parts]
        self._postings: list[dict[int, dict[int, Posting]]] = [{} for _ in parts]
        self._shadowed: list[dict[int, set[int]]] = [{} for _ in parts]
        size = words = 0
        for at, connection in enumerate(self._connections):
            found = connection.execute("SELECT count(*), sum(length) FROM note")
            notes, length = found.fetchone()
            hidden = self._hidden(at)
            for note, _ in hidden:
                range_, place = divmod(note, RANGE)
                self._shadowed[at].setdefault(range_, set()).add(place)
            size += notes - len(hidden)
            words += (length or 0) - sum(length for _, length in hidden)
        self.lexicon: Lexicon = KeptLexicon(
            self._connections, [self._dead(at) for at in range(len(parts))]
        )
        self.size = size
        self.average = words / (size or 1) or 1.0
        self._words: dict[str, dict[int, int]] = {}
        self._lengths: dict[int, int] = {}

    def _number(self, note: int, at: int) -> int:
        return note * len(self._connections) + at

    def _hidden(self, at: int) -> list[tuple[int, int]]:
        """The notes of a memory that an earlier one shadows, with their lengths."""
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

    def _is_shadowed(self, note: int, at: int) -> bool:
        range_, place = divmod(note, RANGE)
        return place in self._shadowed[at].get(range_, ())

    def _dead(self, at: int) -> list[int]:
        """The words of a memory that only its shadowed notes have."""
        hidden = self._shadowed[at]
        found: set[int] = set()
        for range_, places in hidden.items():
            for place in places:
                note = (range_ * RANGE + place,)
                row = self._connections[at].execute(_WORDS_OF, note).fetchone()
                found.update(words_of(row[0]))
        self._load(found, at)
        return [
            word
            for word in found
            if all(
                hidden.get(range_, set()).issuperset(posting.notes)
                for range_, posting in self._postings[at][word].items()
            )
        ]

    def _load(self, words: Iterable[int], at: int) -> None:
        known = self._postings[at]
        for word in words:
            if word not in known:
                known[word] = read(self._connections[at], word)

    def name(self, number: int) -> tuple[Store, str]:
        """The memory that a note is in, and its name there."""
        note, at = divmod(number, len(self._connections))
        found = self._connections[at].execute(
            "SELECT name FROM note WHERE id = ?", (note,)
        )
        return self.stores[at], text_of(found.fetchone()[0])

    def names(self) -> list[tuple[str, int]]:
        """Every note's name and number, by name."""
        found = [
            (text_of(name), self._number(note, at))
            for at, connection in enumerate(self._connections)
            for note, name in connection.execute("SELECT id, name FROM note")
            if not self._is_shadowed(note, at)
        ]
        return sorted(found)

    def digests(self) -> list[tuple[int, bytes]]:
        """Every note's number and the SHA-256 of its bytes."""
        return [
            (self._number(note, at), digest)
            for at, connection in enumerate(self._connections)
            for note, digest in connection.execute("SELECT id, digest FROM note")
            if not self._is_shadowed(note, at)
        ]

    def written(self, wanted: AbstractSet[str]) -> Mapping[str, tuple[str, ...]]:
        """As `Corpus.written`."""
        self._words = {}
        found: dict[str, set[str]] = {}
        every = list(wanted)
        for at, connection in enumerate(self._connections):
            for begin in range(0, len(every), _AT_ONCE):
                some = every[begin : begin + _AT_ONCE]
                for term, word, text in connection.execute(_WORDS % _marks(some), some):
                    self._words.setdefault(text, {})[at] = word
                    found.setdefault(text, set()).add(term)
            self._load((its[at] for its in self._words.values() if at in its), at)
        return {word: tuple(found[word]) for word in sorted(found)}

    def having(self, words: Collection[str]) -> int:
        """As `Corpus.having`."""
        found = 0
        for at, postings in enumerate(self._postings):
            ids = [self._words[text][at] for text in words if at in self._words[text]]
            ranges: dict[int, list[array[int]]] = {}
            for word in ids:
                for range_, posting in postings[word].items():
                    ranges.setdefault(range_, []).append(posting.notes)
            for range_, notes in ranges.items():
                hidden = self._shadowed[at].get(range_)
                if len(notes) == 1 and not hidden:
                    found += len(notes[0])
                else:
                    found += len(set().union(*notes) - (hidden or set()))
        return found

    def candidates(
        self, gains: Mapping[str, Gain], bound: Bound, least: float = 0.0
    ) -> Iterator[tuple[int, float]]:
        """As `Corpus.candidates`."""
        needed, rest = needed_of(gains, least)
        found = [
            self._numbered(
                at,
                bounds(self._found(at, needed), rest, bound, least, self.average),
            )
            for at in range(len(self._connections))
        ]
        for most, number in merge(*found):
            yield number, -most

    def _found(self, at: int, needed: Mapping[str, Gain]) -> Found:
        """Those of the words that one memory has."""
        postings = self._postings[at]
        words = [
            (gain, postings[self._words[text][at]])
            for text, gain in needed.items()
            if at in self._words[text]
        ]
        return Found(words, self._shadowed[at])

    def _numbered(
        self, at: int, notes: Iterable[tuple[float, int]]
    ) -> Iterator[tuple[float, int]]:
        for most, note in notes:
            yield most, self._number(note, at)

    def places(
        self, words: Collection[str], notes: Collection[int]
    ) -> Iterable[tuple[int, str, Place]]:
        """As `Corpus.places`."""
        asked: list[dict[int, str]] = [{} for _ in self._connections]
        for text in words:
            for at, word in self._words[text].items():
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
        rows = self._connections[at].execute(_CONTENT % _marks(notes), notes)
        for note, length, value in rows:
            number = self._number(note, at)
            self._lengths[number] = length
            content = unpacked(value)
            here = {
                asked[word]: place
                for place, word in enumerate(content.words)
                if word in asked
            }
            for word, place in sorted(here.items()):
                its = Place(content.weights[place], content.parts[place])
                yield number, word, its

    def lengths(self, notes: Collection[int]) -> Mapping[int, int]:
        """As `Corpus.lengths`."""
        unknown = [number for number in notes if number not in self._lengths]
        if unknown:
            list(self.places((), unknown))
        return {number: self._lengths[number] for number in notes}


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


@contextlib.contextmanager
def kept_corpus(
    cache: Path, stores: Sequence[Store], now_ns: int, *, glance: bool = False
) -> Iterator[KeptCorpus]:
    """The notes of these memories, from caches that are brought up to date first.

    With `glance`, a cache that `seems_unchanged` is used as it is.

    Raises `database.Unusable` if a cache cannot be used, and `OSError` as `refresh`.
    """
    with contextlib.ExitStack() as stack:
        parts = []
        for store in stores:
            file = file_of(cache, store.memory.folder)
            connection = stack.enter_context(connected(file))
            if not (glance and seems_unchanged(connection, store)):
                from memsync.retrieval.cache.refresh import refresh

                refresh(connection, store, now_ns)
            connection.commit()  # what was read is kept, whatever comes of the ranking
            # Read one state until the end: other processes may remove notes meanwhile.
            connection.execute("BEGIN")
            parts.append((store, connection))
        yield KeptCorpus(parts)
