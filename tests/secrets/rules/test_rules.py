from __future__ import annotations

import re

import pytest
from support import tokens

from memsync.secrets.rules import MAX_LEAD, ROWS
from memsync.secrets.scan import scan

IDS = {row[0] for row in ROWS}


@pytest.mark.parametrize("seed", range(3))
def test_a_token_of_each_format_is_found_in_a_sentence(seed: int) -> None:
    missed = []
    for row in ROWS:
        token = tokens.of_row(row, seed)
        text = f"# Deploy\n\nWe use {token} for that, since May.\n"
        lines = [found.line for found in scan(text.encode())]
        if lines[:1] != [3]:
            missed.append((row, lines))
    assert missed == []


def test_a_row_names_its_provider_and_the_page_that_publishes_the_format() -> None:
    for row in ROWS:
        assert row[0] == row[0].lower(), row
        assert row[1], row
        assert "." in row[4], row


def test_every_repeat_of_a_row_has_a_bound() -> None:
    for row in ROWS:
        assert "*" not in row[3].replace(r"\*", ""), row
        assert "+" not in re.sub(r"\\\+|\[[^]]*\]", "", row[3]), row


def test_a_lead_is_no_longer_than_what_is_read_before_a_token() -> None:
    for row in ROWS:
        if len(row) == 6:
            assert len(tokens.of_row(row)) >= len(row[2]), row
            assert len(tokens.of_lead(row)) <= MAX_LEAD, row


def test_more_than_120_formats_are_covered() -> None:
    assert len(IDS) >= 120
