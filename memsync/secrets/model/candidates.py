"""Which words the model judges: letters with figures, as people make passwords.

A URL, a path, a host, a mail address, a digest, a version or a measure is none.
"""

from __future__ import annotations

from memsync.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sized

    from memsync.secrets.texts.text import Text

# What separates words, apart from blanks and what is not ASCII.
SEPARATES = b"\"'`<>()[]{}|,;:/\\="
# Characters of the shortest and the longest value: what is longer, a machine has made,
# and then a name or a format tells whether it is secret.
_SHORTEST, _LONGEST = 5, 24
# With more words than this number and than one in so many bytes, a text is a list of
# them, as of digests or of parts.
_FEW, _APART = 100, 64
# Bytes of the longest piece between blanks that may hold one.
_WIDE = 72

# Marks around a value that are not part of it.
_LEADS, _TRAILS = b"*_~.-+#", b".*_~-?"
# The most of them.
_MARKS = 8

# Signs of code, of which a text in sentences has less than one in so many characters.
_NO_CODE = bytes(c for c in range(256) if c not in b'{}()[];=<>$&"')
_WRITTEN = 20

_LETTER, _FIGURE, _GAP, _SIGN = b"a0 ."
_KINDS = bytes(
    _GAP
    if c <= 0x20 or c >= 0x7F or c in SEPARATES
    else _FIGURE
    if 0x30 <= c <= 0x39
    else _LETTER
    if 0x41 <= c <= 0x5A or 0x61 <= c <= 0x7A
    else _SIGN
    for c in range(256)
)
# Where letters and figures meet, perhaps with a sign between them.
_MEET = (b"a0", b"0a", b"a.0", b"0.a")

# A piece between blanks that holds no password: base64, a URL, a path, an escape, a
# query, a host with a path, an option with its value, a mail address, or a person who
# is mentioned.
_ELSE = lazy(
    rb"[\w+/]{28}|://|\A[~.]{0,2}/|/[^/]*/|%[0-9A-Fa-f]{2}|[?&]\w+=|\Awww\."
    rb"|[\w-]\.[\w-]+/"
    rb"|\A--?\w[\w-]*=|\A[\"'`(]*[A-Z]:\\|@[\w-]+\.\w|\A[\"'`(<]*@\w"
)
# A digest, an id, a number in a program, or a character as HTML writes it.
_DIGEST = lazy(
    rb"(?i)(?:sha\d+[-:])?[0-9a-f]{20,}|[0-9a-f]{8}-[0-9a-f]{4}-.*|(?:[0-9a-f]{2}-){3}.*"
    rb"|.*0x[0-9a-f]{4,}.*|.*&\#x?\w+"
)
# A version, a date, a place in an order, a measure, a short name with its number, and a
# file with its ending.
_NUMBER = lazy(
    rb"[v~^]?\d+(?:[.x-]\d+)+[a-z]?\d?|\d+(?:st|nd|rd|th|[kKMGT]i?[bB]?(?:/s|ps|it)?|ms|s"
    rb"|h|min|px|em|[dwmy]|x|%|pt|[kM]?[WVA]h?|[KkMG]?Hz|mm|cm|km|kg|fps|bit)"
    rb"|[vVrR]\d[\w.-]*|[A-Z]{1,4}-?\d{1,3}|[A-Za-z]\d{1,2}|[A-Z]{2,8}-\d+"
    rb"|[a-z]{1,3}\d{1,3}|\d{1,2}[a-z]{1,2}\d?|.*\.[A-Za-z][A-Za-z0-9]{1,4}"
)
# A question mark ends a sentence, unless the value has other signs.
_ASKED = lazy(rb"[\w.-]+\?")


def is_code(data: bytes) -> bool:
    """Whether a text has so many signs of code that it hardly consists of sentences."""
    return len(data.translate(None, _NO_CODE)) * _WRITTEN > len(data)


def of(text: Text) -> Iterable[tuple[int, int]]:
    """Where such words are in a text, in order.

    If a native search has told where likely ones end, only these.
    """
    ends = text.ends("likely words")
    if ends is not None:
        return [span for _, span in endings(text.data, sorted(ends))]
    found = [*spans(text.data)]
    return [] if are_many(found, text.data) else found


def are_many(found: Sized, data: bytes) -> bool:
    """Whether there are so many such words that they are no part of sentences."""
    return len(found) > _FEW + len(data) // _APART


def spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Where such words are in a text, in order."""
    kinds = data.translate(_KINDS)
    meets = set()
    for pair in _MEET:
        at = kinds.find(pair)
        while at >= 0:
            meets.add(at)
            at = kinds.find(pair, at + 1)
    done = 0
    for at in sorted(meets):
        if at >= done:
            start = kinds.rfind(b" ", 0, at) + 1
            end = kinds.find(b" ", at)
            done = len(kinds) if end < 0 else end
            span = within(data, start, done)
            if span is not None:
                yield span


def endings(data: bytes, ends: Iterable[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """The words that end at some places (`ending`), each behind its place."""
    for end in ends:
        span = ending(data, end)
        if span is not None:
            yield end, span


def ending(data: bytes, end: int) -> tuple[int, int] | None:
    """The word that ends at a place, or right before the separator that does."""
    first = max(0, end - _LONGEST - _MARKS - 2)
    kinds = data[first:end].translate(_KINDS)
    last = len(kinds) - kinds.endswith(b" ")
    start = kinds.rfind(b" ", 0, last) + 1
    # Most words are too short or too long.
    if last - start < _SHORTEST or (start == 0 < first):
        return None
    if not any(kinds.find(pair, start) >= 0 for pair in _MEET):
        return None
    return within(data, first + start, first + last)


def within(data: bytes, start: int, end: int) -> tuple[int, int] | None:
    """The value in a word, without the marks around it; None if it can be none."""
    if not _SHORTEST <= end - start <= _LONGEST + _MARKS:
        return None
    word = data[start:end]
    led = word.lstrip(_LEADS)
    start += len(word) - len(led)
    value = led.rstrip(_TRAILS)
    if led[len(value) :].startswith(b"?") and not _ASKED.fullmatch(value + b"?"):
        value += b"?"
    if not _SHORTEST <= len(value) <= _LONGEST:
        return None
    return start, start + len(value)


def may_be(value: bytes) -> bool:
    """Whether its form is neither that of a digest nor of a number."""
    return not (_DIGEST.fullmatch(value) or _NUMBER.fullmatch(value))


def stands_free(data: bytes, start: int, end: int) -> bool:
    """Whether it is no part of a URL, a path, a query or a mail address."""
    before, behind = data[max(0, start - _WIDE) : start], data[end : end + _WIDE]
    left = b"" if not before or before[-1:].isspace() else before.split()[-1]
    right = b"" if not behind or behind[:1].isspace() else behind.split(None, 1)[0]
    piece = left + data[start:end] + right
    return len(piece) <= _WIDE and _ELSE.search(piece) is None
