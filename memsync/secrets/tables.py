"""The prose tier in tables: cells below a heading such as `password`."""

from __future__ import annotations

from memsync.secrets import shapes
from memsync.secrets.glance import has_digit_and_letter
from memsync.secrets.lazy import lazy
from memsync.secrets.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.context import Found
    from memsync.secrets.text import Text

_BAR = ord("|")
_ROW = lazy(rb"[^\n]*\n?")
_RULER = lazy(rb"[ \t]*\|?[ \t]*:?-{2,}")
_HEAD = lazy(rb"pass(?:word|wd|phrase|code)|pwd")


def find(text: Text) -> Iterator[Found]:
    """Every password in a markdown table."""
    data, low = text.data, text.low
    done = 0
    for at in text.places(b"pass") if _BAR in low else ():
        start = low.rfind(b"\n", max(0, at - 400), at) + 1
        if start >= done and low[start:at].lstrip()[:1] == b"|":
            yield from _cells(data, low, start)
            done = low.find(b"\n", at) + 1 or len(low)


def _cells(data: bytes, low: bytes, start: int) -> Iterator[Found]:
    head = _ROW.match(low, start)
    if head is None or not _RULER.match(low, head.end()):
        return
    columns = [i for i, cell in enumerate(head[0].split(b"|")) if _HEAD.search(cell)]
    at = head.end()
    while at < len(data) and data[at : at + 1] == b"|":
        row = _ROW.match(data, at)
        cells = row[0].split(b"|") if row else []
        for column in columns:
            if column < len(cells):
                value = cells[column].strip(b" \t`*\"'\r\n")
                begin = at + sum(len(c) + 1 for c in cells[:column])
                begin = data.find(value, begin)
                if _is_cell(value):
                    yield begin, begin, begin + len(value), "prose-table"
        at = row.end() if row else len(data)


def _is_cell(value: bytes) -> bool:
    return (
        b" " not in value
        and b"](" not in value
        and not not_secret(value)
        and shapes.looks_like_password(value)
        and has_digit_and_letter(value)
    )
