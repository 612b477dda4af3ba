"""Numbered lines, as the view of Anthropic's memory tool prints them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.mcp.memory_tool.view import numbered

LINES = ["one", "two", "three"]


def test_lines_are_numbered_from_one() -> None:
    assert numbered(LINES, 1, 3) == "     1\tone\n     2\ttwo\n     3\tthree"


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        (2, 2, ["two"]),
        (2, 9, ["two", "three"]),
        (-5, 1, ["one"]),
        (0, 0, []),
        (3, 2, []),
        (4, 9, []),
    ],
)
def test_a_range_is_cut_to_what_there_is(
    first: int, last: int, shown: list[str]
) -> None:
    found = numbered(LINES, first, last)
    assert [line.split("\t")[1] for line in found.splitlines()] == shown


def test_no_lines_are_no_text() -> None:
    assert numbered([], 1, 5) == ""


def test_a_line_cannot_control_the_terminal() -> None:
    assert numbered(["\x1b[2J\u202e"], 1, 1) == "     1\t?[2J?"


def test_numbers_are_aligned() -> None:
    found = numbered(["x"] * 1000, 999, 1000)
    assert found == "   999\tx\n  1000\tx"


@given(st.lists(st.from_regex(r"[a-z\t ]*", fullmatch=True)), st.integers(1, 9))
def test_each_line_has_its_number(lines: list[str], first: int) -> None:
    found = numbered(lines, first, len(lines))
    rows = [row.partition("\t") for row in found.split("\n")] if found else []
    assert [(int(number), text) for number, _, text in rows] == [
        (at, line) for at, line in enumerate(lines, 1) if at >= first
    ]
