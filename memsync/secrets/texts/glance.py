"""Cheap checks that spare most texts the regular expressions, and their import.

Each may accept too much, but never too little: a pattern checks what it accepts.
"""

from __future__ import annotations

# Tables of bytes instead of patterns: this runs on every candidate in every file.
_ALNUM = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_WORD = _ALNUM + b"_.-"
_CLOSES = b"\\\"'`])*>} \t"
_SEPARATES = b":=?|+.!~<>-,"
_OPENS = _SEPARATES + b"([{*\\\"'`\t "
_ENDS = b"\\\"'`<>,;:)]}*|.!?"
_PLAIN_WORD = _ALNUM[:52] + b"-_./,"
# Words that may stand between an operator and its value.
_IN_BETWEEN = frozenset(
    b"is was new"
    b" string str text bytes any hex): base64): raw): hex) base64) raw)".split()
)
_LINE_ENDS = b"\r\n"

# As a number: `in` on bytes is ten times as fast with a number as with bytes.
_TAG_END = ord(">")

# Bytes around a candidate that are checked.
WINDOW = 200
# Bytes of a line before a name that may hold its value: `… is the password`.
BEFORE = 100
# Bytes of a number behind a name, with the signs beside it.
_NUMBER, _BY_NUMBER = 5, b"#:="
_LONG, _DRAWN = 16, 8

_NOT_LETTERS = bytes(c for c in range(256) if c not in _ALNUM[:52])
_NOT_DIGITS = bytes(c for c in range(256) if c not in b"0123456789")


def has_digit(text: bytes) -> bool:
    """Whether there is any decimal digit."""
    return bool(text.translate(None, _NOT_DIGITS))


def digits(text: bytes) -> int:
    """How many decimal digits there are."""
    return len(text.translate(None, _NOT_DIGITS))


def has_letter(text: bytes) -> bool:
    """Whether there is any ASCII letter."""
    return bool(text.translate(None, _NOT_LETTERS))


def has_digit_and_letter(text: bytes) -> bool:
    """Whether there is a decimal digit and an ASCII letter."""
    return has_digit(text) and has_letter(text)


def line_at(data: bytes, at: int, length: int = WINDOW) -> bytes:
    """The rest of the line from an offset on, at most `length` bytes."""
    return data[at : at + length].partition(b"\n")[0]


def line_before(data: bytes, at: int, length: int = BEFORE) -> bytes:
    """The line up to an offset, and at most `length` bytes of it."""
    return data[max(0, at - length) : at].rpartition(b"\n")[2]


def line_around(data: bytes, begin: int, end: int, reach: int) -> tuple[int, int]:
    """Where the line begins and ends that a part of a text is in.

    Neither is further than `reach` from that part, which may be of several lines.
    """
    first = max(0, begin - reach)
    start = max(data.rfind(b"\n", first, begin) + 1, first)
    stop = data.find(b"\n", end, end + reach)
    return start, min(len(data), end + reach) if stop < 0 else stop


def may_hold_value(data: bytes, at: int) -> bool:
    """Whether a possible secret may follow the name that goes on at `at`."""
    after = data[at : at + WINDOW].lstrip(_WORD)
    closed = after.lstrip(_CLOSES)
    if not closed:
        return True
    if closed[0] in _LINE_ENDS:
        return _TAG_END in after[: len(after) - len(closed)]
    value = closed.lstrip(_OPENS)
    first = value.split(None, 1)
    if not first:
        return len(value) + len(closed) > WINDOW // 2
    word = first[0]
    # Most are words of a sentence.
    if len(word) < _LONG and word.isalpha() and word.islower():
        return word in _IN_BETWEEN
    gap = after[: len(after) - len(closed)]
    return _may_be_value(word, gap, closed[: len(closed) - len(value)])


def _may_be_value(word: bytes, gap: bytes, joint: bytes) -> bool:
    """Whether a word may be a value, by what is between its name and it."""
    # Also the number of a name: `token 2 = …`.
    number = len(word) < _NUMBER and word.strip(_BY_NUMBER).isdigit()
    if number or word.lower() in _IN_BETWEEN:
        return True
    if len(word) < _LONG:
        plain = word.strip(_ENDS)
        # Letters alone may be drawn if capitals are among them.
        if not plain.translate(None, _PLAIN_WORD) and (
            len(plain) < _DRAWN or plain[1:].islower()
        ):
            return False
    separated = _TAG_END in gap or bool(joint.translate(None, b"([{*\\\"'`\t "))
    return separated or bool(gap.strip(b" \t")) or len(word) >= _LONG
