"""Cheap looks that spare most texts the patterns: they err by seeing too much only."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.found import PASSWORD, TOKEN

from memsync.secrets.texts.glance import (
    WINDOW,
    has_digit,
    has_digit_and_letter,
    line_at,
    may_hold_value,
)


@given(st.binary(max_size=40))
def test_digits_and_letters_are_those_of_ascii(text: bytes) -> None:
    assert has_digit(text) == bool(re.search(rb"[0-9]", text))
    assert has_digit_and_letter(text) == bool(
        re.search(rb"[0-9]", text) and re.search(rb"[A-Za-z]", text)
    )


@given(st.binary(max_size=60), st.integers(0, 60), st.integers(0, 30))
def test_the_rest_of_a_line_is_that_up_to_its_end(
    data: bytes, at: int, length: int
) -> None:
    found = line_at(data, at, length)
    assert b"\n" not in found
    assert len(found) <= length
    assert data[at:].startswith(found)
    if len(found) < min(length, len(data) - at):
        assert data[at + len(found) : at + len(found) + 1] == b"\n"


@pytest.mark.parametrize(
    "behind",
    [
        f": {PASSWORD}",
        f'="{PASSWORD}"',
        f" is {PASSWORD}",
        f"`: `{TOKEN}`",
        f" => {TOKEN}",
        f"_name: str = '{TOKEN}'",
        f" {TOKEN}",
        f'": "{TOKEN}',
        f">{TOKEN}</password>",
        f"  =   [{TOKEN}]",
    ],
)
def test_where_a_value_follows_it_is_seen(behind: str) -> None:
    assert may_hold_value(behind.encode(), 0)


@pytest.mark.parametrize(
    "behind", [" of the user", ": see the\n", "s are kept", "\n", ", and so on", "."]
)
def test_plain_words_are_passed_over(behind: str) -> None:
    assert not may_hold_value(f"{behind} here".encode(), 0)


def test_what_goes_on_beyond_what_is_looked_at_may_be_anything() -> None:
    assert may_hold_value(b"x" * (2 * WINDOW), 0)
