"""How sure it is that the best note is what was asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.ranking.certainty import certainty
from memsync.retrieval.ranking.corpus import Texts
from memsync.retrieval.words.documents import Document

BODIES = ("kafka topics need partitions", "the login fails", "deploy on friday")
CORPUS = Texts([Document(f"n{n}", "", "", body) for n, body in enumerate(BODIES)])


@pytest.mark.parametrize(
    ("query", "number", "score"),
    [
        ("kafka topics", 0, 1.0),
        # Another form of a word is that word.
        ("logins", 1, 1.0),
        ("failing", 1, 1.0),
        # The note has none of the words, whatever else has them.
        ("kafka topics", 1, 0.4),
        ("xylophone", 0, 0.4),
        ("", 0, 0.4),
    ],
)
def test_the_best_note_has_words_of_the_query_or_none(
    query: str, number: int, score: float
) -> None:
    assert certainty(query, CORPUS, number) == score


def test_one_word_of_many_is_little() -> None:
    asked = "kafka zebra yacht xenon walrus violin umbrella tulip"
    assert certainty(asked, CORPUS, 0) == 0.5


WORD = st.sampled_from([*" ".join(BODIES).split(), "zebra", "yacht", "\u6570\u636e"])


@given(st.lists(WORD, max_size=8).map(" ".join), st.integers(0, 2), WORD)
def test_it_goes_from_a_guess_to_a_hit_and_no_order_of_words_counts(
    query: str, number: int, more: str
) -> None:
    score = certainty(query, CORPUS, number)
    assert 0.4 <= score <= 1.0
    backwards = " ".join(reversed(query.split()))
    assert certainty(backwards, CORPUS, number) == pytest.approx(score)
    if more in BODIES[number].split():
        assert certainty(f"{query} {more}", CORPUS, number) >= min(score, 0.5)
