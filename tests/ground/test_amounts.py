"""Numbers with their nouns."""

from __future__ import annotations

import pytest

from memsync.amounts import amount


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 calls"), (1, "1 call"), (1_200, "1,200 calls")]
)
def test_only_one_is_without_an_s(number: int, text: str) -> None:
    assert amount(number, "call") == text
