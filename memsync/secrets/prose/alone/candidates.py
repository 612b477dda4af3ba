"""Which words may be a password, by their form alone.

The native search tells where they end; else `texts.mixed` finds where they begin.
"""

from __future__ import annotations

import re

from memsync.lazy import lazy
from memsync.secrets.texts import mixed
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values.certainty import CERTAIN, LIKELY
from memsync.secrets.values.drawn import is_drawn

# Signs before a value, and the most of them; and signs behind one.
OPENS = b"\"'`*_([{<"
_MOST_OPENS = 4
STOPS = b"\"'`*_()[]{}<>.,;:"
_DOTS = b"..."
# A word up to its blank, and the most bytes of one.
_MOST = 100
_WORD = lazy(rb"[^\x00-\x20\x7f-\xff]{1,%d}+(?![^\x00-\x20\x7f-\xff])" % _MOST)

# What every candidate begins with, and most words of code do not: this tells them apart
# faster than anything else. Blanks and what may be behind a value, for a class.
_BLANK = rb"\x00-\x20\x7f-\xff"
_BLANK_OR_STOP = _BLANK + rb"\"'`*_()\[\]{}<>.,;:"
# A sign that no name, path or number has.
_WITH_SIGN = rb"[^%b%b!$%%&*=?@^~]{0,43}+[!$%%&*=?@^~]" % (
    _BLANK,
    re.escape(mixed.SEPARATES),
)
# At least ten letters and figures alone, with a figure or a capital within.
_DRAWN_LETTERS = (
    rb"[*_]{0,4}(?=[A-Za-z0-9]{10,40}(?:[%b]|\Z))(?:[0-9]*[A-Za-z]+[0-9]+[A-Za-z]"
    rb"|[0-9]*[A-Za-z]*[a-z][A-Z][A-Za-z]*[a-z][A-Z])" % _BLANK_OR_STOP
)
# `Word-word12`
_TWO_WORDS = rb"[A-Za-z]{3,14}[-_][A-Za-z]{3,14}[-_]?[0-9]{2}"
# `WordWord123`
_WORDS = (
    rb"[A-Z]?[a-z]{2,14}(?:[A-Z][a-z]{2,14}){0,2}[0-9]{3,6}[#]?"
    rb"(?=[%b!?]|\Z)" % _BLANK_OR_STOP
)
# `Word12#abc`, `word#`
_WITH_HASH = rb"[A-Za-z0-9]{3,20}\#(?:[A-Za-z0-9]{3}|[\x00-\x20\"'`.,;:)]|\Z)"
# `ab-c3d-…`: pieces with a figure within that a sign joins.
_PIECES = rb"[A-Za-z0-9]{1,14}[-_+](?=[A-Za-z0-9_+-]{5})[A-Za-z]*[0-9]+[A-Za-z]"
# `ab1c-…`
_FIRST_PIECE = rb"[A-Za-z]{0,12}[0-9]+[A-Za-z][A-Za-z0-9]*[-_+]"
_MAY_BE = lazy(
    rb"%b|%b|[\"'`*_(\[]{0,4}(?:%b|%b|%b|%b|%b)"
    % (
        *(_WITH_SIGN, _DRAWN_LETTERS),
        *(_TWO_WORDS, _WORDS, _WITH_HASH, _PIECES, _FIRST_PIECE),
    )
)

# Signs that a word may have for another reason: a type that may be empty, progress, a
# cell of a sheet, a variable, padding, a host behind a user, a URL, an exclamation.
_NO_NAME = lazy(
    rb"\A[$%?]|[=&?]\Z|\A\d{1,3}%|\A[A-Za-z]\w*![A-Z]{1,3}\d+\Z|\+\d+%\Z"
    rb"|\A[a-z]\w*@[A-Za-z][\w-]+\Z|%[0-9A-F]{2}.*%[0-9A-F]{2}"
    rb"|\A[A-Za-z]*\d{1,2}[A-Za-z]*!\Z"
)
# Without capitals a sign is at the end, or between letters and figures: code has others
# within, and a colour and a variable begin with one.
_NO_GAP, _SIGN = b"[^%b]" % re.escape(mixed.SEPARATES), b"[%b]" % re.escape(mixed.SIGNS)
_SMALL = lazy(
    rb"[a-z0-9]%b*%b|(?:%b*[^a-z])?[a-z]{3,}%b[a-z0-9]*[0-9]{2}"
    % (_NO_GAP, _SIGN, _NO_GAP, _SIGN)
)
# Words, figures and signs as people join them.
_JOINED = lazy(
    rb"[A-Za-z]{3,14}[-_!@#$%&*+=?]?\d{2,6}[-_!@#$%&*+=?]?[A-Za-z]{0,14}[-_!?*#$%&]?"
    rb"|[A-Za-z]{3,14}[-_!@#$%&*+=?][A-Za-z]{3,14}[-_!@#$%&*+=?]?\d{2,6}[!?*#$%]?"
)
# Characters of the shortest value that can be told to be drawn, of the longest of those
# that have signs, and of the longest value.
_DRAWN, _DRAWN_WITH_SIGNS, _LONGEST = 10, 20, 40

# All bytes that a value may have.
_NO_SEPARATES = bytes(c for c in range(256) if c not in mixed.SEPARATES)
# What separates the words of a sentence.
_BLANKS = bytes(0x20 if c <= 0x20 or c >= 0x7F else c for c in range(256))
# The same and the signs that no value has.
_GAPS = _BLANKS.translate(
    bytes(0x20 if c in mixed.SEPARATES else c for c in range(256))
)
# What may be between a value and the end of its word, and the blank behind it; and what
# may be before a word.
_NO_WORD = bytes(c for c in range(256) if _BLANKS[c] == 0x20)
_BEHIND, _BEFORE = STOPS + _NO_WORD, frozenset(OPENS + _NO_WORD)


def likely(data: bytes, ends: list[int]) -> list[int]:
    """Those of the places that the native search reports whose word may be a password.

    Each is the end of a word, or of the blank behind it. Most of the words are names in
    code, or parts of them.
    """
    return [end for end in ends if _is_likely(data, end)]


def _is_likely(data: bytes, end: int) -> bool:
    first = max(0, end - _MOST - 1)
    words = data[first:end].rstrip(_BEHIND)
    start = first + words.translate(_GAPS).rfind(b" ") + 1
    last = first + len(words)
    # Most words are too short, or are behind a sign in code.
    if (last - start < mixed.SHORTEST and end - last <= mixed.SHORTEST) or not (
        start == 0 or data[start - 1] in _BEFORE
    ):
        return False
    word = word_at(data, start)
    return word is not None and begins_word(data, data.find(value_of(word), start))


def word_at(data: bytes, start: int) -> bytes | None:
    """The word that begins at an offset, if its value may be a password."""
    word = _WORD.match(data, start) if _MAY_BE.match(data, start) else None
    if word and mixed.is_mixed(word[0]) and _may_be(value_of(word[0])):
        return word[0]
    return None


def value_of(word: bytes) -> bytes:
    """A word without the signs around it, up to dots behind which somebody goes on."""
    value, _, rest = word.partition(_DOTS)
    # Capitals and figures are the end of a value that is not shown whole.
    said = rest.replace(b"'", b"")
    goes_on = said.isalpha() and said.islower()
    return (value if goes_on else word).lstrip(OPENS).rstrip(STOPS)


def _may_be(value: bytes) -> bool:
    """Whether the length and the signs of a word are those of a password."""
    return (
        mixed.SHORTEST <= len(value) <= _LONGEST
        and not value.translate(None, _NO_SEPARATES)
        and (value.lower() != value or _SMALL.fullmatch(value) is not None)
        # `Chapter!1` has its number at the end.
        and has_digit(value[:-1])
    )


def unmistakable(value: bytes, sure: int) -> int:
    """How sure it is that a word is a password; 0 if it may be anything else.

    `sure` is its `certainty`.
    """
    drawn = (
        sure == LIKELY
        and len(value) >= _DRAWN
        # Services join what they name with signs as well, and addresses quote letters.
        and (value.isalnum() or (len(value) < _DRAWN_WITH_SIGNS and b"%" not in value))
        and is_drawn(value)
    )
    return sure if sure >= CERTAIN or drawn else 0


def start_of(data: bytes, end: int) -> int:
    """Where the word begins that ends at, or a blank before, a place of that search."""
    start = max(0, end - _MOST - 1)
    word = data[start:end].rstrip(_BEHIND).translate(_GAPS)
    return start + word.rfind(b" ") + 1


def begins_word(data: bytes, begin: int) -> bool:
    """Whether only a few signs are between the value and what precedes its word."""
    left = data[max(0, begin - _MOST_OPENS - 1) : begin]
    signs = left[len(left.rstrip(OPENS)) :]
    before = left[: len(left) - len(signs)]
    return len(signs) <= _MOST_OPENS and _BLANKS[before[-1] if before else 0] == 0x20


def speaks_for_itself(value: bytes) -> bool:
    """Whether its signs are those of a password alone: drawn, or as people do it."""
    return not _NO_NAME.search(value) and (
        is_drawn(value) or _JOINED.fullmatch(value) is not None
    )
