"""The prose tier in the tables that `tables` and `markup` do not read.

Those of terminals with drawn lines, DokuWiki, AsciiDoc and MediaWiki with a cell on
each line, and columns that only bars or blanks separate.
"""

from __future__ import annotations

from itertools import pairwise

from memsync.lazy import lazy
from memsync.secrets.prose.headings import Judge, column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found

# Every heading that counts contains one of these.
WORDS = (
    *(b"pass", b"pwd", b"pw", b"token", b"secret", b"key", b"kennwort", b"senha"),
    *(b"wachtwoord", b"contrase", b"heslo", b"parola"),
)

# Bytes of a heading's line, rows of a table, and headings on lines of their own.
_REACH, _ROWS, _HEADS, _SHORT = 400, 500, 20, 40
_BLANKS = b" \t\r\n`*\"'_"
# What a ruler consists of; and the bytes of lines that terminals draw.
_RULER = b" \t\r|:-=+"
_DRAWN = bytes(range(0x80, 0x100))
_BARS = (b"\xe2\x94\x82", b"\xe2\x94\x83", b"\xe2\x95\x91")
_NAME = lazy(rb"[a-z][\w .-]{0,30}")
_STARTS = (b"^", b"!", *_BARS)
_RULES = (b"--", b"==")
# What ends a heading, in each kind of table.
_FOLLOWS = lazy(
    rb"(?:[^\s|^!]{2,16}|api key)(?: \w{1,12})?[ \t:*`]{0,60}"
    rb"(?:[|^!\r\n]|\xe2|(?<=[ \t]{2}))"
)
_PART = lazy(rb"[-=]+")
_GAP = lazy(rb"[ \t]{2,}")

_Cell = tuple[int, bytes]


def find(text: Text) -> Iterator[Found]:
    """Every password and token in such a table."""
    data, low = text.data, text.low
    done = 0
    places = sorted({at for word in text.among(WORDS) for at in text.places(word)})
    for at in places:
        if at < done or not _FOLLOWS.match(low, at):
            continue
        start = low.rfind(b"\n", max(0, at - _REACH), at) + 1
        end = low.find(b"\n", at, at + _REACH)
        if end < 0 or (not start and at > _REACH):
            continue
        line = low[start:end]
        done = end
        # Most such lines are those of a text or of code.
        if not (
            line.find(b"|") >= 0
            or line.lstrip().startswith(_STARTS)
            or low[end + 1 : end + _SHORT].lstrip(b" \t").startswith(_RULES)
            or (line.find(b"  ") >= 0 and data[start:end].isupper())
        ):
            continue
        # No row of a table is read twice, so that a hostile text takes linear time.
        rows = _Rows(data)
        for begin, value in _grid(rows, low, start, end):
            yield begin, begin, begin + len(value), "prose-table"
        done = max(done, rows.end)


def _grid(rows: _Rows, low: bytes, start: int, end: int) -> list[_Cell]:
    """What stands below the headings on a line, whatever kind of table they are in."""
    line = low[start:end].strip(b" \t\r")
    if line.startswith(b"^"):
        return [*_bars(rows, end, line.split(b"^"), wiki=True)]
    if line.startswith(b"!"):
        return [*_wiki(rows, low, start)]
    if line.startswith(b"|") and low[max(0, start - 6) : start].endswith(
        (b"|===\n", b"|===\r\n")
    ):
        return [*_flat(rows, end, line[1:].split(b"|"))]
    return [*_ruled(rows, low, start, end)]


def _ruled(rows: _Rows, low: bytes, start: int, end: int) -> Iterator[_Cell]:
    """Tables with a ruler below their headings, or without any sign of a table."""
    head = _plain(low[start:end])
    ruler = low[end + 1 : low.find(b"\n", end + 1, end + _REACH)]
    drawn = len(ruler.translate(None, _DRAWN)) < len(ruler)
    if not _is_ruler(ruler, drawn=drawn):
        names = head.strip(b" \t\r").split(b"|")
        if len(names) > 1 and all(map(_NAME.fullmatch, names)):
            yield from _bars(rows, end, names, strict=True)
        elif rows.data[start:end].isupper():
            yield from _aligned(rows, low[start:end], b"", end)
    elif b"|" not in head:
        yield from _aligned(rows, low[start:end], ruler, end + 1 + len(ruler))
    elif b"+" in ruler or drawn:
        yield from _bars(rows, end + 1 + len(ruler), head.split(b"|"))


def _is_ruler(line: bytes, *, drawn: bool) -> bool:
    rest = line.translate(None, _DRAWN).strip(_RULER)
    return not rest and (drawn or b"--" in line or b"==" in line)


def _plain(line: bytes) -> bytes:
    for bar in _BARS:
        line = line.replace(bar, b"|")
    return line


class _Rows:
    """The lines of a text, and how far they were read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.end = 0

    def below(self, at: int) -> Iterator[tuple[int, bytes]]:
        """The lines below the one that ends at an offset."""
        for _ in range(_ROWS):
            begin = at + 1
            if begin >= len(self.data):
                return
            at = self.data.find(b"\n", begin)
            at = len(self.data) if at < 0 else at
            self.end = at
            yield begin, self.data[begin:at]


def _columns(names: list[bytes]) -> list[tuple[int, Judge]]:
    found = [(i, column(name.strip(_BLANKS))) for i, name in enumerate(names)]
    return [(i, judge) for i, judge in found if judge]


def _taken(begin: int, row: bytes, cell: bytes, judge: Judge) -> Iterator[_Cell]:
    value = cell.strip(_BLANKS)
    if value and b" " not in value and judge(value):
        yield begin + row.find(value), value


def _bars(
    rows: _Rows,
    end: int,
    names: list[bytes],
    *,
    wiki: bool = False,
    strict: bool = False,
) -> Iterator[_Cell]:
    columns = _columns(names)
    if not columns:
        return
    for begin, row in rows.below(end):
        plain = _plain(row)
        if not plain.translate(None, _DRAWN).strip(_RULER) and b"|" not in plain:
            # Some draw a line below each row.
            if not plain.strip():
                return
            continue
        if b"|" not in plain or (wiki and not plain.lstrip().startswith(b"|")):
            return
        cells = plain.split(b"|")
        if strict and len(cells) != len(names):
            return
        for i, judge in columns:
            if i < len(cells) and len(cells) >= len(names) - 1:
                yield from _taken(begin, row, cells[i], judge)


def _wiki(rows: _Rows, low: bytes, start: int) -> Iterator[_Cell]:
    """MediaWiki, whose cells may be on a line or on lines of their own."""
    names: list[bytes] = []
    first = _first(low, start, b"!")
    end = first - 1
    for begin, line in rows.below(end):
        if not line.startswith(b"!") or len(names) > _HEADS:
            break
        names += line[1:].lower().split(b"!!")
        end = begin + len(line)
    columns = _columns(names)
    cells: list[tuple[int, bytes, bytes]] = []
    for begin, row in rows.below(end) if columns else ():
        if not row.startswith(b"|"):
            return
        if row.startswith((b"|-", b"|}")):
            cells = []
            continue
        for cell in row[1:].split(b"||"):
            cells.append((begin, row, cell))
            for i, judge in columns:
                if i == len(cells) - 1:
                    yield from _taken(begin, row, cell, judge)


def _first(low: bytes, start: int, sign: bytes) -> int:
    """Where the first of the lines begins that start with a sign, without a gap."""
    for _ in range(_HEADS):
        before = low.rfind(b"\n", 0, max(0, start - 1)) + 1
        if not start or not low.startswith(sign, before):
            break
        start = before
    return start


def _flat(rows: _Rows, end: int, names: list[bytes]) -> Iterator[_Cell]:
    """AsciiDoc, whose cells fill the columns one after the other."""
    columns = _columns(names)
    count = 0
    for begin, row in rows.below(end) if columns else ():
        if row.startswith(b"|==="):
            return
        for cell in row.split(b"|")[1:]:
            for i, judge in columns:
                if count % len(names) == i:
                    yield from _taken(begin, row, cell, judge)
            count += 1


def _aligned(rows: _Rows, head: bytes, ruler: bytes, end: int) -> Iterator[_Cell]:
    """Columns that begin below their headings, or below the parts of a ruler."""
    edges = [part.start() for part in _PART.finditer(ruler)]
    if len(edges) > 1:
        names = [head[at:to].strip() for at, to in pairwise([*edges, len(head)])]
    else:
        edges = [0, *(gap.end() for gap in _GAP.finditer(head))]
        names = _GAP.split(head)
    if len([name for name in names if name.strip()]) <= 1:
        return
    columns = [(edges[i], judge) for i, judge in _columns(names)]
    for begin, row in rows.below(end) if columns else ():
        if not row.strip(b" \t\r=-"):
            return
        for at, judge in columns:
            before, cell = row[max(0, at - 1) : at], row[at:]
            if not before.strip() and cell[:1].strip():
                yield from _taken(begin, row, cell.split()[0], judge)
