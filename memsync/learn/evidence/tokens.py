"""Estimates how many tokens a text has: no one tokenizer fits every model."""

from __future__ import annotations

# ASCII characters for each token; others count as one token each, which is more than
# most need.
CHARACTERS = 4


def tokens_of(text: str) -> int:
    """Estimate how many tokens a text has, rather too many than too few."""
    if text.isascii():
        return -(-len(text) // CHARACTERS)
    other = len(text.encode("ascii", "ignore"))
    return -(-other // CHARACTERS) + len(text) - other


def cut_to(text: str, tokens: int) -> str:
    """The beginning and the end of a text, in at most this many tokens.

    Empty if not even the mark of the cut fits.
    """
    if tokens_of(text) <= tokens:
        return text
    room = tokens - tokens_of(CUT)
    if room < _LEAST:
        return ""
    head = _fitting(text, room * 2 // 3)
    tail = _fitting(text[::-1], room - tokens_of(head))[::-1]
    return f"{head}{CUT}{tail}"


CUT = " [… cut …] "
# A text is not cut to fewer characters than this.
_LEAST = 8


def _fitting(text: str, tokens: int) -> str:
    """The longest beginning that has at most this many tokens."""
    low, high = 0, min(len(text), max(tokens, 0) * CHARACTERS)
    while low < high:
        middle = (low + high + 1) // 2
        if tokens_of(text[:middle]) <= tokens:
            low = middle
        else:
            high = middle - 1
    return text[:low]
