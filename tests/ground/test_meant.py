"""What a mistyped word was meant to be."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.meant import nearest

VERBS = ["status", "search", "sync", "setup", "Scan"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("statsu", "status"),
        ("STATUS", "status"),
        ("serach", "search"),
        ("sycn", "sync"),
        ("scan", "Scan"),
        ("xyzzy", None),
        ("", None),
        ("\x1b[31m", None),
    ],
)
def test_the_most_alike_word_is_meant(word: str, meant: str | None) -> None:
    assert nearest(word, VERBS) == meant


def test_of_words_that_differ_by_case_the_first_is_meant() -> None:
    assert nearest("note", ["Note", "NOTE"]) == "Note"


def test_nothing_is_meant_where_nothing_is_known() -> None:
    assert nearest("a", []) is None


@given(st.text(min_size=1), st.lists(st.text(min_size=1)))
def test_a_known_word_is_meant_itself(word: str, others: list[str]) -> None:
    found = nearest(word, [word, *others])
    assert found is not None
    assert found.casefold() == word.casefold()


def test_of_endless_names_only_the_first_are_looked_at() -> None:
    assert nearest("note-17", (f"note-{number}" for number in count())) == "note-17"
