"""bm25 and meaning in one score."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.ranking.fuse import fuse

SCORES = st.dictionaries(st.integers(0, 5), st.floats(0.01, 50))


def test_with_all_words_found_bm25_decides() -> None:
    assert fuse({1: 2.0, 2: 1.0}, {1: 0.1, 2: 0.9}, 1.0) == {1: 1.0, 2: 0.5}


def test_with_none_found_meaning_decides() -> None:
    assert fuse({1: 2.0}, {1: 0.5, 2: 1.0}, 0.0) == {1: 0.5, 2: 1.0}


def test_between_them_both_count() -> None:
    found = fuse({1: 4.0}, {1: 0.5, 2: 1.0}, 0.25)
    assert found == {1: pytest.approx(0.25 + 0.75 * 0.5), 2: pytest.approx(0.75)}


def test_a_note_without_a_vector_ranks_by_its_words() -> None:
    assert fuse({1: 2.0, 2: 1.0}, {1: 1.0}, 0.5)[2] == pytest.approx(0.5)


@pytest.mark.parametrize("similar", [{}, {1: 0.0}, {1: -0.5, 2: -1.0}])
def test_where_nothing_is_alike_the_words_decide(similar: dict[int, float]) -> None:
    assert fuse({1: 2.0, 2: 1.0}, similar, 0.3) == {
        1: pytest.approx(1.0),
        2: pytest.approx(0.5),
    }


def test_without_any_score_there_is_none() -> None:
    assert fuse({}, {}, 0.5) == {}


@given(lexical=SCORES, similar=SCORES, coverage=st.floats(0, 1))
def test_scores_go_from_nothing_to_one_for_all_that_either_knows(
    lexical: dict[int, float], similar: dict[int, float], coverage: float
) -> None:
    found = fuse(lexical, similar, coverage)
    assert found.keys() == lexical.keys() | similar.keys()
    assert all(0 <= score <= 1 + 1e-9 for score in found.values())
    # How large the scores of either are changes nothing.
    larger = fuse({at: 7 * score for at, score in lexical.items()}, similar, coverage)
    assert found == pytest.approx(larger)
