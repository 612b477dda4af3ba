"""How much of a private key is there: documents cut keys short.

A long block is a whole key, and so is a short one if it says so: DER states its own
length, and a key of Ed25519 or X25519 begins with what states its kind (RFC 8410).
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.doubts.levels import HIGH, LOW, MEDIUM

# Letters and digits of a PEM block, including its first and last line. A shorter block
# was cut, except keys of elliptic curves, which state their own length.
_SHORT_KEY = 130

# All bytes but letters and digits, to delete them before counting.
_NO_BASE64 = bytes(c for c in range(256) if not chr(c).isalnum() or c > 0x7F)
# The first and last line of a key in PEM, which are not random.
_MARKS = lazy(rb"-----(?:BEGIN|END)[ A-Za-z0-9_-]{0,60}?-----")
# How programs and pages write the end of a line, and what they put around a line.
_BREAK = lazy(
    rb"\\+(?:[nrt]|u000[aAdD]|x0[aAdD]|01[25])|%0[aAdD]|&\#(?:1[03]|x0?[aAdD]);"
    rb"|<[^<>]{0,200}>"
)
# A part of a key; shorter ones are names and digits of the code around it.
_PIECE = lazy(rb"[A-Za-z0-9+/]{16,}={0,2}")

# A full line of a key, and how many of them are enough to warn of a key that was cut.
_LINE = lazy(rb"[A-Za-z0-9+/]{60,}")
_FULL, _MOST_OF_KEY = 60, 3

# The byte that begins a sequence in DER, and the length of the shortest key (Ed25519).
_SEQUENCE, _SHORTEST_DER = 0x30, 32

# What such a key begins with, and what follows it up to the end of the block or a blank
# line. Of the 43 characters that are drawn at least so many are letters and digits,
# whatever a program writes between them.
_OF_CURVE = lazy(rb"MC4CAQAwBQYDK2V[uw]BCIEI(?P<drawn>(?:[^-\n]|\n(?!\s*\n)){1,120})")
_DRAWN = 35

# Letters and digits that tell what was typed: of base64 two fifths are small letters,
# of what fingers hit on a keyboard nearly all are.
_TELLING, _SMALL = 128, 0.6
_NOT_SMALL = bytes(c for c in range(256) if not chr(c).islower() or c > 0x7F)


def of(key: bytes) -> tuple[str, str]:
    """The confidence of a private key by what is left of it, and what decided it.

    `key` is the text from its first line on: to its last one, or a few lines further.
    """
    if _is_typed(key):
        return LOW, "a person typed it, for drawn letters are not as small"
    long = len(key.translate(None, _NO_BASE64)) >= _SHORT_KEY
    if b"..." not in key and (long or _is_complete(key) or _is_of_curve(key)):
        return HIGH, "the key is whole"
    lines = sum(len(line) // _FULL for line in _LINE.findall(key) if _is_random(line))
    if lines >= _MOST_OF_KEY:
        return MEDIUM, "the key was cut, but whole lines of it are there"
    return LOW, "the key was cut short"


def _is_typed(key: bytes) -> bool:
    drawn = _body(key).translate(None, _NO_BASE64)
    small = len(drawn.translate(None, _NOT_SMALL))
    return len(drawn) >= _TELLING and small > _SMALL * len(drawn)


def _body(key: bytes) -> bytes:
    """What stands between the marks of a key that has both, without what is around."""
    marks = _MARKS.split(key)
    return b"".join(_PIECE.findall(_BREAK.sub(b" ", marks[1]))) if marks[2:] else b""


def _is_random(line: bytes) -> bool:
    return len(set(line)) >= _FULL // 3


def _is_complete(key: bytes) -> bool:
    """Whether the text between the marks is one whole DER sequence, and random."""
    from binascii import Error, a2b_base64

    try:
        der = a2b_base64(_body(key))
    # Not base64 after all, such as a cut key.
    except Error:
        return False
    return (
        len(der) >= _SHORTEST_DER
        and der[0] == _SEQUENCE
        and der[1] == len(der) - 2
        and len(set(der[-_SHORTEST_DER:])) >= _SHORTEST_DER // 2
    )


def _is_of_curve(key: bytes) -> bool:
    """Whether it begins as a key of such a curve, and goes on for as long."""
    match = _OF_CURVE.search(key)
    drawn = match["drawn"].translate(None, _NO_BASE64) if match else b""
    return len(drawn) >= _DRAWN and len(set(drawn)) >= _DRAWN // 2
