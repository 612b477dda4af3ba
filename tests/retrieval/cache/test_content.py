"""The words of a note in one value, and the notes that a query's words may lift."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.cache.candidates import Found, Rest, bounds, needed_of
from memsync.retrieval.cache.content import packed, unpacked, words_of
from memsync.retrieval.cache.postings import LEVELS, RANGE, Posting
from memsync.retrieval.ranking.weights import Bound, Gain, Place

WORDS = st.lists(
    st.tuples(
        st.integers(0, 2**32 - 1),
        st.builds(Place, st.floats(0, 1e9), st.integers(0, 31)),
    ),
    max_size=30,
)
GAINS = st.dictionaries(
    st.text("abc", min_size=1, max_size=3),
    st.builds(Gain, st.floats(0.01, 20)),
    max_size=6,
)
WHOLE = Bound(curved=False)
NO_REST = Rest(0.0, 0.0)


def posting(**levels: int) -> Posting:
    """Notes `n<place>` at a level each."""
    found = sorted((int(name[1:]), level) for name, level in levels.items())
    places = array("H", [place for place, _ in found])
    return Posting(places, bytes(level for _, level in found))


@given(WORDS)
def test_what_is_packed_is_unpacked_to_the_last_bit(
    words: list[tuple[int, Place]],
) -> None:
    value = packed(words)
    assert len(value) == 13 * len(words)
    found = unpacked(value)
    assert list(found.words) == [word for word, _ in words]
    assert list(found.weights) == [place.weight for _, place in words]
    assert list(found.parts) == [place.parts for _, place in words]
    assert words_of(value) == found.words


def test_a_note_without_words_is_no_bytes() -> None:
    assert packed([]) == b""
    assert unpacked(b"") == (array("I"), array("d"), b"")


@given(GAINS, st.floats(0, 60))
def test_words_that_are_left_out_give_less_than_an_eighth_together(
    gains: dict[str, Gain], least: float
) -> None:
    needed, rest = needed_of(gains, least)
    left_out = [gain.score for word, gain in gains.items() if word not in needed]
    assert rest.score <= max(least / 8, 0)
    assert abs(rest.score - sum(left_out)) < 1e-9
    kept = [gain.score for gain in needed.values()]
    if kept and left_out:
        assert min(kept) >= max(left_out)


def test_the_words_that_give_least_are_left_out() -> None:
    gains = {
        "rare": Gain(8.0),
        "common": Gain(0.5, ((1, 0.25),)),
        "odd": Gain(0.4, ((2, 0.5),)),
    }
    needed, rest = needed_of(gains, 8.0)
    assert needed == {"rare": gains["rare"]}
    assert rest == Rest(0.9, 0.75)
    assert needed_of(gains, 0.0) == (gains, NO_REST)
    assert needed_of({}, 5.0) == ({}, NO_REST)


def ranked(
    words: list[tuple[Gain, dict[int, Posting]]],
    bound: Bound = WHOLE,
    rest: Rest = NO_REST,
    least: float = 0.0,
    shadowed: dict[int, set[int]] | None = None,
) -> list[tuple[int, float]]:
    """The notes in the order in which they come, each with the most that it scores."""
    found = bounds(Found(words, shadowed or {}), rest, bound, least, 100.0)
    return [(note, -most) for most, note in found]


def test_a_note_scores_the_sum_of_what_its_words_give() -> None:
    words = [
        (Gain(3.0), {0: posting(n1=LEVELS, n5=1)}),
        (Gain(2.0), {0: posting(n5=LEVELS), 2: posting(n7=LEVELS)}),
    ]
    assert ranked(words) == [(5, 5.0), (1, 3.0), (2 * RANGE + 7, 2.0)]


def test_a_shadowed_note_is_left_out() -> None:
    words = [
        (Gain(3.0), {0: posting(n1=LEVELS, n5=1)}),
        (Gain(2.0), {2: posting(n5=LEVELS, n7=LEVELS)}),
    ]
    found = ranked(words, shadowed={0: {5}, 1: {5}, 2: {7}})
    assert found == [(1, 3.0), (2 * RANGE + 5, 2.0)]


def test_a_note_that_cannot_reach_the_least_is_left_out() -> None:
    words = [(Gain(3.0), {0: posting(n1=1)}), (Gain(2.0), {0: posting(n2=1)})]
    assert ranked(words, least=2.5) == [(1, 3.0)]
    assert ranked(words, rest=Rest(0.5, 0.0), least=2.5) == [(1, 3.5), (2, 2.5)]


def test_with_a_curve_a_lower_level_counts_less() -> None:
    words = [(Gain(4.0), {0: posting(n1=LEVELS, n2=LEVELS // 2)})]
    assert ranked(words, Bound(curved=True)) == [(1, 4.0), (2, 2.0)]


def test_a_note_with_half_of_the_query_counts_in_part() -> None:
    words = [
        (Gain(4.0, ((1, 0.5),)), {0: posting(n1=1, n2=1)}),
        (Gain(4.0, ((2, 0.5),)), {0: posting(n2=1)}),
        (Gain(2.0, ((1, 0.25),)), {0: posting(n1=1)}),
    ]
    # Of one facet only the most counts.
    bound = Bound(curved=False, together=0.5)
    assert ranked(words, bound) == [(2, 8.0), (1, 6.0 * 0.75)]


def test_a_note_with_more_of_the_query_may_come_before_one_with_more_in_sum() -> None:
    words = [
        (Gain(9.0, ((1, 0.1),)), {0: posting(n4=1)}),
        (Gain(8.0, ((2, 0.9),)), {0: posting(n3=1, n2=1)}),
    ]
    bound = Bound(curved=False, together=0.5)
    # Equal ones come by number.
    assert [note for note, _ in ranked(words, bound)] == [2, 3, 4]


def test_words_that_no_note_has_give_no_note() -> None:
    assert ranked([(Gain(4.0), {})]) == []


@given(
    st.lists(
        st.tuples(
            st.builds(
                Gain,
                st.floats(0.01, 20),
                st.lists(
                    st.tuples(st.integers(0, 2), st.sampled_from([0.1, 0.2, 0.6])),
                    max_size=2,
                    unique_by=lambda part: part[0],
                ).map(tuple),
            ),
            st.dictionaries(st.integers(0, 9), st.integers(1, LEVELS), max_size=9),
        ),
        max_size=6,
    ),
    st.floats(0, 20),
    st.sampled_from([WHOLE, Bound(curved=False, together=0.6)]),
)
def test_they_come_in_order_with_what_all_their_words_give(
    words: list[tuple[Gain, dict[int, int]]], least: float, bound: Bound
) -> None:
    sums: dict[int, float] = {}
    held: dict[int, dict[int, float]] = {}
    for gain, notes in words:
        for note in notes:
            sums[note] = sums.get(note, 0.0) + gain.score
            own = held.setdefault(note, {})
            for facet, share in gain.held:
                own[facet] = max(own.get(facet, 0.0), share)
    expected = {
        note: score
        * (1 - bound.together + bound.together * min(1.0, sum(held[note].values())))
        for note, score in sums.items()
    }
    packed_words = [
        (gain, {0: posting(**{f"n{at}": level for at, level in notes.items()})})
        for gain, notes in words
    ]
    found = ranked(packed_words, bound, least=least)
    assert found == sorted(found, key=lambda one: (-one[1], one[0]))
    for note, score in found:
        assert abs(score - expected[note]) < 1e-9
    left_out = expected.keys() - dict(found).keys()
    assert all(expected[note] < least + 1e-9 for note in left_out)
