"""Rows with too few cells, rows that are cut off, and lines that are no rows."""

from __future__ import annotations

import pytest
from support.found import values

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up; they belong to nobody.
FIRST = "Meadow-" + "falcon-" + "294"
WORDS = "otter-lantern-" + "copper-meadow"


@pytest.mark.parametrize(
    "text",
    [
        # A row for a whole line of the table.
        "| Host | User | Password |\n|---|---|---|\n| rack 2 |\n| nas | ann | {} |\n",
        "| Host | User | Password |\n+======+\n| rack 2 |\n| nas | ann | {} |\n",
        "{{| class=wikitable\n! Host !! Password\n|-\n| rack\n|-\n| nas || {}\n|}}\n",
        ".. list-table::\n\n * - Host\n   - Password\n * - rack\n * - nas\n   - {}\n",
        # Lines of a table that are no rows.
        "{{| class=wikitable\n! Host !! Password\n|-\ntext\n|-\n| nas || {}\n|}}\n",
        # A table that ends with the text.
        "|===\n|Host |Password\n|nas |{}\n",
        # A table without headings, before another.
        "{{|\n| a || b\n|}}\n{{|\n! Host !! Password\n|-\n| nas || {}\n|}}\n",
    ],
)
def test_a_password_is_found_whatever_the_other_rows_are(text: str) -> None:
    assert values(text.format(FIRST)) == [FIRST]


@pytest.mark.parametrize(
    "table",
    [
        "host|user|password\n{}gw|bob|{}\n",
        "| Host | User | Password |\n|---|---|---|\n{}| gw | bob | {} |\n",
    ],
)
def test_a_table_ends_at_a_line_that_is_no_row(table: str) -> None:
    assert values(table.format("", FIRST)) == [FIRST]
    for line in ("That is all.\n", "ssh nas | tee log\n"):
        assert values(table.format(line, FIRST)) == []


def test_headings_without_rows_are_no_table() -> None:
    assert values("{|\n! Host\n! Password\n") == []
    assert values("|===\n|Host |Password\n") == []


def test_headings_below_headings_are_read_as_rows_of_the_first() -> None:
    heads = "| Password |\n|---|\n" * 40
    assert values(f"{heads}| {FIRST} |\n") == [FIRST]


def test_words_that_hyphens_join_are_a_password_in_its_column() -> None:
    assert values(f"| Host | Password |\n|---|---|\n| nas | {WORDS} |\n") == [WORDS]
