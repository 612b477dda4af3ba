"""The prose tier in rows of a file: values below a column such as `password`.

The file has commas, semicolons or tabs between its columns, and their names in its
first line, as password managers and spreadsheets export it.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit_and_letter
from memsync.secrets.values import shapes
from memsync.secrets.values.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found

# The name of a column, and that of one with passwords.
_NAME = lazy(rb"[a-z][\w ./-]{0,30}")
_PASSWORDS = lazy(rb"(?:[a-z]+[ _-])?(?:pass(?:word|wd|phrase|code|wort)?|pwd|pw)")

# What may follow the word on the line of the names, and separates these.
_BEHIND = b";,\t\"'\r\n"
_SEPARATORS = (b"\t", b";", b",")
_REST = (b"word", b"wd", b"phrase", b"code", b"wort", b"")

# Bytes of the line of the names before and after the word, and rows that are read.
_REACH, _MOST = 200, 10_000
_QUOTES = b" \t\r\"'"


def find(text: Text) -> Iterator[Found]:
    """Every password below such a name."""
    low, done = text.low, 0
    for at in text.places(b"pass"):
        behind = at + 4
        for rest in _REST:
            if low.startswith(rest, behind):
                behind += len(rest)
                break
        if at < done or low[behind : behind + 1] not in _BEHIND:
            continue
        start = low.rfind(b"\n", max(0, at - _REACH), at) + 1
        end = low.find(b"\n", behind, behind + _REACH)
        if end < 0 or (not start and at > _REACH):
            continue
        done = end
        names = _columns(low[start:end])
        if names:
            yield from _cells(text.data, end + 1, *names)


def _columns(head: bytes) -> tuple[bytes, list[int], int] | None:
    """What separates the columns, those of passwords, and their number; or None."""
    separator = next((each for each in _SEPARATORS if each in head), None)
    if separator is None:
        return None
    names = [name.strip(_QUOTES) for name in head.split(separator)]
    if not all(map(_NAME.fullmatch, names)):
        return None
    columns = [i for i, name in enumerate(names) if _PASSWORDS.fullmatch(name)]
    return (separator, columns, len(names)) if columns else None


def _cells(
    data: bytes, at: int, separator: bytes, columns: list[int], count: int
) -> Iterator[Found]:
    for _ in range(_MOST):
        end = data.find(b"\n", at)
        row = data[at : end if end >= 0 else len(data)]
        cells = row.split(separator)
        if len(cells) != count:
            return
        for column in columns:
            value = cells[column].strip(_QUOTES)
            if _is_password(value):
                begin = at + sum(len(cell) + 1 for cell in cells[:column])
                begin = data.find(value, begin)
                yield begin, begin, begin + len(value), "prose-table"
        if end < 0:
            return
        at = end + 1


def _is_password(value: bytes) -> bool:
    return (
        b" " not in value
        and not not_secret(value)
        and shapes.looks_like_password(value)
        and has_digit_and_letter(value)
    )
