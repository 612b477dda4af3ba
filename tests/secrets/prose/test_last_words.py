"""Before its patterns, `given` asks only for the last word of what they match."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memsync.secrets.prose.alone import entered
from memsync.secrets.prose.alone import given as sentences

PATTERNS = {
    "gives": sentences._GIVES,
    "wants": sentences._WANTS,
    "typed": entered._TYPED,
    "given": entered._GIVEN,
}


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_whatever_a_pattern_matches_ends_with_one_of_these(
    name: str, data: st.DataObject
) -> None:
    source = PATTERNS[name].pattern
    left = data.draw(st.from_regex(source))
    # Hypothesis takes no notice of what precedes a word.
    assume(re.search(source, left))
    assert sentences._is_led(left + b" ", len(left) + 1)


def test_the_words_are_whole() -> None:
    """Pieces of a pattern, such as `typ(?:e|ed)`, would be others."""
    for words in (entered._TYPING, entered._GIVING, sentences._WITH, sentences._IS):
        assert all(word.decode().isalpha() for word in words.split(b"|")), words
