"""Common literals are found where their tokens are, in linear time."""

from __future__ import annotations

from re import _parser  # type: ignore[attr-defined]

import pytest

from memsync.secrets import rules
from memsync.secrets.rules import probes


@pytest.mark.parametrize("literal", sorted(probes.COMMON))
def test_a_pattern_of_a_common_literal_is_bounded(literal: bytes) -> None:
    rows = rules.BY_LITERAL[literal]
    _, longest = _parser.parse(probes.pattern(literal, rows)).getwidth()
    assert longest < 200


@pytest.mark.parametrize("gap", [b"", b"\n", b"`", b'"\n' + b" " * 21 + b'"'])
def test_a_common_literal_is_found_before_a_token(gap: bytes) -> None:
    rows = rules.BY_LITERAL[b"key_"]
    text = b"a key_of a key_1234" + gap + b"567890abcdef1234567890"
    assert probes.find(text, b"key_", rows, 0) == text.index(b"key_1")


def test_a_common_literal_is_not_found_in_other_words() -> None:
    rows = rules.BY_LITERAL[b"pat"]
    assert probes.find(b"a pattern on a path", b"pat", rows, 0) == -1
