"""Headings and cells count alike in tables of every kind."""

from __future__ import annotations

import pytest
from support.found import DRAWN, TOKEN, found, values

from memsync.secrets.tables.columns import columns
from memsync.secrets.tables.lines import Lines

pytestmark = pytest.mark.usefixtures("both_ways")

MARKDOWN = "| host | {} |\n|---|---|\n| nas | {} |\n"
PSQL = " host | {}\n------+------\n nas  | {}\n(1 row)\n"
FILE = "host,pass,{}\nnas,none,{}\n"


@pytest.mark.parametrize(
    "heading",
    ["Password", "ann's password", "root_pw", "parola", "senha", "Kennwort:", "pwd 2"],
)
@pytest.mark.parametrize("table", [MARKDOWN, PSQL])
def test_a_password_is_found_below_each_heading(table: str, heading: str) -> None:
    assert found(table.format(heading, DRAWN)) == [("prose-table", DRAWN)]


@pytest.mark.parametrize("heading", ["Token", "tokens", "secret", "API key", "api_key"])
@pytest.mark.parametrize("table", [MARKDOWN, PSQL, FILE])
def test_a_token_is_found_below_each_heading(table: str, heading: str) -> None:
    assert values(table.format(heading, TOKEN)) == [TOKEN]


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
