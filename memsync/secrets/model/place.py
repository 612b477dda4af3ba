"""What the model sees around a value: its line, and the lines above and below."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.model.form import number
from memsync.secrets.model.pieces import of_pieces
from memsync.secrets.model.words import KINDS, WORD, kinds_of
from memsync.secrets.texts.glance import has_digit, has_letter, line_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.model.form import Feature

# The parts that are seen `near` a value.
NEAR = (
    *("before", "second before", "left", "behind", "right", "words"),
    *("signs before", "signs behind", "quoted", "mark", "line"),
)

# Bytes of a line before and behind a value that are read, of another line, and of the
# text around it where it may occur again.
_REACH, _LINE, _NEAR = 200, 400, 4000
_LINE_END = ord("\n")
# Characters of a name that differs from others in its number.
_SHORT = 2
# Lines above that are read, and words before and behind.
_ABOVE, _LEFT, _RIGHT = 3, 14, 10
# From which word on, counted from the value, another distance counts.
_LEFT_STEPS, _RIGHT_STEPS = (6, 3, 2, 1), (5, 2, 1)

_NUMBER = lazy(rb"\d+")
# Others of a value's kind: figures, letters with figures, and words that are joined.
_NUMBERS = lazy(rb"(?<![\w.,-])\d{3,8}(?![\w%-]|[.,]\d)")
_NUMBERED = lazy(rb"(?<![\w-])(?=[\w-]{0,40}\d)[\w-]*[A-Za-z][\w-]{4,}")
_JOINED = lazy(rb"(?<![\w.-])[A-Za-z]{2,}(?:[.-][A-Za-z]{2,}){2,}(?![\w.-])")
_MANY = 4
_MOST_SIGNS = 6
_SIGNS_BEFORE = lazy(rb"[^A-Za-z0-9\x80-\xff]*\Z")
_SIGNS_BEHIND = lazy(rb"[^A-Za-z0-9\x80-\xff]{0,4}")
_BLANKS = lazy(rb"\s+")
_CODE = lazy(rb"[={};<>]|\(\)|::|->|\$[A-Za-z{(]")
_IN_ORDER = lazy(rb"\s*\d+[.)]")
_QUOTES = (b'"', b"'", b"`", b"*")
_OF_LISTS = b"-*#|>$"
_CLOSES, _OPENS = b" \t\r*_`.,!)", b" \t\r*_`->#"


def near(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """The words and the signs on the line of a value."""
    before, behind = _line(data, start, end)
    yield from _of_words(before, behind)
    yield from _of_signs(before, behind)
    if data[end : end + 1] == b"@" or before[-1:] == b"@":
        yield "mark", b"at"
    if behind[:1] in (b".", b"/", b"\\") and behind[1:2].isalpha():
        yield "mark", b"glued"


def further(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """The pieces of its line, the lines around it, and whether it is near by again."""
    before, behind = _line(data, start, end)
    yield from of_pieces(before, behind)
    yield from _of_lines(data, start - len(before), end + len(behind))
    yield from _of_others(data, start, end)
    yield from _of_kind(data, start, end)
    yield from _of_list(data, start, before)


def _line(data: bytes, start: int, end: int) -> tuple[bytes, bytes]:
    """What is before and behind a value on its line."""
    first, last = line_around(data, start, end, _REACH)
    return data[first:start], data[end:last]


def _of_words(before: bytes, behind: bytes) -> Iterator[Feature]:
    left, right = WORD.findall(before.lower()), WORD.findall(behind.lower())
    yield "before", left[-1] if left else b""
    yield "second before", left[-2] if len(left) > 1 else b""
    yield "behind", right[0] if right else b""
    yield from _nearest("left", left[: -_LEFT - 1 : -1], _LEFT_STEPS)
    yield from _nearest("right", right[:_RIGHT], _RIGHT_STEPS)
    count = len(left) + len(right)
    steps = (16, 8, 4)
    yield "words", number(next((s for s in steps if count >= s), count))


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
        ("signs before", _SIGNS_BEFORE.search(before[-_MOST_SIGNS:])),
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
        for kind in kinds_of(data[start:end]):
            yield f"line above {i}", kind
        end = start - 1
    if data[last : last + 1] == b"\n":
        _, end = line_around(data, last + 1, last + 1, _LINE)
        for kind in kinds_of(data[last + 1 : end]):
            yield "line below", kind


def _of_kind(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """How many others of its kind are near by."""
    value = data[start:end]
    kind = _NUMBERS if value.isdigit() else _NUMBERED if has_digit(value) else _JOINED
    around = data[max(0, start - _LINE) : start] + data[end : end + _LINE]
    yield "alike", number(min(len(kind.findall(around)), _MANY))


def _of_list(data: bytes, start: int, before: bytes) -> Iterator[Feature]:
    """How many lines near by begin as the value's does: `- id: …`, `- id: …`."""
    if has_letter(before):
        begins = b"\n" + before
        around = data[max(0, start - _NEAR) : start + _NEAR]
        yield "listed", number(min(max(1, around.count(begins)), _MANY))


def _of_others(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """Whether the value is near by again, or one that differs in its numbers alone."""
    value = data[start:end]
    before, behind = data[max(0, start - _NEAR) : start], data[end : end + _NEAR]
    count = 1 + before.count(value) + behind.count(value)
    if count > 1:
        yield "again", number(min(count, 4))
    name = _NUMBER.sub(b"0", value)
    around = before[-_LINE:] + b" " + behind[:_LINE]
    if (
        len(name) > _SHORT
        and name != value
        and _NUMBER.sub(b"0", around).find(name) >= 0
    ):
        yield "again", b"other number"
