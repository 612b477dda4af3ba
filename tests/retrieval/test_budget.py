"""The cap holds, whatever the unit, and a cut keeps whole lines."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.retrieval.budget import (
    BODY_COST,
    Budget,
    Remaining,
    cut,
    largest_lines,
    name_some,
)


def up_to(size: int) -> Remaining:
    return Remaining(Budget(size))


def test_a_body_costs_fifty_characters_more_and_its_tags_nothing() -> None:
    room = up_to(150)
    assert room.fits("<note>" + "x" * 100, "x" * 100, BODY_COST)
    assert not room.fits("x" * 101, "x" * 101, BODY_COST)
    room.take("<note>" + "x" * 100, "x" * 100, BODY_COST)
    assert room.left == 0
    assert room.full


def test_where_an_agent_cuts_all_of_the_text_the_tags_count() -> None:
    room = Remaining(Budget(4000, whole=True))
    assert not room.fits("<note>" + "x" * 2995, "x" * 2995)
    assert room.fits("<note>" + "x" * 2990, "x" * 2990)


def test_bytes_and_lines_bind_as_characters_do() -> None:
    assert Remaining(Budget(10, "bytes")).fits("", "ééééé")
    assert not Remaining(Budget(10, "bytes")).fits("", "éééééé")
    room = Remaining(Budget(1000, lines=3))
    assert room.fits("a\nb\nc", "")
    assert not room.fits("a\nb\nc\nd", "")


@settings(deadline=None)
@given(st.text(max_size=200), st.integers(-5, 250), st.booleans())
def test_a_cut_text_is_a_start_or_an_end_that_fits(
    text: str, size: int, newest: bool
) -> None:
    kept = cut(text, lambda part: len(part) <= size, newest=newest)
    assert text.endswith(kept) if newest else text.startswith(kept)
    assert len(kept) <= max(size, 0)


def test_a_cut_ends_or_begins_with_a_whole_line() -> None:
    def short(part: str) -> bool:
        return len(part) <= 10

    assert cut("one\ntwo\nthree\n", short) == "one\ntwo"
    assert cut("one\ntwo and more", short) == "one"
    assert cut("one\ntwo\nthree", lambda part: len(part) <= 7) == "one\ntwo"
    assert cut("one line that is long", short) == ""
    assert cut("x" * 30, lambda part: len(part) <= 25) == "x" * 25
    assert cut("short", short) == "short"
    assert cut("one\ntwo\nthree", short, newest=True) == "two\nthree"
    assert cut("one\ntwo\nthree", lambda part: len(part) <= 9, newest=True) == (
        "two\nthree"
    )
    assert cut("one\ntwo\nthree", lambda part: len(part) <= 8, newest=True) == "three"


def test_the_largest_lines_come_longest_first() -> None:
    found = largest_lines("aa\n\naaaa\nbb\n", 2)
    assert [(line.number, line.chars) for line in found] == [(3, 4), (1, 2)]


def test_a_long_list_of_names_is_shortened() -> None:
    assert name_some(["a", "b"], 2) == "a, b"
    assert name_some(["a", "b", "c"], 2) == "a, b and 1 more"
