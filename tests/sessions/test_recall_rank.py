"""The order of hits, and the piece of a turn that is shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.sessions.recall import query, rank
from memsync.sessions.recall.rank import Around, Candidate
from memsync.sessions.recall.snippet import pattern, snippet

NOTHING = Around({}, frozenset())
JUNE, JULY = 1781784000.0, 1784376000.0


def order(found: list[Candidate], around: Around = NOTHING) -> list[int]:
    return [each.turn for each in rank.ranked(found, around)]


def test_the_best_turn_is_first_and_scores_1() -> None:
    found = [Candidate(10, 1, 2.0, None), Candidate(90, 2, 8.0, None)]
    assert [(each.turn, each.score) for each in rank.ranked(found, NOTHING)] == [
        (90, 1.0),
        (10, 0.25),
    ]


def test_a_turn_gains_from_hits_beside_it() -> None:
    alone, first, second = (Candidate(turn, 1, 5.0, None) for turn in (10, 50, 51))
    assert order([alone, first, second]) == [50, 51, 10]


def test_a_session_that_is_about_it_lifts_its_turns() -> None:
    found = [Candidate(10, 1, 5.0, None), Candidate(90, 2, 4.9, None)]
    assert order(found, Around({1: 1.0, 2: 9.0}, frozenset())) == [90, 10]


def test_a_month_that_the_query_names_decides_between_equals() -> None:
    found = [Candidate(10, 1, 5.0, JUNE), Candidate(90, 2, 5.0, JULY)]
    assert order(found, Around({}, query.months("in July"))) == [90, 10]
    assert order(found, Around({}, query.months("in July 2020"))) == [10, 90]


def test_a_rare_word_weighs_more_and_a_long_session_counts_less() -> None:
    assert rank.rarity(1, 100) > rank.rarity(50, 100) > rank.rarity(100, 100) > 0
    assert rank.often(2, 1.0) > rank.often(1, 1.0) > rank.often(1, 4.0)


@given(
    st.lists(
        st.builds(
            Candidate,
            st.integers(1, 200),
            st.integers(1, 5),
            st.floats(0, 50),
            st.none() | st.floats(0, 2e9),
        ),
        unique_by=lambda each: each.turn,
    )
)
def test_ranking_loses_no_hit_and_does_not_depend_on_the_order(
    found: list[Candidate],
) -> None:
    done = rank.ranked(found, NOTHING)
    assert sorted(each.turn for each in done) == sorted(each.turn for each in found)
    assert done == rank.ranked(found[::-1], NOTHING)
    scores = [each.score for each in done]
    assert scores == sorted(scores, reverse=True)


def shown(text: str, asked: str) -> str:
    return snippet(text, pattern(query.words(asked)))


def test_the_piece_holds_as_many_words_of_the_query_as_can_be() -> None:
    text = "lock here. " + "x " * 300 + "the database lock timed out. " + "y " * 300
    piece = shown(text, "database lock timeout")
    assert "database lock timed" in piece
    assert piece.startswith("…")
    assert piece.endswith("…")
    assert "\n" not in piece


def test_words_are_found_in_any_form_and_not_inside_others() -> None:
    found = pattern(["failing"])
    assert found is not None
    assert [match[0] for match in found.finditer("It fails, failed; unfailing")] == [
        "fails",
        "failed",
    ]
    assert pattern([]) is None


@given(st.text(), st.text())
def test_any_text_has_a_piece_of_one_short_line(text: str, asked: str) -> None:
    piece = shown(text, asked)
    assert len(piece) <= 242
    assert "\n" not in piece
    if len(text) <= 240 and "…" not in text:
        assert "…" not in piece
