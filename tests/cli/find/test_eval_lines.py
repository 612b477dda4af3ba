"""What `eval` says of each case of a fixture."""

from __future__ import annotations

import pytest

from memsync.cli.find.eval import _json, _text
from memsync.retrieval.ranking.evaluate import Case, Found


@pytest.mark.parametrize(
    ("rank", "line"),
    [
        (None, "missed: which port -> port or host\n"),
        (4, "rank 4: which port -> port or host\n"),
    ],
)
def test_a_case_that_was_not_first_is_a_line(rank: int | None, line: str) -> None:
    assert _text(Found(Case("which port", ("port", "host")), rank)) == line


def test_a_query_cannot_colour_the_terminal() -> None:
    assert "\x1b" not in _text(Found(Case("\x1b[31m", ("a",)), 2))


def test_one_wanted_name_is_a_word_and_several_are_a_list() -> None:
    assert _json(Found(Case("q", ("a",)), 1)) == {"query": "q", "want": "a", "rank": 1}
    assert _json(Found(Case("q", ("a", "b")), None))["want"] == ["a", "b"]
