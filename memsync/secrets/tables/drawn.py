"""Tables without markup: lines that are drawn, columns between blanks or bars.

It is less sure that such a text is a table, so they count only where no other tier
finds anything, and only a strong password counts.
"""

from __future__ import annotations

from itertools import pairwise

from memsync.lazy import lazy
from memsync.secrets.tables import bars
from memsync.secrets.tables.columns import among, columns
from memsync.secrets.values.certainty import POSSIBLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.tables.lines import Lines

# Bytes of a ruler.
_REACH = 400
_NAME = lazy(rb"[a-z][\w .-]{0,30}")
_PART = lazy(rb"[-=]+")
_GAP = lazy(rb"[ \t]{2,}")


def find(lines: Lines, low: bytes, start: int, end: int) -> Iterator[Found]:
    """What stands below a line of headings."""
    head = bars.plain(low[start:end])
    ruler = low[end + 1 : low.find(b"\n", end + 1, end + _REACH)]
    drawn = len(ruler.translate(None, bars.DRAWN)) < len(ruler)
    behind = end + 1 + len(ruler) + 1
    if not _is_ruler(ruler, drawn=drawn):
        names = head.strip(b" \t\r").split(b"|")
        if len(names) > 1 and all(map(_NAME.fullmatch, names)):
            yield from _named(lines, end + 1, names)
        elif lines.data[start:end].isupper():
            yield from aligned(lines, head, b"", end + 1, None, POSSIBLE)
    elif b"|" not in head:
        yield from aligned(lines, head, ruler, behind, None, POSSIBLE)
    elif b"+" in ruler or drawn:
        yield from bars.below(lines, behind, head.split(b"|"), POSSIBLE)


def _named(lines: Lines, at: int, names: list[bytes]) -> Iterator[Found]:
    """Lines whose cells are as many as the names on the first one."""
    wanted = columns(names, POSSIBLE)
    for row in bars.rows(lines, at) if wanted else ():
        if len(row) != len(names):
            return
        yield from among(row, wanted)


def _is_ruler(line: bytes, *, drawn: bool) -> bool:
    rest = line.translate(None, bars.DRAWN).strip(bars.RULER)
    return not rest and (drawn or b"--" in line or b"==" in line)


def aligned(
    lines: Lines, head: bytes, ruler: bytes, at: int, end: int | None, least: int
) -> Iterator[Found]:
    """Columns that begin below their headings, or below the parts of a ruler.

    In front of a strong password nothing may stand, but behind it something may.
    """
    edges = [part.start() for part in _PART.finditer(ruler)]
    if len(edges) > 1:
        names = [head[a:b] for a, b in pairwise([*edges, len(head)])]
    else:
        edges = [0, *(gap.end() for gap in _GAP.finditer(head))]
        names = _GAP.split(head)
    if len([name for name in names if name.strip()]) <= 1:
        return
    strong = least >= POSSIBLE
    wanted = columns(names, least, tokens=strong)
    for begin, row in lines.below(at, end, bars.FEW) if wanted else ():
        if strong and not row.strip(b" \t\r=-"):
            return
        ends = [*edges[1:], len(row)]
        yield from among(
            [
                (begin + a, _first_word(row, a) if strong else row[a:b])
                for a, b in zip(edges, ends, strict=True)
            ],
            wanted,
        )


def _first_word(row: bytes, at: int) -> bytes:
    """The word that begins there; none if another one goes on."""
    if row[max(0, at - 1) : at].strip() or not row[at : at + 1].strip():
        return b""
    return row[at:].split(None, 1)[0]
