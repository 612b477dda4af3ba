"""About how many tokens a text is: no tokenizer is the right one for every model."""

from __future__ import annotations

# Of ASCII a token; others count as a token each, which is more than most need.
CHARACTERS = 4


def tokens_of(text: str) -> int:
    """How many tokens a text is, rather too many than too few."""
    if text.isascii():
        return -(-len(text) // CHARACTERS)
    other = len(text.encode("ascii", "ignore"))
    return -(-other // CHARACTERS) + len(text) - other


def cut_to(text: str, tokens: int) -> str:
    """The beginning and the end of a text, in at most so many tokens.

    Empty where not even the mark fits.
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
# Characters below which cutting a text is not worth it.
_LEAST = 8


def _fitting(text: str, tokens: int) -> str:
    """The longest beginning that is at most so many tokens."""
    low, high = 0, min(len(text), max(tokens, 0) * CHARACTERS)
    while low < high:
        middle = (low + high + 1) // 2
        if tokens_of(text[:middle]) <= tokens:
            low = middle
        else:
            high = middle - 1
    return text[:low]
