"""Which notes have a word, and how much it can count in each, packed for fast reading.

A row of the cache holds one word's notes within one range of 1,024 numbers, three
bytes a note: its place in the range, and a level. Finding a prompt's words among
10,000 notes takes a quarter of the time that one row for each word and note took.
"""

from __future__ import annotations

from array import array
from math import ceil

from memsync.record import NamedTuple
from memsync.retrieval.ranking.weights import counted

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

# Notes of one range; a full row fits into one page of SQLite.
RANGE = 1024

# The most ranges that a memory can have.
_RANGES = 1 << 20

# The number of levels for how much a word counts in a note.
LEVELS = 64

# For each level, a weight that counts in full.
ALL_COUNTED = [1.0] * (LEVELS + 1)

# The length for which levels are computed, since the average is not known yet.
_USUAL = 100.0


class Posting(NamedTuple):
    """The notes of one range that have one word, in ascending order."""

    notes: array[int]
    """Each one's place in the range."""
    levels: bytes
    """Of each, as `level_of`."""


def level_of(weight: float, length: int) -> int:
    """How much a weight counts in a note of this length, from 1 to `LEVELS`."""
    return ceil(counted(weight, length / _USUAL) * LEVELS)


def most_counted(average: float) -> list[float]:
    """For each level, the most that such a weight counts with the true average length.

    With 1 / counted = 1 + (least + by_length x share) / weight, another average
    multiplies what is added to 1 by a factor from 1 to `_USUAL / average`.
    """
    change = min(1.0, _USUAL / average)
    return [
        0.0,
        *(1 / (1 + (LEVELS / level - 1) * change) for level in range(1, LEVELS + 1)),
    ]


def read(connection: sqlite3.Connection, word: int) -> dict[int, Posting]:
    """The notes that have a word, by range."""
    first = word * _RANGES
    rows = connection.execute(
        "SELECT place, notes FROM posting WHERE place BETWEEN ? AND ?",
        (first, first + _RANGES - 1),
    )
    return {place - first: _unpacked(notes) for place, notes in rows}


def is_anywhere(connection: sqlite3.Connection, word: int) -> bool:
    """Whether any note has the word."""
    first = word * _RANGES
    found = connection.execute(
        "SELECT 1 FROM posting WHERE place BETWEEN ? AND ? LIMIT 1",
        (first, first + _RANGES - 1),
    )
    return found.fetchone() is not None


class Changes:
    """Changes to the rows of a cache, each of which is written once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._rows: dict[int, dict[int, int]] = {}

    def put(self, words: Iterable[tuple[int, int]], note: int) -> None:
        """Give a note these words, each at a level; level 0 removes the word."""
        range_, at = divmod(note, RANGE)
        for word, level in words:
            self._rows.setdefault(word * _RANGES + range_, {})[at] = level

    def write(self) -> None:
        """Write the rows that changed."""
        for place, changes in sorted(self._rows.items()):
            found = self._connection.execute(
                "SELECT notes FROM posting WHERE place = ?", (place,)
            ).fetchone()
            old = _unpacked(found[0]) if found else Posting(array("H"), b"")
            new = dict(zip(old.notes, old.levels, strict=True)) | changes
            packed = _packed({at: level for at, level in new.items() if level})
            if packed:
                put = "INSERT OR REPLACE INTO posting VALUES (?, ?)"
                self._connection.execute(put, (place, packed))
            else:
                gone = "DELETE FROM posting WHERE place = ?"
                self._connection.execute(gone, (place,))
        self._rows = {}


def _packed(levels: Mapping[int, int]) -> bytes:
    every = sorted(levels)
    return array("H", every).tobytes() + bytes(map(levels.__getitem__, every))


def _unpacked(row: bytes) -> Posting:
    end = len(row) // 3 * 2
    return Posting(array("H", row[:end]), row[end:])
