"""The piece of a turn that is shown for a query, and where its words stand in it."""

from __future__ import annotations

import re

# Characters of a snippet, of it before the first hit, and hits that are considered.
_LENGTH = 240
_BEFORE = 60
_MOST = 400
_BLANK = re.compile(r"\s+")
# A shorter stem fits too many words.
_SHORTEST_STEM = 3
# The beginning of a word.
_BEGIN = r"(?<![^\W_])"


def pattern(words: list[str]) -> re.Pattern[str] | None:
    """What finds the words of a query in a text, in any form of theirs."""
    if not words:
        return None
    stems = sorted({_stem(word) for word in words}, key=len, reverse=True)
    found = [
        rf"{_BEGIN}{re.escape(stem)}\w*" if stem.isascii() else re.escape(stem)
        for stem in stems
    ]
    return re.compile("|".join(found), re.IGNORECASE)


def _stem(word: str) -> str:
    for end in ("ing", "ed", "es", "s", "e", "y"):
        stem = word.removesuffix(end)
        if word.isascii() and stem != word and len(stem) >= _SHORTEST_STEM:
            return stem
    return word


def snippet(text: str, found: re.Pattern[str] | None) -> str:
    """One line of the text with as many different words of the query as can be."""
    starts: list[tuple[int, str]] = []
    if found is not None:
        for match in found.finditer(text):
            starts.append((match.start(), match[0].casefold()))
            if len(starts) >= _MOST:
                break
    best, most, low = 0, 0, 0
    counted: dict[str, int] = {}
    for high, (at, word) in enumerate(starts):
        counted[word] = counted.get(word, 0) + 1
        while at - starts[low][0] > _LENGTH - _BEFORE:
            gone = starts[low][1]
            counted[gone] -= 1
            if not counted[gone]:
                del counted[gone]
            low += 1
        if len(counted) > most:
            most, best = len(counted), starts[low][0]
        assert low <= high  # noqa: S101 -- the window is never empty
    start = max(0, best - _BEFORE)
    if start:
        blank = text.find(" ", start, best)
        start = blank + 1 if blank >= 0 else start
    end = start + _LENGTH
    piece = _BLANK.sub(" ", text[start:end]).strip()
    return ("…" if start else "") + piece + ("…" if end < len(text) else "")
