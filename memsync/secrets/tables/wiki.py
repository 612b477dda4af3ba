"""Tables of wikis: MediaWiki and DokuWiki."""

from __future__ import annotations

from memsync.secrets.tables import bars
from memsync.secrets.tables.columns import among, columns, split
from memsync.secrets.tables.lines import Lines
from memsync.secrets.values.certainty import POSSIBLE, WEAK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.tables.columns import Cell, Column

# The most bytes of a table, and headings on lines of their own.
_TABLE, _HEADS = 20_000, 20


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every password in a table of MediaWiki that is there from its beginning on."""
    at = low.find(b"{|")
    while at >= 0:
        end = low.find(b"\n|}", at, at + _TABLE)
        end = min(len(data), at + _TABLE) if end < 0 else end
        head = low.find(b"\n!", at, end) + 1
        if head:
            yield from _media(Lines(data), (head, end), WEAK)
        at = low.find(b"{|", end)


def find_part(lines: Lines, low: bytes, start: int) -> Iterator[Found]:
    """What stands below a heading of MediaWiki, perhaps in a part of a table."""
    for _ in range(_HEADS):
        before = low.rfind(b"\n", 0, max(0, start - 1)) + 1
        if not start or not low.startswith(b"!", before):
            break
        start = before
    end = min(len(low), start + _TABLE)
    yield from _media(lines, (start, end), POSSIBLE)


def _media(lines: Lines, place: tuple[int, int], least: int) -> Iterator[Found]:
    """The cells below the first headings; each may be on a line of its own."""
    strong = least >= POSSIBLE
    start, end = place
    names: list[bytes] = []
    for begin, line in lines.below(start, end):
        start = begin
        if not line.startswith(b"!") or len(names) > _HEADS:
            break
        names += [name for _, name in _pieces(0, line[1:].lower())]
    wanted = columns(names, least, tokens=strong)
    cells: list[Cell] = []
    for begin, line in lines.below(start, end) if wanted else ():
        if line.startswith((b"|-", b"|}")):
            yield from _row(cells, len(names), wanted)
            cells = []
        elif line.startswith((b"|", b"!")):
            cells += _pieces(begin + 1, line[1:])
        elif strong:
            break
    yield from _row(cells, len(names), wanted)


def _row(cells: list[Cell], count: int, wanted: list[Column]) -> Iterator[Found]:
    if len(cells) == count:
        yield from among(cells, wanted)


def _pieces(at: int, line: bytes) -> list[Cell]:
    return split(at, line, b"!!" if b"!!" in line else b"||")


def find_doku(lines: Lines, line: bytes, end: int) -> Iterator[Found]:
    """What stands below the headings of DokuWiki on a line that ends somewhere."""
    names = line.split(b"^")
    yield from bars.below(lines, end + 1, names, POSSIBLE, open_ended=False)
