"""A note's score by hand, from its matches for each slot."""

from __future__ import annotations

import pytest

from memsync.retrieval.ranking.gains import REST
from memsync.retrieval.ranking.scale import TOGETHER, Scale
from memsync.retrieval.ranking.weights import norm
from memsync.retrieval.words.query import Facet, Slot

LOGIN = Facet(
    (Slot(frozenset({"login"}), 1.0), Slot(frozenset({"auth"}), 0.65)), 1, True
)
KAFKA = Facet((Slot(frozenset({"queue"}), 0.5),), 0.6, False)
HALF = norm(1.0)


def scale() -> Scale:
    return Scale([LOGIN, KAFKA], [2.0, 1.0, 3.0], absent=4.0)


def counted(weight: float) -> float:
    return weight / (weight + HALF)


def share(held: float) -> float:
    """What counts of a score, by the weight of the words that a note has."""
    return 1 - TOGETHER + TOGETHER * held / (2.0 + 0.6 * 4.0)


def test_a_word_that_no_note_has_weighs_as_the_rarest() -> None:
    assert scale().own == [2.0, 0.6 * 4.0]


def test_only_a_facet_with_its_own_word_has_an_exact_slot() -> None:
    assert scale().exact == {0}


def test_the_best_slot_counts_in_full_and_the_rest_in_part() -> None:
    own, other = 2.0 * counted(3.0), 0.65 * counted(1.0)
    expected = (own + REST * other) * share(2.0)
    assert scale().score({0: 3.0, 1: 1.0}, 1.0) == pytest.approx(expected)


def test_a_substitute_alone_holds_a_part_of_the_word() -> None:
    expected = 0.65 * counted(1.0) * share(2.0 * 0.65)
    assert scale().score({1: 1.0}, 1.0) == pytest.approx(expected)


def test_a_substitute_never_counts_more_than_the_word_would() -> None:
    rare = Scale([LOGIN], [1.0, 9.0], absent=4.0)
    expected = 0.95 * counted(1.0) * (1 - TOGETHER + TOGETHER * 0.65)
    assert rare.score({1: 1.0}, 1.0) == pytest.approx(expected)


def test_a_facet_without_its_word_counts_by_its_own_weight() -> None:
    expected = 0.6 * 0.5 * 3.0 * counted(2.0) * share(0.6 * 4.0 * 0.5)
    assert scale().score({2: 2.0}, 1.0) == pytest.approx(expected)


def test_a_longer_note_scores_less() -> None:
    assert scale().score({0: 1.0}, 4.0) < scale().score({0: 1.0}, 1.0)


def test_a_note_holds_only_the_own_words_of_the_query() -> None:
    assert scale().held({0: 1.0, 2: 1.0}) == 2.0
    assert scale().held({1: 1.0, 2: 1.0}) == 0.0
