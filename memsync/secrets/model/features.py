"""What the model sees of a value: its form, its line, and the lines around it.

A feature is a part of what is seen and what is there. `weights` says what it counts; a
feature without a weight counts nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from memsync.lazy import lazy
from memsync.secrets.model.words import ACCESS, KINDS
from memsync.secrets.texts.glance import digits, line_around
from memsync.secrets.values import shapes
from memsync.secrets.values.drawn import namelike
from memsync.secrets.values.given import is_only_chosen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Feature = tuple[str, bytes]

# The parts that are seen of a value's shape, and of its letters.
OF_SHAPE = (
    *("form", "pieces", "length", "figures", "last figures", "sign", "case"),
    "last sign",
)
OF_LETTERS = ("year", "namelike", "word", "reads", "chosen")

# Bytes of a line before and behind a value that are read, of another line, and of the
# text around it where it may occur again.
_REACH, _LINE, _NEAR = 200, 400, 4000
_LINE_END = ord("\n")
# Lines above that are read, and words before and behind.
_ABOVE, _LEFT, _RIGHT = 3, 14, 10
# From which word on, counted from the value, another distance counts.
_LEFT_STEPS, _RIGHT_STEPS = (6, 3, 2, 1), (5, 2, 1)

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
_YEAR = lazy(rb"(?<!\d)(?:19|20)\d\d(?!\d)")
_LETTERS = lazy(rb"[a-z]+")
_NUMBER = lazy(rb"\d+")
_WORD = lazy(rb"[A-Za-z\x80-\xff]{1,24}")
_SIGNS_BEFORE = lazy(rb"[^A-Za-z0-9\x80-\xff]{0,6}\Z")
_SIGNS_BEHIND = lazy(rb"[^A-Za-z0-9\x80-\xff]{0,4}")
_BLANKS = lazy(rb"\s+")
_CODE = lazy(rb"[={};<>]|\(\)|::|->|\$[A-Za-z{(]")
_IN_ORDER = lazy(rb"\s*\d+[.)]")
_QUOTES = (b'"', b"'", b"`", b"*")
_OF_LISTS = b"-*#|>$"
_CLOSES, _OPENS = b" \t\r*_`.,!)", b" \t\r*_`->#"


def shape(value: bytes) -> bytes:
    """A value with `a` for each small letter, `A` for each capital, `0` for figures."""
    return value.translate(_SHAPE)


def of_shape(shape: bytes) -> Iterator[Feature]:
    """What kinds of characters follow one another, and how many."""
    form = bytes(c for c, _ in groupby(shape))
    size, last = len(shape), len(shape) - len(shape.rstrip(b"0"))
    yield "form", form if len(form) <= 5 else b"long"
    yield "pieces", _number(min(len(form), 9))
    yield "length", _number(size if size < 12 else min(size // 4 * 4, 28))
    yield "figures", _number(min(digits(shape), 6))
    yield "last figures", _number(min(last, 5))
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
    yield "namelike", _number(max(-30, min(10, namelike(value))) // 5)
    words = _LETTERS.findall(value.lower())
    longest = max(words, key=len, default=b"")
    yield "word", _number(min(len(longest), 9))
    if len(longest) >= 4:
        yield "reads", _number(int(shapes.word_score(longest) * 4))
    if _YEAR.search(value):
        yield "year", b"any"
    if is_only_chosen(value):
        yield "chosen", b"yes"


def of_value(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """All that is seen of a value and around it."""
    value = data[start:end]
    yield from of_shape(shape(value))
    yield from of_letters(value)
    yield from of_place(data, start, end)


def of_place(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """What is on the line of a value, on the lines around it, and near it again."""
    first, last = line_around(data, start, end, _REACH)
    before, behind = data[first:start], data[end:last]
    yield from _of_words(before, behind)
    yield from _of_signs(before, behind)
    if data[end : end + 1] == b"@" or before[-1:] == b"@":
        yield "mark", b"at"
    if behind[:1] in (b".", b"/", b"\\") and behind[1:2].isalpha():
        yield "mark", b"glued"
    yield from _of_lines(data, first, last)
    yield from _of_others(data, start, end)


def is_about_access(seen: Iterable[Feature]) -> bool:
    """Whether a word near by is one about access: without any, nothing can be said."""
    return any(what in ACCESS for _, what in seen)


def _of_words(before: bytes, behind: bytes) -> Iterator[Feature]:
    left = [word.lower() for word in _WORD.findall(before)]
    right = [word.lower() for word in _WORD.findall(behind)]
    yield "before", left[-1] if left else b""
    yield "second before", left[-2] if len(left) > 1 else b""
    yield "behind", right[0] if right else b""
    yield from _nearest("left", left[: -_LEFT - 1 : -1], _LEFT_STEPS)
    yield from _nearest("right", right[:_RIGHT], _RIGHT_STEPS)
    count = len(left) + len(right)
    steps = (16, 8, 4)
    yield "words", _number(next((s for s in steps if count >= s), count))


def _nearest(
    side: str, words: list[bytes], steps: tuple[int, ...]
) -> Iterator[Feature]:
    """The kinds of the words on one side, and how far the nearest of each is."""
    known = set()
    for i, word in enumerate(words, 1):
        for kind in KINDS.get(word, ()):
            if kind not in known:
                known.add(kind)
                yield side, kind
                far = next(step for step in steps if i >= step)
                yield f"{side} {far}", kind


def _of_signs(before: bytes, behind: bytes) -> Iterator[Feature]:
    for side, found in (
        ("signs before", _SIGNS_BEFORE.search(before)),
        ("signs behind", _SIGNS_BEHIND.match(behind)),
    ):
        yield side, _BLANKS.sub(b" ", found[0]) if found else b""
    if before[-1:] in _QUOTES and before[-1:] == behind[:1]:
        yield "quoted", before[-1:]
    if not behind.strip(_CLOSES):
        yield "mark", b"ends its line"
    if not before.strip(_OPENS):
        yield "mark", b"begins its line"
    if _CODE.search(before + behind):
        yield "mark", b"code"
    opens = before.lstrip()[:1]
    if opens and opens in _OF_LISTS:
        yield "line", opens
    elif _IN_ORDER.match(before):
        yield "line", b"1"


def _of_lines(data: bytes, first: int, last: int) -> Iterator[Feature]:
    end = first - 1
    for i in range(1, _ABOVE + 1):
        # Of a longer line only a part is read, and what is above that is far away.
        if end < 0 or data[end] != _LINE_END:
            break
        start, _ = line_around(data, end, end, _LINE)
        for kind in _kinds(data[start:end]):
            yield f"line above {i}", kind
        end = start - 1
    if data[last : last + 1] == b"\n":
        _, end = line_around(data, last + 1, last + 1, _LINE)
        for kind in _kinds(data[last + 1 : end]):
            yield "line below", kind


@lru_cache(1 << 10)
def _kinds(line: bytes) -> tuple[bytes, ...]:
    """The kinds of the words of a line."""
    words = [word.lower() for word in _WORD.findall(line)]
    return tuple({kind for word in words for kind in KINDS.get(word, ())})


def _of_others(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """Whether the value is near by again, or one that differs in its numbers alone."""
    value = data[start:end]
    before, behind = data[max(0, start - _NEAR) : start], data[end : end + _NEAR]
    count = 1 + before.count(value) + behind.count(value)
    if count > 1:
        yield "again", _number(min(count, 4))
    name = _NUMBER.sub(b"0", value)
    near = before[-_LINE:] + b" " + behind[:_LINE]
    if len(name) > 2 and _NUMBER.sub(b"0", near).find(name) >= 0:
        yield "again", b"other number"


def _number(number: int) -> bytes:
    return b"%d" % number
