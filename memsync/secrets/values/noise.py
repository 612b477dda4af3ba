"""Whether a value with signs was drawn, as generators of passwords do: `x#7Kq{9)Lm&2`.

Such a value may look like a template (`{x}`), a call (`ab(`), a path or a pattern in
one place or another. As a whole it does not: its letters make no words, and capitals,
figures and signs follow one another as in no name and no code.
"""

from __future__ import annotations

from itertools import pairwise

from memsync.lazy import lazy
from memsync.secrets.values.drawn import CAPITAL, FIGURE, KINDS, SIGN, SMALL

# The fewest characters that show it.
SHORTEST = 12

# Kinds of characters: small letters, capitals, figures, and three of signs, those that
# join names, brackets, and others.
_JOINING, _BRACKETS = b"._-/:,", b"()[]{}<>"
_BRACKET, _OTHER = SIGN + 1, SIGN + 2
_KIND = bytes(
    kind if kind != SIGN or c in _JOINING else _BRACKET if c in _BRACKETS else _OTHER
    for c, kind in enumerate(KINDS)
)
_PLAIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
# Signs of base64 and of names.
_USUAL = b"+/=-_.,:"

# How much more often a character of a kind (column) follows one of another (row) by
# chance than in strings of code that have signs, in tenths of a power of two; counted
# in 85,000 strings of Python's, npm's and Perl's libraries.
_WEIGHTS = (
    (-3, 24, 21, -20, -16, 17),
    (-8, 9, 14, -9, -4, 13),
    (24, 18, -10, -20, -18, 11),
    (-12, 18, 4, -5, 4, 22),
    (-6, 23, 6, -11, -14, 9),
    (-8, 17, 0, -4, -6, 6),
)
# What three of a thousand such strings reach, and most drawn values.
_DRAWN = 30

# A longer piece of one kind is a word or a number; so many more characters of a value
# allow for one more, up to a few.
_PIECE, _MORE, _MOST = 4, 16, 2
_PIECES = lazy(rb"[\0]+|[\1]+|[\2]+|[\3-\5]+")

# Classes and repeats of a regular expression, escapes, parts of an address and of
# cookies, tags, entities, a variable, members of JSON, calls with a string, elements of
# an array, numbers of code, a row of the keyboard, and what SOPS has encrypted.
_CODE = lazy(
    rb"A-Z|a-z|0-9|\(\?[:=!<]|\{\d+(?:,\d*)?\}|\\(?:[dwsDWS][+*?{\])\\]|[xu][0-9a-f]{2}|[\\0])"
    rb"|://|[&;,][a-z]\w*=|%[0-9A-F]{2}|</[A-Za-z]|<[A-Za-z]{1,12}/?>|&\#x?[0-9A-F]"
    rb"|\{[A-Za-z_]\w{2,}\}|[\"']:|=>[\"']|\w\([\"']|\[[\"']\w|\]\(|\]->|\$[a-z]\[|\$\$"
    rb"|\w\*\*\w|0x[0-9A-Fa-f]{2}|!@\#|\$%\^|ENC\["
)

# A long value may have so many blanks.
_LONG, _BLANKS = 32, 3


def is_noise(value: bytes) -> bool:
    """Whether a value of at least twelve characters with signs was drawn by chance.

    A long one may have a few blanks: WordPress draws them, too.
    """
    if b" " in value and len(value) >= _LONG and value.count(b" ") <= _BLANKS:
        value = value.replace(b" ", b"")
    signs = value.translate(None, _PLAIN)
    kinds = len(set(signs))
    return (
        len(value) >= SHORTEST
        and kinds >= 3
        and len(set(signs.translate(None, _USUAL))) >= 2
        and value.isascii()
        and value.split(None, 1) == [value]
        and _changes_by_chance(value.translate(_KIND), kinds)
        and not _CODE.search(value)
    )


def _changes_by_chance(chain: bytes, kinds: int) -> bool:
    """Whether kinds of characters follow one another as in drawn values.

    `kinds` is how many different signs there are.
    """
    # Django draws no capitals.
    capitals = kinds > 3 or CAPITAL in chain
    if not (capitals and SMALL in chain and FIGURE in chain):
        return False
    longest = max(map(len, _PIECES.findall(chain)))
    if longest > _PIECE + min(len(chain) // _MORE, _MOST):
        return False
    return sum(_WEIGHTS[a][b] for a, b in pairwise(chain)) >= _DRAWN
