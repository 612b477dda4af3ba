"""Tells whether two texts share a word, and so may be about the same thing."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")

# Letters that a word shares with its longer forms: deploy, deployment.
_STEM = 4

# A text with fewer words is too short to judge.
_FEWEST = 3


def shares_a_word(description: str, text: str) -> bool:
    """Whether a word of a description, in any form, is in the text.

    True if one of them is too short to tell. Scripts without blanks between words are
    compared by character.
    """
    first, second = _words(description), _words(text)
    if not first or len(second) < _FEWEST or first & second:
        return True
    stems = {word[:_STEM] for word in second if len(word) >= _STEM}
    return any(word[:_STEM] in stems for word in first if len(word) >= _STEM)


def says_the_name(description: str, name: str) -> bool:
    """Whether a description only repeats the name."""
    return _WORD.findall(description.casefold()) == _WORD.findall(name.casefold())


def _words(text: str) -> set[str]:
    found: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if word > "\u2e80":
            found.update(word)
        elif len(word) > 1:
            found.add(word)
    return found
