"""Vectors of notes, kept by digest of text and model: safe to lose, never synced.

Each number has 8 bits, and each vector a scale: 388 bytes a piece. Each model has its
own file, so that the vectors of one are never used for another.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from memsync.retrieval.cache.database import Tables, connected

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_TABLES = Tables(
    1,
    """
CREATE TABLE vector (
  digest BLOB PRIMARY KEY,  -- of the note's text
  width INTEGER NOT NULL,
  scales BLOB NOT NULL,     -- float32, one a piece
  numbers BLOB NOT NULL     -- int8, pieces x width
) WITHOUT ROWID;
""",
)


class Vectors:
    """The vectors of one model's notes, in a folder of caches."""

    def __init__(self, cache: Path, model: str) -> None:
        # A model's name may hold characters that no file name can have.
        name = hashlib.sha256(model.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        self._file = cache / f"vectors-{name}.sqlite3"

    def load(self, digests: Iterable[bytes]) -> dict[bytes, Floats]:
        """For each note that has vectors, one row for each piece. Raises `Unusable`."""
        wanted = set(digests)
        with connected(self._file, _TABLES) as connection:
            rows = connection.execute(
                "SELECT digest, width, scales, numbers FROM vector"
            )
            return {
                digest: _whole(width, scales, numbers)
                for digest, width, scales, numbers in rows
                if digest in wanted
            }

    def save(self, made: Mapping[bytes, Floats]) -> None:
        """Store the vectors of some notes. Raises `Unusable`."""
        with connected(self._file, _TABLES) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?)",
                [(digest, *_packed(rows)) for digest, rows in made.items()],
            )


def _packed(rows: Floats) -> tuple[int, bytes, bytes]:
    # A scale for each vector fits it into 8 bits; the bound avoids dividing by 0.
    scales = np.abs(rows).max(axis=1, keepdims=True) / 127
    numbers = np.rint(rows / np.maximum(scales, 1e-12)).astype(np.int8)
    return rows.shape[1], scales.astype("<f4").tobytes(), numbers.tobytes()


def _whole(width: int, scales: bytes, numbers: bytes) -> Floats:
    rows = np.frombuffer(numbers, dtype=np.int8).reshape(-1, width)
    found: Floats = rows * np.frombuffer(scales, dtype="<f4")[:, None]
    return found.astype(np.float32)


def best(query: Floats, notes: Sequence[Floats]) -> list[float]:
    """For each note, how like the query its best piece is: from -1 to 1."""
    if not notes:
        return []
    together = np.concatenate(notes) @ query
    ends = np.cumsum([len(rows) for rows in notes])
    return [float(part.max()) for part in np.split(together, ends[:-1])]
