"""Rows that SQL inserts: `INSERT INTO users (name, password) VALUES ('ann', '…')`."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.tables.columns import among, columns, is_heading
from memsync.secrets.texts.places import find as find_all
from memsync.secrets.values.shapes import is_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.tables.columns import Cell
    from memsync.secrets.texts.text import Text

_INTO = b"insert into"

_OPENS = lazy(
    rb"(?i)insert into\s{1,8}[\w.\"`\[\]]{1,100}\s{0,8}\((?P<names>[^()]{3,800})\)"
    rb"\s{0,8}values\s{0,8}\("
)
# A text in quotes or anything else, up to what ends a cell.
_CELL = lazy(
    rb"\s{0,40}(?:[NEne]?'(?P<text>(?:[^'\\]|\\.|''){0,1000})'"
    rb"|(?:[^'(),]|\([^()]{0,200}\)){0,400})\s{0,40}(?P<sign>[,)])"
)
_NEXT = lazy(rb"\s{0,40},\s{0,80}\(")
_QUOTES = b' \t\r\n"`[]'

# The most rows of one statement that are read.
_MOST = 10_000


def find(text: Text) -> Iterator[Found]:
    """Every password and token in a column that a statement names so."""
    data, done = text.data, 0
    for at in find_all(text.low, _INTO):
        opens = _OPENS.match(data, at) if at >= done else None
        if opens is None:
            continue
        names = [name.strip(_QUOTES) for name in opens["names"].lower().split(b",")]
        wanted = columns(names)
        for cells, end in _rows(data, opens.end(), len(names)) if wanted else ():
            done = end
            yield from among([*map(_unhashed, names, cells)], wanted)


def _unhashed(name: bytes, cell: Cell) -> Cell:
    """A cell without the hash that databases keep in the place of a password."""
    at, value = cell
    return (at, b"") if is_heading(name) and is_hash(value) else cell


def _rows(data: bytes, at: int, count: int) -> Iterator[tuple[list[Cell], int]]:
    """The texts of each row of so many cells, and where it ends."""
    for _ in range(_MOST):
        cells: list[Cell] = []
        while True:
            cell = _CELL.match(data, at)
            if cell is None or len(cells) == count:
                return
            cells.append((cell.start("text"), cell["text"] or b""))
            at = cell.end()
            if cell["sign"] == b")":
                break
        if len(cells) == count:
            yield cells, at
        follows = _NEXT.match(data, at)
        if follows is None:
            return
        at = follows.end()
