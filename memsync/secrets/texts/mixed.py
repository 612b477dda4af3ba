"""Where words of small letters, capitals and figures begin, as passwords are.

In prose there is one in some kilobytes, but to split a text into words costs as much as
the whole search for keywords. So one pass over integers finds them, as in `bits`.
"""

from __future__ import annotations

# Signs that separate words, besides blanks and what is not ASCII.
SEPARATES = b"()[]{}<>/\\|;:,\"'`"

_FIGURE, _CAPITAL, _SMALL, _GAP = 1, 2, 4, 8
_FIGURES, _CAPITALS = b"0123456789", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_ALL = _FIGURE | _CAPITAL | _SMALL

# The fewest characters of such a word, and how many are looked at.
SHORTEST, _WIDE = 8, 16
_BLOCK = 1 << 14


def _bits(c: int) -> int:
    if c <= ord(" ") or c >= 0x7F or c in SEPARATES:
        return _GAP
    kinds = ((_FIGURES, _FIGURE), (_CAPITALS, _CAPITAL), (_CAPITALS.lower(), _SMALL))
    return sum(bit for letters, bit in kinds if c in letters)


_TO_BITS = bytes(map(_bits, range(256)))
_FIRST = int.from_bytes(b"\x01" * _BLOCK, "little")


def starts(data: bytes) -> list[int]:
    """Where such words begin, in order, and some others; each may be a password."""
    found = []
    gap = _GAP
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK + _WIDE]
        hits = _hits(block.translate(_TO_BITS), gap)
        at = hits.find(1)
        while at >= 0:
            found.append(start + at)
            at = hits.find(1, at + 1)
        gap = _TO_BITS[block[_BLOCK - 1]] if len(block) > _BLOCK else _GAP
    return found


def is_mixed(word: bytes) -> bool:
    """Whether one word is such a word, by what of it is looked at."""
    kinds = 0
    for bit in word[:_WIDE].translate(_TO_BITS):
        kinds |= bit
    return len(word) >= SHORTEST and kinds & _ALL == _ALL


def _hits(kinds: bytes, before: int) -> bytes:
    """A one for each place at which such a word may begin; `before` precedes it."""
    here = int.from_bytes(kinds, "little")
    # What is at a place and behind it: two bytes, four, eight, sixteen.
    two = here | here >> 8
    four = two | two >> 16
    eight = four | four >> 32
    wide = eight | eight >> 64
    begins = (here << 8 | before) >> 3
    mixed = wide & wide >> 1 & wide >> 2 & ~(eight >> 3) & begins & _FIRST
    return mixed.to_bytes(_BLOCK, "little")
