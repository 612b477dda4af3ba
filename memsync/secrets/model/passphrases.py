"""Which words with blanks between them the model judges as a passphrase.

People draw them or make up a line of nonsense, so nothing in the words tells. But a
sign or a word leads to them, something ends them, and near by stands what they open or
what they are called (`clues`). So a candidate is the part of a run of words that one of
these leads to.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.model.grammar import LEADS, TAILS
from memsync.secrets.texts.glance import has_digit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

# A quote that opens, and a sign that a passphrase begins behind, perhaps with quotes.
_QUOTE = rb"(?:[\"'`*]|\xe2\x80[\x9c-\x9e]|\xc2\xab *)"
_SIGN = lazy(
    rb"(?:[:=>|;(]|/ |\xe2\x86\x92)[ \t]*+%b*+|(?<![A-Za-z0-9.,)\"'`*])%b++(?! )"
    % (_QUOTE, _QUOTE)
)
# Blanks, and what begins an item of a list.
_INDENT = lazy(rb"[ \t>|*#-]*+[\"'`]*+")
# Words and numbers, in the bytes of UTF-8, with blanks between them.
_LETTERS = (
    rb"(?:[A-Za-z0-9]++|[\xc3-\xdb][\x80-\xbf]|[\xe0\xe1\xe3-\xed][\x80-\xbf]{2})++"
)
_WORD = rb"%b(?:'%b)?+" % (_LETTERS, _LETTERS)
_RUN = lazy(rb"%b(?: %b){2,}+" % (_WORD, _WORD))
# The fewest and the most words, the figures of the longest number, and how many words
# there are for each number, but for the first.
_FEWEST, _MOST, _FIGURES, _APART = 3, 24, 4, 3

# What follows a clue up to the end of its word, unless that is a name in code.
_REST = lazy(rb"[a-z]*+(?=[\s:=,;!?\"'`*|>)\x80-\xff]|\Z)")
# The name of a text of an interface right before it: a member, a joined name at the
# beginning of a line, or what gettext calls a text.
_OF_INTERFACE = lazy(
    rb"(?m:[\"'][\w.-]+[\"'][ \t]*(?:=>|:)[ \t]*[\"']"
    rb"|^[ \t]*\w+[_.][\w.]*[ \t]*=[ \t]*[\"']?|^msg(?:id|str)\b.*)\Z"
)
_NAME = 80
# Bytes behind a clue on its line that are read; and with so few bytes behind it, bytes
# of the line below.
_BEHIND, _LITTLE, _BELOW = 130, 80, 110


def near(data: bytes, ends: list[int]) -> Iterator[Span]:
    """Those behind clues that end at some places, in order, and below them.

    Those with the same beginning overlap.
    """
    done = 0
    for end in ends:
        if not _REST.match(data, end):
            continue
        stop = _line_end(data, end, _BEHIND)
        if done < stop:
            yield from _within(data, max(end, done), stop)
            done = stop
        if stop - end <= _LITTLE and data[stop : stop + 1] == b"\n":
            start, stop = stop + 1, _line_end(data, stop + 1, _BELOW)
            if done <= start:
                yield from _beginning(data, _begins(data, start), stop)
                yield from _within(data, start, stop)
                done = stop


def is_of_interface(data: bytes, start: int) -> bool:
    """Whether it is a text that a program shows, which any language has near a clue."""
    return _OF_INTERFACE.search(data[max(0, start - _NAME) : start]) is not None


def _line_end(data: bytes, start: int, reach: int) -> int:
    end = data.find(b"\n", start, start + reach)
    return end if end >= 0 else min(len(data), start + reach)


def _begins(data: bytes, start: int) -> int:
    """Where a line begins behind its blanks and the sign of a list."""
    begins = _INDENT.match(data, start)
    return begins.end() if begins else start


def _within(data: bytes, start: int, stop: int) -> Iterator[Span]:
    """Those behind a sign, and those behind a word that leads to them."""
    for sign in _SIGN.finditer(data, start, stop):
        yield from _beginning(data, sign.end(), stop)
    at = start
    for word in data[start:stop].split(b" "):
        at += len(word) + 1
        if word.lower() in LEADS:
            yield from _beginning(data, at, stop)


def _beginning(data: bytes, start: int, stop: int) -> Iterator[Span]:
    """The candidates that begin at a place, of which no word is cut."""
    run = _RUN.match(data, start, stop)
    if run is None or (run.end() == stop and data[stop : stop + 1].isalnum()):
        return
    words = run[0].split(b" ")
    tails = [
        i for i, word in enumerate(words) if i >= _FEWEST and word.lower() in TAILS
    ]
    for last in {*tails[:1], len(words)}:
        if _are_some(words[:last]):
            yield start, start + len(b" ".join(words[:last]))


def _are_some(words: list[bytes]) -> bool:
    """Whether so many words and numbers may be a passphrase."""
    numbers = [word for word in words if has_digit(word)]
    return (
        len(words) <= _MOST
        and all(word.isdigit() and len(word) <= _FIGURES for word in numbers)
        and _APART * len(numbers) <= len(words) + 1
    )
