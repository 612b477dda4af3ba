"""Tables with bars between their cells: of markdown, of Jira and of terminals."""

from __future__ import annotations

from memsync.secrets.tables.columns import among, columns, split
from memsync.secrets.tables.lines import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.tables.columns import Cell, Column

# What a ruler consists of; and the bytes of lines and bars that terminals draw.
RULER = b" \t\r|:-=+"
DRAWN = bytes(range(0x80, 0x100))
BARS = (b"\xe2\x94\x82", b"\xe2\x94\x83", b"\xe2\x95\x91")

# Bytes of a heading's line before a word in it, headings within a table, and rows of
# one that is less surely a table.
_REACH, _NESTED, FEW = 400, 16, 500
_BAR = b"|"
_RULES = (b"--", b"==")


def find(data: bytes, low: bytes, places: list[int]) -> Iterator[Found]:
    """What stands below a heading with one of the words at these places."""
    done = nested = 0
    lines = Lines(data)
    clear = 0
    for at in places:
        if at < clear:
            continue
        start = low.rfind(b"\n", max(0, at - _REACH), at) + 1
        if start < done or (not start and at > _REACH):
            continue
        end = low.find(b"\n", at) + 1 or len(low)
        # Else a text of headings would take time that grows with its square.
        nested = nested + 1 if start < lines.read else 0
        if low.find(_BAR, start, end) < 0:
            # No word of a line without bars is a heading.
            clear = end
        elif nested <= _NESTED:
            yield from _below(lines, low, start, end)
            done = end


def _below(lines: Lines, low: bytes, start: int, end: int) -> Iterator[Found]:
    head = low[start:end]
    open_ended = not head.lstrip().startswith(_BAR)
    if head.startswith(b"||"):
        # In Jira two bars are around a heading.
        head = head.replace(b"||", _BAR)
    else:
        below = low.find(b"\n", end) + 1 or len(low)
        ruler = low[end:below]
        if not any(map(ruler.count, _RULES)) or ruler.strip(RULER + b"\n"):
            return
        end = below
    wanted = columns(head.split(_BAR), logins=True)
    for row in rows(lines, end, None, open_ended=open_ended) if wanted else ():
        yield from among(row, wanted)


def rows(
    lines: Lines, at: int, most: int | None = FEW, *, open_ended: bool = True
) -> Iterator[list[Cell]]:
    """The cells of each row from an offset on.

    A row of a table that is not `open_ended` begins with a bar.
    """
    for begin, line in lines.below(at, most=most):
        row = plain(line)
        if not row.translate(None, DRAWN).strip(RULER) and row.strip():
            # Some draw a line below each row.
            continue
        if row.find(_BAR) < 0:
            return
        if not (open_ended or row.lstrip().startswith(_BAR)):
            return
        yield split(begin, row)


def below(
    lines: Lines, at: int, names: list[bytes], least: int, *, open_ended: bool = True
) -> Iterator[Found]:
    """What stands below headings, in rows with about as many cells."""
    wanted: list[Column] = columns(names, least)
    for row in rows(lines, at, open_ended=open_ended) if wanted else ():
        if len(row) >= len(names) - 1:
            yield from among(row, wanted)


def plain(line: bytes) -> bytes:
    """A line with usual bars instead of drawn ones, as long as before."""
    for bar in BARS:
        line = line.replace(bar, b"|  ")
    return line
