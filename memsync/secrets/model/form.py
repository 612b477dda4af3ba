"""What the model sees of a value itself: its form, and how its letters read.

A feature is a part of what is seen and what is there. The tables of weights say what it
counts; a feature without a weight counts nothing.
"""

from __future__ import annotations

from itertools import groupby

from memsync.lazy import lazy
from memsync.secrets.texts.glance import digits
from memsync.secrets.values import shapes
from memsync.secrets.values.drawn import is_drawn, namelike
from memsync.secrets.values.given import is_only_chosen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Feature = tuple[str, bytes]

# The parts that are seen of a value's shape, and of its letters.
OF_SHAPE = (
    *("form", "pieces", "length", "figures", "last figures", "sign", "case"),
    "last sign",
)
OF_LETTERS = (
    *("year", "namelike", "word", "reads", "chosen", "drawn"),
    *("alphabet", "size"),
)

_FIGURES = b"0123456789"
_SIGNS_AT_END = b"!#$%&*+@^~?"
_SHAPE = bytes(
    ord("a")
    if 0x61 <= c <= 0x7A
    else ord("A")
    if 0x41 <= c <= 0x5A
    else ord("0")
    if c in _FIGURES
    else c
    for c in range(256)
)
# Signs of digests and of other encodings, and sizes in the names of types.
_ALPHABETS = (
    (b"hexadecimal", lazy(rb"[0-9a-f]+|[0-9A-F]+")),
    (b"small letters", lazy(rb"[0-9a-z]+")),
    (b"capitals", lazy(rb"[0-9A-Z]+")),
)
_SIZE = lazy(rb"[A-Za-z](?:8|16|32|64|128|256|512)\Z")
_YEAR = lazy(rb"(?<!\d)(?:19|20)\d\d(?!\d)")
_LETTERS = lazy(rb"[a-z]+")


def shape(value: bytes) -> bytes:
    """A value with `a` for each small letter, `A` for each capital, `0` for figures."""
    return value.translate(_SHAPE)


def of_shape(shape: bytes) -> Iterator[Feature]:
    """What kinds of characters follow one another, and how many."""
    form = bytes([c for c, _ in groupby(shape)])
    size, last = len(shape), len(shape) - len(shape.rstrip(b"0"))
    yield "form", form if len(form) <= 5 else b"long"
    yield "pieces", number(min(len(form), 9))
    yield "length", number(size if size < 12 else min(size // 4 * 4, 44))
    yield "figures", number(min(digits(shape), 6))
    yield "last figures", number(min(last, 5))
    for sign in {*form}.difference(b"aA0"):
        yield "sign", bytes([sign])
    if shape[-1] in _SIGNS_AT_END:
        yield "last sign", b"any"
    if shape.isupper():
        yield "case", b"capitals"
    elif shape.islower():
        yield "case", b"small letters"


def of_letters(value: bytes) -> Iterator[Feature]:
    """Whether a value reads like words, like a name in code, or is drawn."""
    likeness = namelike(value)
    yield "namelike", number(max(-30, min(10, likeness)) // 5)
    if is_drawn(value, likeness):
        yield "drawn", b"yes"
    words = _LETTERS.findall(value.lower())
    longest = max(words, key=len, default=b"")
    yield "word", number(min(len(longest), 9))
    if len(longest) >= 4:
        yield "reads", number(int(shapes.word_score(longest) * 4))
    if _YEAR.search(value):
        yield "year", b"any"
    if is_only_chosen(value):
        yield "chosen", b"yes"
    alphabet = next((name for name, of in _ALPHABETS if of.fullmatch(value)), None)
    if alphabet:
        yield "alphabet", alphabet
    if _SIZE.search(value):
        yield "size", b"any"


def number(count: int) -> bytes:
    """A number as what is there."""
    return b"%d" % count
