from __future__ import annotations

import re

import pytest
from support import tokens

from memsync.secrets.rules import MAX_LEAD, ROWS, Row
from memsync.secrets.scan import scan

IDS = {row[0] for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[2]}")
def test_a_token_of_each_format_is_found_in_a_sentence(row: Row) -> None:
    for seed in range(3):
        token = tokens.of_row(row, seed)
        text = f"# Deploy\n\nWe use {token} for that, since May.\n"
        found = scan(text.encode())
        assert found, f"{row[0]} is not found"
        assert found[0].line == 3


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[2]}")
def test_a_row_names_its_provider_and_the_page_that_publishes_the_format(
    row: Row,
) -> None:
    assert row[0] == row[0].lower()
    assert row[1]
    assert "." in row[4]
    assert "*" not in row[3].replace(r"\*", ""), "a repeat has a bound"
    assert "+" not in re.sub(r"\\\+|\[[^]]*\]", "", row[3]), "a repeat has a bound"
    if len(row) == 6:
        assert len(tokens.of_row(row)) >= len(row[2])
        assert len(tokens.of_lead(row)) <= MAX_LEAD


def test_more_than_120_formats_are_covered() -> None:
    assert len(IDS) >= 120
