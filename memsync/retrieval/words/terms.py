"""Words for searching: case, form and script made uniform, identifiers split.

`words` finds the written words of a text, `terms` gives the terms of one word. They
are separate because a text repeats each word often, and `terms` is the slower one.
"""

from __future__ import annotations

import unicodedata

from memsync.lazy import lazy

# Words with signs inside, which are indexed as a whole and in parts.
_WORD = lazy(r"[^\W_]+(?:[-_.'\u2019][^\W_]+)*")
# The same for ASCII, several times as fast.
_ASCII_WORD = lazy(r"[A-Za-z0-9]+(?:[-_.'][A-Za-z0-9]+)*")
_BETWEEN = lazy(r"[-_.'\u2019]")
# `parseHTTPBody2` is parse, HTTP, Body and 2.
_HUMPS = lazy(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]+")

# Words with more parts than this are no compound, but a path or a sentence.
_LONGEST_JOINED = 3

# Scripts that are written without blanks, so that any two characters may be a word.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff"
)
# Scripts without blanks: their runs are indexed by pairs of characters.
_RUN = lazy(f"[{_UNSPACED}]+")

# Words so frequent that they tell nothing about a note.
_STOPWORDS = """
a about all also am an and any are as at be been being but by can could d did do
does doing don each for from get gets got had has have having he her here his how i
if in into is it its just let ll m may me might mine my of off on onto or our ours
out over own please re s shall she should so some such t than that the their them
then there these they thing things this those through to too under up us ve very via
was we were what when where which while will with would you your yours
"""
STOPWORDS = frozenset(_STOPWORDS.split())


def words(text: str) -> list[str]:
    """Every written word in order; words joined by a hyphen or dot count as one."""
    if text.isascii():
        return _ASCII_WORD.findall(text)
    # NFKC: ligatures and full-width letters become the plain ones.
    return _WORD.findall(unicodedata.normalize("NFKC", text))


def terms(word: str) -> tuple[str, ...]:
    """The terms by which a written word can be found: its parts, and all of a compound.

    `auth-token` gives auth, token and authtoken; `数据库` gives its pairs.
    """
    if word.isascii() and word.isalnum():
        lower = word.lower()
        if word.isdigit() or (word.isalpha() and (word == lower or word.istitle())):
            return (lower,)
        humps = [h.lower() for h in _HUMPS.findall(word) if len(h) > 1 or h.isdigit()]
        return (*humps, lower) if lower not in humps else tuple(humps)
    parts = [
        piece
        for part in _BETWEEN.split(word)
        for hump in (_humps(part) if part.isascii() else (part,))
        for piece in _pieces(_folded(hump))
    ]
    found = [part for part in parts if len(part) > 1 or not part.isalpha()]
    if 1 < len(parts) <= _LONGEST_JOINED and not _RUN.search(word):
        found.append("".join(parts))
    return tuple(dict.fromkeys(found or parts))


def _humps(part: str) -> tuple[str, ...]:
    if part.isalpha() and (part.islower() or part.isupper() or part.istitle()):
        return (part,)
    return tuple(_HUMPS.findall(part))


def _folded(word: str) -> str:
    """Without case and accents; a kana's marks stay, because they change the letter."""
    word = word.casefold()
    if word.isascii() or not word.isalpha() or word[0] >= "\u2000":
        return word
    # NFD separates a letter from its accents, which are then dropped.
    apart = unicodedata.normalize("NFD", word)
    return "".join(char for char in apart if not unicodedata.combining(char))


def _pieces(word: str) -> list[str]:
    if word.isascii():
        return [word]
    found = []
    at = 0
    for run in _RUN.finditer(word):
        found += [word[at : run.start()]] if run.start() > at else []
        text = run[0]
        found += [text[i : i + 2] for i in range(max(len(text) - 1, 1))]
        at = run.end()
    return found + ([word[at:]] if at < len(word) else [])
