"""Tables of HTML, and its lists of names with what each says."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.tables.columns import among, beside, columns
from memsync.secrets.values.certainty import WEAK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.tables.columns import Cell

# Rows of HTML, and their cells without the tags within.
_ROW = lazy(rb"(?i)<tr\b")
_CELL = lazy(
    rb"(?i)<(?P<tag>t[hd]|d[td])\b[^<>\n]{0,120}>(?:\s{0,40}<\w{1,8}[^<>]{0,80}>){0,2}\s{0,40}"
    rb"(?P<text>[^<>]{0,120}?)\s{0,40}(?:</\w{1,8}>\s{0,40}){0,2}(?=</?(?:t[hdr]|d[tdl])\b)"
)


def find(data: bytes) -> Iterator[Found]:
    """Every password below its heading, or behind its name in a row of two."""
    names: list[bytes] = []
    for row in _rows(data):
        cells = [cell for _, cell in row]
        if all(tag == b"th" for tag, _ in row):
            names = [text.lower() for _, text in cells]
            continue
        wanted = beside(cells[0][1].lower(), WEAK) if len(cells) == 2 else []
        if not wanted and len(cells) == len(names):
            wanted = columns(names, WEAK, tokens=False)
        yield from among(cells, wanted)


def _rows(data: bytes) -> Iterator[list[tuple[bytes, Cell]]]:
    """The cells of each row, with their tags."""
    row: list[tuple[bytes, Cell]] = []
    last = 0
    for cell in _CELL.finditer(data):
        tag = cell["tag"].lower()
        if row and (_ROW.search(data, last, cell.start()) or tag == b"dt"):
            yield row
            row = []
        row.append((tag, (cell.start("text"), cell["text"])))
        last = cell.end()
    if row:
        yield row
