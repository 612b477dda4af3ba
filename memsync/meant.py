"""Finds the word that a mistyped one was meant to be."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost a hook 4 ms
if TYPE_CHECKING:
    from collections.abc import Iterable

# The least `difflib` ratio at which a word is suggested.
_ALIKE = 0.6

# The most words to compare: each costs some microseconds.
_MOST = 5000


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one; None if none is similar."""
    from difflib import get_close_matches

    folded: dict[str, str] = {}
    for each in known:
        folded.setdefault(each.casefold(), each)
        if len(folded) == _MOST:
            break
    # One suggestion: a list of guesses helps nobody.
    found = get_close_matches(word.casefold(), folded, n=1, cutoff=_ALIKE)
    return folded[found[0]] if found else None
