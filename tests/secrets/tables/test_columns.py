"""Headings and cells count alike in tables of every kind."""

from __future__ import annotations

import pytest
from support.found import DRAWN, TOKEN, values

from memsync.secrets.tables.columns import columns
from memsync.secrets.tables.lines import Lines

pytestmark = pytest.mark.usefixtures("both_ways")

FILE = "host,pass,{}\nnas,none,{}\n"


@pytest.mark.parametrize("heading", ["Token", "tokens", "secret", "API key", "api_key"])
def test_a_token_in_a_file_is_found_beside_passwords(heading: str) -> None:
    assert values(FILE.format(heading, TOKEN)) == [TOKEN]


@pytest.mark.parametrize(
    ("heading", "number"),
    [
        ("storage password", 1),
        ("password (change it at once)", 1),
        ("password hash", 0),
        ("max password age", 0),
        ("pass rate", 0),
        ("compass", 0),
    ],
)
def test_what_is_said_of_a_password_is_no_heading(heading: str, number: int) -> None:
    assert len(columns([heading.encode()])) == number


def test_a_heading_of_a_row_is_a_cell_in_a_wiki() -> None:
    table = '{{| class="wikitable"\n! Host !! Password\n|-\n! nas\n| {}\n|}}\n'
    assert values(table.format(DRAWN)) == [DRAWN]


def test_the_place_is_that_of_the_column_where_cells_are_alike() -> None:
    text = f"host|user|password\ndb3|{DRAWN}|{DRAWN}\n"
    assert values(text) == [DRAWN]


def test_names_among_the_rows_of_a_file_are_read_as_rows() -> None:
    """Else each would be read with all rows below it."""
    lines = Lines(b"a,pass\n" * 3)
    assert [at for at, _ in lines.below(7)] == [7, 14]
    assert lines.read == 14
