"""Which figures the model judges: four to eight behind a word for what takes a code.

A year, a part of a date, an address or a longer number, so many times 1024, and what
has a unit, is none.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import fillers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.secrets.texts.text import Text

# What must precede the figures on their line, in small letters. The native search
# chooses lines by these words.
WORDS = b"""
    pin puk code kod codice combin kombination unlock lock door gate alarm keypad safe
    recovery pass pwd root admin auth account login voicemail tablet phone opens wants
    sim otp access zugang panel user
    """.split()
# Bytes before figures that are read.
_REACH = 200

_FIGURES = bytes(0x30 if 0x30 <= c <= 0x39 else 0x20 for c in range(256))
_SHORTEST, _LONGEST = 4, 8
# What precedes and follows a number that is a part of something.
_PART_BEFORE = frozenset(
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.,:/%#$&=@\\+-~"
)
_PART_BEHIND = lazy(
    rb"[A-Za-z_%/@=\\\x1b\x80-\xff]|[.,:][0-9]|-[A-Za-z0-9]|[ \t]*(?:%|[kKMG]i?B)"
)
# What joins the first and the last line of a passage.
_TO = "\N{EN DASH}".encode()
_YEAR = lazy(rb"(?:19|20)[0-9]{2}")


def of(text: Text) -> Iterable[tuple[int, int]]:
    """Where such figures are in a text, in order.

    If a native search has told where likely ones end, only these.
    """
    ends = text.ends("likely figures")
    if ends is None:
        return spans(text.data)
    return filter(None, [ending(text.data, end) for end in sorted(ends)])


def spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Where such figures are in a text, in order."""
    figures = data.translate(_FIGURES)
    at = figures.find(b"0000")
    while at >= 0:
        end = figures.find(b" ", at)
        end = len(data) if end < 0 else end
        if _are_some(data, at, end):
            yield at, end
        at = figures.find(b"0000", end)


def ending(data: bytes, end: int) -> tuple[int, int] | None:
    """The figures that end at a place, or right before the character that does."""
    figures = data[max(0, end - _LONGEST - 2) : end].translate(_FIGURES)
    end -= figures.endswith(b" ")
    start = end - len(figures.rstrip(b" ").rpartition(b" ")[2])
    return (start, end) if _are_some(data, start, end) else None


def _are_some(data: bytes, start: int, end: int) -> bool:
    """Whether these figures may be a code."""
    if not _SHORTEST <= end - start <= _LONGEST:
        return False
    if (start and data[start - 1] in _PART_BEFORE) or _PART_BEHIND.match(data, end):
        return False
    if data.endswith(_TO, 0, start) and data[start - 4 : start - 3].isdigit():
        return False
    if _YEAR.fullmatch(data, start, end) or _is_counted_off(data[start:end]):
        return False
    before = data[max(0, start - _REACH) : start].rpartition(b"\n")[2].lower()
    return any(before.find(word) >= 0 for word in WORDS)


def _is_counted_off(value: bytes) -> bool:
    return (
        int(value) % 1024 == 0
        or fillers.is_filler(value)
        or fillers.is_sequence(value)
        or fillers.is_count(value)
    )
