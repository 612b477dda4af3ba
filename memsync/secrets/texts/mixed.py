"""Where words of small letters, figures and capitals or signs begin, as passwords are.

In prose there is one in some kilobytes, but to split a text into words costs as much as
the whole search for keywords. So one pass over integers finds them, as in `bits`.
"""

from __future__ import annotations

# Signs that separate words, besides blanks and what is not ASCII; and those of them
# that a sentence puts before a word.
SEPARATES = b"()[]{}<>/\\|;:,\"'`"
_OPENS = b"\"'`([{<"

# What a byte is. Three kinds are in the lowest bits, so that adding one to all three
# of them gives the next bit, at which `_GAP` is, too.
_FIGURE, _CAPITAL, _SMALL, _GAP, _OPENER = 1, 2, 4, 8, 16
_FIGURES, _CAPITALS = b"0123456789", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Signs that people put into passwords count as capitals do.
SIGNS = b"!#$%&?@^~"

_ALL = _FIGURE | _CAPITAL | _SMALL

# The fewest characters of such a word, and how many are looked at.
SHORTEST, _WIDE = 8, 16
# Integers of this length, and what is made of them, stay in a processor's first cache.
_BLOCK = 1 << 13


def _bits() -> bytes:
    """What each byte is; a hook waits for this, so it takes few steps."""
    blanks, others = bytes([_GAP | _OPENER]), bytes(0x7F - 0x21)
    bits = bytearray(blanks * 0x21 + others + blanks * (0x100 - 0x7F))
    for letters, kind in (
        *((_FIGURES, _FIGURE), (_CAPITALS, _CAPITAL), (_CAPITALS.lower(), _SMALL)),
        (SIGNS, _CAPITAL),
        *((SEPARATES, _GAP), (_OPENS, _GAP | _OPENER)),
    ):
        for letter in letters:
            bits[letter] = kind
    return bytes(bits)


_TO_BITS = _bits()
_FIRST = int.from_bytes(b"\x01" * (_BLOCK + _WIDE), "little")
_KINDS = _FIRST * _ALL
_HITS = int.from_bytes(bytes([_GAP]) * _BLOCK, "little")


def starts(data: bytes) -> list[int]:
    """Where such words begin, in order, and some others; each may be a password.

    What precedes one is a blank, a quote or a bracket, or not ASCII.
    """
    found = []
    before = _OPENER
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK + _WIDE]
        mixed = _hits(block.translate(_TO_BITS), before)
        if mixed:
            hits = mixed.to_bytes(len(block), "little")
            at = hits.find(_GAP)
            while at >= 0:
                found.append(start + at)
                at = hits.find(_GAP, at + 1)
        before = _TO_BITS[block[_BLOCK - 1]] if len(block) > _BLOCK else _OPENER
    return found


def is_mixed(word: bytes) -> bool:
    """Whether one word is such a word, by what of it is looked at."""
    kinds = 0
    for bit in word[:_WIDE].translate(_TO_BITS):
        kinds |= bit
    return len(word) >= SHORTEST and kinds & _ALL == _ALL


def _hits(kinds: bytes, before: int) -> int:
    """The bit `_GAP` of each byte at which such a word may begin, after `before`."""
    here = int.from_bytes(kinds, "little")
    # What is at a place and behind it: two bytes, four, eight, sixteen.
    two = here | here >> 8
    four = two | two >> 16
    eight = four | four >> 32
    wide = eight | eight >> 64
    # What precedes it, one bit further down.
    begins = here << 7 | before >> 1
    mixed = (wide & _KINDS) + _FIRST & begins & _HITS
    # Without those that have a gap in the first eight bytes; `& ~` takes twice as long.
    return mixed ^ mixed & eight
