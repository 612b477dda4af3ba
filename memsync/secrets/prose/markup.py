"""The prose tier in tables of HTML, of MediaWiki and of reStructuredText.

A cell is a password if the heading of its column says so, or the cell in front of it
in a row or list of two.
"""

from __future__ import annotations

from itertools import pairwise, zip_longest

from memsync.lazy import lazy
from memsync.secrets.prose.cells import is_cell, is_heading
from memsync.secrets.values.phrase import is_hyphened
from memsync.secrets.values.strength import WEAK, strength

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.tiers.context import Found

    # Where a cell's text is.
    Cell = tuple[int, int]

# The most bytes of a table, and of a cell.
_TABLE = 20_000
# Rows of HTML, and their cells without the tags within.
_ROW = lazy(rb"(?i)<tr\b")
_CELL = lazy(
    rb"(?i)<(?P<tag>t[hd]|d[td])\b[^<>\n]{0,120}>(?:\s{0,40}<\w{1,8}[^<>]{0,80}>){0,2}\s{0,40}"
    rb"(?P<text>[^<>]{0,120}?)\s{0,40}(?:</\w{1,8}>\s{0,40}){0,2}(?=</?(?:t[hdr]|d[tdl])\b)"
)
_MARKS = b" \t\r\n`*\"'_"


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every password in such tables."""
    if low.find(b"</t") >= 0 or low.find(b"</d") >= 0:
        yield from _html(data)
    if low.find(b"\n|-") >= 0 and low.find(b"\n!") >= 0:
        yield from _wiki(data, low)
    if low.find(b"list-table::") >= 0:
        yield from _listed(data, low)
    if low.find(b"\n==") >= 0 and low.find(b"= =") >= 0:
        yield from _ruled(data, low)


def _found(data: bytes, cell: Cell) -> Iterator[Found]:
    start, end = cell
    value = data[start:end].strip(_MARKS)
    if is_cell(value) and (is_hyphened(value) or strength(value) >= WEAK):
        begin = data.find(value, start)
        yield begin, begin, begin + len(value), "prose-table"


def _columns(data: bytes, head: list[Cell], rows: list[list[Cell]]) -> Iterator[Found]:
    """The cells below headings of passwords."""
    columns = [
        i
        for i, (a, b) in enumerate(head)
        if is_heading(data[a:b].strip(_MARKS).lower())
    ]
    for row in rows:
        for i in columns:
            if len(row) == len(head):
                yield from _found(data, row[i])


def _html(data: bytes) -> Iterator[Found]:
    rows: list[list[tuple[bytes, Cell]]] = [[]]
    last = 0
    for cell in _CELL.finditer(data):
        if _ROW.search(data, last, cell.start()) or cell["tag"].lower() == b"dt":
            rows.append([])
        rows[-1].append((cell["tag"].lower(), cell.span("text")))
        last = cell.end()
    head: list[Cell] = []
    for row in rows:
        cells = [span for _, span in row]
        if all(tag == b"th" for tag, _ in row):
            head = cells
        elif len(cells) == 2 and is_heading(
            data[slice(*cells[0])].strip(_MARKS + b":").lower()
        ):
            yield from _found(data, cells[1])
        else:
            yield from _columns(data, head, [cells])


def _lines(data: bytes, at: int, end: int) -> Iterator[Cell]:
    while at < end:
        stop = data.find(b"\n", at, end)
        stop = end if stop < 0 else stop
        yield at, stop
        at = stop + 1


def _wiki(data: bytes, low: bytes) -> Iterator[Found]:
    at = low.find(b"{|")
    while at >= 0:
        end = low.find(b"\n|}", at, at + _TABLE)
        end = min(len(data), at + _TABLE) if end < 0 else end
        head: list[Cell] = []
        rows: list[list[Cell]] = [[]]
        for start, stop in _lines(data, at, end):
            line = data[start:stop]
            if line.startswith(b"|-"):
                rows.append([])
            elif line.startswith(b"!"):
                head += _pieces(data, start + 1, stop, (b"!!", b"||"))
            elif line.startswith(b"|"):
                rows[-1] += _pieces(data, start + 1, stop, (b"||",))
        yield from _columns(data, head, rows)
        at = low.find(b"{|", end)


def _pieces(
    data: bytes, start: int, stop: int, signs: tuple[bytes, ...]
) -> Iterator[Cell]:
    """The parts of a line between signs."""
    sign = next((each for each in signs if data.find(each, start, stop) >= 0), signs[0])
    for part in data[start:stop].split(sign):
        yield start, start + len(part)
        start += len(part) + len(sign)


_ENTRY = lazy(rb"[ \t]*(?P<row>\*[ \t]+)?-(?:[ \t]+(?P<text>[^\n]*))?")


def _listed(data: bytes, low: bytes) -> Iterator[Found]:
    at = low.find(b"list-table::")
    while at >= 0:
        rows: list[list[Cell]] = []
        end = at
        for start, stop in _lines(data, at, min(len(data), at + _TABLE)):
            entry = _ENTRY.fullmatch(data, start, stop)
            indented = data[start : start + 1] in (b" ", b"\t", b"") or start == stop
            if start > at and not indented:
                break
            end = stop
            if entry and entry["row"]:
                rows.append([])
            if entry and rows:
                rows[-1].append(entry.span("text") if entry["text"] else (stop, stop))
        if rows:
            yield from _columns(data, rows[0], rows[1:])
        at = low.find(b"list-table::", end + 1)


_RULER = lazy(rb"(?m)^(?:={2,}[ \t]+)+={2,}[ \t\r]*$")
_COLUMN = lazy(rb"=+")


def _ruled(data: bytes, low: bytes) -> Iterator[Found]:
    """A table of reStructuredText whose columns are below a ruler's signs."""
    rulers = [match.span() for match in _RULER.finditer(low)]
    nowhere = (0, 0)
    for one, two, three in zip_longest(
        rulers[::3], rulers[1::3], rulers[2::3], fillvalue=nowhere
    ):
        (top, above), (middle, below), bottom = one, two, three[0]
        if not top < middle < bottom < top + _TABLE:
            continue
        spans = [match.span() for match in _COLUMN.finditer(low, top, above)]
        begins = [start - top for start, _ in spans] + [_TABLE]
        rows = [
            [(min(stop, start + a), min(stop, start + b)) for a, b in pairwise(begins)]
            for start, stop in _lines(data, above + 1, bottom)
            if not middle <= start < below
        ]
        if rows:
            yield from _columns(data, rows[0], rows[1:])
