"""The cap holds, and what it keeps out is counted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.budget import (
    BODY_COST,
    choose,
    cut,
    largest_lines,
    name_some,
)

BODIES = st.lists(st.text(max_size=300), max_size=20)


@given(BODIES, st.integers(-10, 3000))
def test_every_note_is_kept_or_omitted_and_the_kept_ones_fit(
    bodies: list[str], room: int
) -> None:
    kept, omitted = choose(range(len(bodies)), bodies.__getitem__, room)
    assert sorted([i for i, _ in kept] + omitted) == list(range(len(bodies)))
    assert sum(len(body) + BODY_COST for _, body in kept) <= max(room, 0)


def test_a_note_that_does_not_fit_is_skipped_and_a_smaller_one_goes_in() -> None:
    bodies = {"a": "x" * 100, "b": "x" * 500, "c": "x" * 50}
    kept, omitted = choose(list(bodies), bodies.__getitem__, 250)
    assert [name for name, _ in kept] == ["a", "c"]
    assert omitted == ["b"]


def test_a_note_that_fits_exactly_goes_in_and_one_more_character_does_not() -> None:
    assert choose(["a"], lambda _: "x" * 100, 150)[1] == []
    assert choose(["a"], lambda _: "x" * 101, 150)[1] == ["a"]


def test_notes_are_not_read_once_nothing_can_fit() -> None:
    read: list[str] = []

    def body(name: str) -> str:
        read.append(name)
        return "x" * 50

    _, omitted = choose(["a", "b", "c"], body, 149)
    assert (read, omitted) == (["a"], ["b", "c"])


def test_a_note_that_vanished_meanwhile_is_neither_kept_nor_omitted() -> None:
    assert choose(["a"], lambda _: None, 1000) == ([], [])


@given(st.text(max_size=200), st.integers(-5, 250))
def test_a_cut_text_is_a_start_that_fits(text: str, room: int) -> None:
    start = cut(text, room)
    assert text.startswith(start)
    assert len(start) <= max(room, 0) or start == text


def test_a_cut_ends_with_a_whole_line() -> None:
    assert cut("one\ntwo\nthree\n", 10) == "one\ntwo"
    assert cut("one long line", 8) == "one long"
    assert cut("short", 5) == "short"


def test_the_largest_lines_come_longest_first() -> None:
    found = largest_lines("aa\n\naaaa\nbb\n", 2)
    assert [(line.number, line.chars) for line in found] == [(3, 4), (1, 2)]


def test_a_long_list_of_names_is_shortened() -> None:
    assert name_some(["a", "b"], 2) == "a, b"
    assert name_some(["a", "b", "c"], 2) == "a, b and 1 more"
