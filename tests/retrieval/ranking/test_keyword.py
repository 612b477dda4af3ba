"""Plain overlap: how many of a query's words a note has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.ranking.corpus import Texts
from memsync.retrieval.ranking.keyword import HEAD_COUNTS, keyword
from memsync.retrieval.words.documents import Document


def scores(query: str, *notes: tuple[str, str], most: int = 50) -> dict[int, float]:
    """The scores of notes with these descriptions and bodies."""
    texts = Texts([Document(f"n{n}", "", *note) for n, note in enumerate(notes)])
    return keyword(query, texts, most)


def test_a_word_counts_once_however_often_it_stands() -> None:
    assert scores("login", ("", "login login login")) == {0: 1.0}


def test_a_word_in_the_head_counts_threefold() -> None:
    found = scores("login", ("the login", "x"), ("", "login"), ("login", "login"))
    assert found == {0: HEAD_COUNTS, 1: 1.0, 2: HEAD_COUNTS + 1}


def test_words_add_up_and_stop_words_do_not() -> None:
    found = scores("how does the login deploy", ("", "login how the"), ("", "deploy"))
    assert found == {0: 1.0, 1: 1.0}


def test_only_the_word_as_it_is_written_counts() -> None:
    assert scores("deploys", ("", "deploy deployed")) == {}
    assert scores("repository", ("", "repo")) == {}
    assert scores("DEPLOY", ("", "Deploy")) == {0: 1.0}


def test_of_no_words_nothing_is_found() -> None:
    assert scores("", ("", "login")) == {}
    assert scores("login") == {}


WORD = st.sampled_from(["login", "deploy", "kafka", "release"])
NOTE = st.tuples(*[st.lists(WORD, max_size=3).map(" ".join)] * 2)


@given(
    query=st.lists(WORD, min_size=1, max_size=4).map(" ".join),
    notes=st.lists(NOTE, max_size=6),
    most=st.integers(1, 6),
)
def test_the_best_are_found_as_counting_by_hand_finds_them(
    query: str, notes: list[tuple[str, str]], most: int
) -> None:
    asked = set(query.split())
    counted = {
        at: HEAD_COUNTS * len(asked & {*head.split()}) + len(asked & {*body.split()})
        for at, (head, body) in enumerate(notes)
    }
    counted = {at: score for at, score in counted.items() if score}
    found = scores(query, *notes, most=most)
    assert found.items() <= counted.items()
    best = sorted(counted.values(), reverse=True)[:most]
    assert sorted(found.values(), reverse=True)[:most] == best
