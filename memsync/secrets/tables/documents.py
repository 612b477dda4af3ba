"""Tables of reStructuredText and of AsciiDoc."""

from __future__ import annotations

from itertools import zip_longest

from memsync.lazy import lazy
from memsync.secrets.tables.columns import among, columns, split
from memsync.secrets.tables.drawn import aligned
from memsync.secrets.tables.lines import Lines
from memsync.secrets.values.certainty import POSSIBLE, WEAK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.tables.columns import Cell

# The most bytes of a table.
_TABLE = 20_000
_ENTRY = lazy(rb"[ \t]*(?P<row>\*[ \t]+)?-(?:[ \t]+(?P<text>[^\n]*))?")
_RULER = lazy(rb"(?m)^(?:={2,}[ \t]+)+={2,}[ \t\r]*$")


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every password in a table of reStructuredText."""
    if low.find(b"list-table::") >= 0:
        yield from _listed(data, low)
    if low.find(b"\n==") >= 0 and low.find(b"= =") >= 0:
        yield from _ruled(data, low)


def _listed(data: bytes, low: bytes) -> Iterator[Found]:
    at = low.find(b"list-table::")
    while at >= 0:
        rows: list[list[Cell]] = []
        end = at
        for start, line in Lines(data).below(at, min(len(data), at + _TABLE)):
            if start > at and line[:1] not in (b" ", b"\t", b""):
                break
            end = start + len(line)
            entry = _ENTRY.fullmatch(line)
            if entry and entry["row"]:
                rows.append([])
            if entry and rows:
                text = entry["text"] or b""
                rows[-1].append((end - len(text), text))
        names = [text.lower() for _, text in rows[0]] if rows else []
        wanted = columns(names, WEAK, tokens=False)
        for row in rows[1:]:
            if len(row) == len(names):
                yield from among(row, wanted)
        at = low.find(b"list-table::", end + 1)


def _ruled(data: bytes, low: bytes) -> Iterator[Found]:
    """A table whose columns are below a ruler's signs, with rulers around it."""
    rulers = [match.span() for match in _RULER.finditer(low)]
    nowhere = (0, 0)
    for one, two, three in zip_longest(
        rulers[::3], rulers[1::3], rulers[2::3], fillvalue=nowhere
    ):
        (top, above), (middle, below), bottom = one, two, three[0]
        if top < middle < bottom < top + _TABLE:
            head = low[above + 1 : middle].partition(b"\n")[0]
            yield from aligned(
                Lines(data), head, low[top:above], below + 1, bottom, WEAK
            )


def find_flat(lines: Lines, line: bytes, end: int) -> Iterator[Found]:
    """What follows a line of headings in AsciiDoc: cells fill the columns in turn."""
    names = line[1:].split(b"|")
    wanted = columns(names, POSSIBLE)
    stop = min(len(lines.data), end + _TABLE)
    cells: list[Cell] = []
    for begin, row in lines.below(end + 1, stop) if wanted else ():
        if row.startswith(b"|==="):
            return
        cells += split(begin, row)[1:]
        while len(cells) >= len(names):
            yield from among(cells[: len(names)], wanted)
            cells = cells[len(names) :]
