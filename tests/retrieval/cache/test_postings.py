"""What is kept of a word's notes is read back, and lets no score be missed."""

from __future__ import annotations

import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.cache.database import WORDS
from memsync.retrieval.cache.postings import (
    RANGE,
    Changes,
    is_anywhere,
    level_of,
    most_counted,
    read,
)
from memsync.retrieval.ranking.weights import counted

NOTES = st.sampled_from([0, 1, 2, RANGE - 1, RANGE, 5 * RANGE + 7])
LEVEL = st.integers(0, 64)  # 0 takes the word out


@given(
    st.floats(0.2, 1e4),
    st.integers(0, 10**6),
    st.one_of(st.just(1.0), st.floats(0.01, 10**6)),
)
def test_no_weight_counts_more_than_its_level_says(
    weight: float, length: int, average: float
) -> None:
    level = level_of(weight, length)
    assert 1 <= level <= 64
    assert counted(weight, length / average) <= most_counted(average)[level] + 1e-9


@given(
    st.lists(st.dictionaries(st.tuples(st.integers(1, 3), NOTES), LEVEL, max_size=9))
)
def test_every_change_is_read_back(
    pieces: list[dict[tuple[int, int], int]],
) -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript(WORDS.sql)
    changes = Changes(connection)
    there: dict[tuple[int, int], int] = {}
    for piece in pieces:
        for (word, note), level in piece.items():
            changes.put([(word, level)], note)
            there[word, note] = level
        changes.write()
        found = {
            (word, range_ * RANGE + at): level
            for word in (1, 2, 3)
            for range_, (notes, levels) in read(connection, word).items()
            for at, level in zip(notes, levels, strict=True)
        }
        assert found == {at: level for at, level in there.items() if level}
        for word in (1, 2, 3):
            has = any(level for (of, _), level in there.items() if of == word)
            assert is_anywhere(connection, word) == has
    connection.close()
