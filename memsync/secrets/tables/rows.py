"""Rows of a file: what stands below a name such as `password`.

The file has commas, semicolons or tabs between its columns, and their names in its
first line, as password managers and spreadsheets export it.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.tables.columns import among, columns, split
from memsync.secrets.tables.lines import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.tables.columns import Column
    from memsync.secrets.texts.text import Text

# The name of a column.
_NAME = lazy(rb"[a-z][\w ./-]{0,30}")

# What may follow the word on the line of the names, and separates these.
_BEHIND = b";,\t\"'\r\n"
_SEPARATORS = (b"\t", b";", b",")
_REST = (b"word", b"wd", b"phrase", b"code", b"wort", b"")

# Bytes of the line of the names before and after the word, and rows that are read.
_REACH, _MOST = 200, 10_000
_QUOTES = b" \t\r\"'"


def find(text: Text) -> Iterator[Found]:
    """Every password below such a name, and tokens in columns beside it."""
    low, done, lines = text.low, 0, Lines(text.data)
    for at in text.places(b"pass"):
        behind = at + 4
        behind += next(len(rest) for rest in _REST if low.startswith(rest, behind))
        if at < done or low[behind : behind + 1] not in _BEHIND:
            continue
        start = low.rfind(b"\n", max(0, at - _REACH), at) + 1
        end = low.find(b"\n", behind, behind + _REACH)
        if end < 0 or (not start and at > _REACH):
            continue
        done = end
        head = _columns(low[start:end])
        if head:
            yield from _cells(lines, end + 1, *head)
            # Names among the rows are rows.
            done = max(done, lines.read)


def _columns(line: bytes) -> tuple[bytes, list[Column], int] | None:
    """What separates the columns, those with secrets, and their number; or None."""
    separator = next((each for each in _SEPARATORS if each in line), None)
    if separator is None:
        return None
    names = [name.strip(_QUOTES) for name in line.split(separator)]
    if not all(map(_NAME.fullmatch, names)):
        return None
    return separator, columns(names), len(names)


def _cells(
    lines: Lines, at: int, separator: bytes, wanted: list[Column], count: int
) -> Iterator[Found]:
    for begin, row in lines.below(at, most=_MOST) if wanted else ():
        cells = split(begin, row, separator)
        if len(cells) != count:
            return
        yield from among(cells, wanted)
