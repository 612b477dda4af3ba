"""What the model sees in the pieces of a line that blanks separate.

A user, a host or an address in front of a value says as much as a word does.
"""

from __future__ import annotations

from functools import lru_cache

from memsync.lazy import lazy
from memsync.secrets.model.form import number
from memsync.secrets.model.words import kinds_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.model.form import Feature

# Signs around a piece, which are no part of it.
_AROUND = b"\"'`*_()[]<>,;:.!?|"
# How many pieces before a value are looked at; the most that are counted, and the most
# words of a label.
_BEFORE, _MOST, _WORDS = 3, 4, 3

# The first form that a piece has says what it is.
_FORMS = (
    (b"url", lazy(rb".*://")),
    (b"mail", lazy(rb".*@[^@]*\.")),
    (b"path", lazy(rb"[/~]|.*/.*/")),
    (b"number", lazy(rb"\d+\Z")),
    (b"address", lazy(rb"\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\Z")),
    (b"host", lazy(rb"[\w-]+(?:\.[\w-]+)+\Z")),
    (b"user", lazy(rb"[a-z]+\d+\Z")),
    (b"joined", lazy(rb"[a-z][a-z0-9]*(?:[._-][a-z0-9]+)+\Z")),
    (b"mixed", lazy(rb"[^0-9]*[A-Za-z][^0-9]*[0-9]|[^A-Za-z]*[0-9][^A-Za-z]*[A-Za-z]")),
)
# A label, up to what separates it from the value right behind it.
_LABEL = lazy(
    rb"[\s>*#-]*([^\n:=]{1,40}?)[\s*_`\"']*"
    rb"(?::|=|->|=>|\xe2\x86\x92|\xe2\x80\x94| - )[\s*`\"'(]*\Z"
)

# Those that say where something is, and those that may be names or values themselves.
_PLACES = frozenset((b"mail", b"url", b"address", b"host", b"path"))
_NAMES = frozenset((b"mixed", b"user", b"joined", b"number"))
_SIGN, _NONE = b"sign", b"none"


def of_pieces(before: bytes, behind: bytes) -> Iterator[Feature]:
    """What is on the line before and behind a value, piece by piece."""
    left, right = _kinds(before), _kinds(behind)
    near = [kind for kind in left if kind != _SIGN][::-1]
    for i in range(_BEFORE):
        yield f"piece before {i + 1}", near[i] if i < len(near) else _NONE
    yield "piece behind", next((kind for kind in right if kind != _SIGN), _NONE)
    names = sum(kind in _NAMES for kind in (*left, *right))
    yield "names on the line", number(min(_MOST, names))
    for kind in _PLACES.intersection(left):
        yield "on the left", kind
    for kind in _PLACES.intersection(right):
        yield "on the right", kind
    label = _LABEL.match(before)
    if label:
        yield "labelled", number(min(_WORDS, len(label[1].split())))
        for kind in kinds_of(label[1]):
            yield "label", kind


def _kinds(part: bytes) -> list[bytes]:
    return [*map(_kind, part.split())]


@lru_cache(1 << 12)
def _kind(piece: bytes) -> bytes:
    """What a piece of a line is, by its form alone."""
    piece = piece.strip(_AROUND)
    if not piece:
        return _SIGN
    if piece.isalpha():
        return _kind_of_word(piece)
    return next((kind for kind, form in _FORMS if form.match(piece)), b"else")


def _kind_of_word(piece: bytes) -> bytes:
    if piece.islower():
        return b"small"
    if piece.isupper():
        return b"capitals"
    return b"capital" if piece[1:].islower() else b"humps"
