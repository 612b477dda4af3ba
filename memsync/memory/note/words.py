"""Whether two texts speak of the same thing at all: they share a word."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")

# Letters that a word and a longer form of it have in common: deploy, deployment.
_STEM = 4

# Words below which a text says too little to be judged.
_FEWEST = 3


def shares_a_word(description: str, text: str) -> bool:
    """Whether a word of a description is in the text, in any form of it.

    True where one of them says too little to tell. Scripts that put no blanks
    between words are compared by character.
    """
    first, second = _words(description), _words(text)
    if not first or len(second) < _FEWEST or first & second:
        return True
    stems = {word[:_STEM] for word in second if len(word) >= _STEM}
    return any(word[:_STEM] in stems for word in first if len(word) >= _STEM)


def says_the_name(description: str, name: str) -> bool:
    """Whether a description is the name once more, such as a title."""
    return _WORD.findall(description.casefold()) == _WORD.findall(name.casefold())


def _words(text: str) -> set[str]:
    found: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if word > "\u2e80":
            found.update(word)
        elif len(word) > 1:
            found.add(word)
    return found
