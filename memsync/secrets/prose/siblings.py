"""More passwords beside one that was found.

`changed from … to …`, `staging has …, production …`, and those entries of a list that
are less clear than the one that was found.
"""

from __future__ import annotations

from memsync.secrets.overlaps import Spans
from memsync.secrets.prose import called
from memsync.secrets.values.certainty import POSSIBLE, certainty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found

# What is found by the words around it.
_RULES = ("prose-password", "prose-login", "prose-table", "generic-password")
# The longest line that is read, the most lines of a list, the shortest password.
_LONGEST, _MOST, _SHORTEST = 600, 40, 8
# What precedes a former password: `from … to …`.
_FROM = b"from"
# Signs around a value, behind the last value of a line, and before an entry.
_AROUND, _ENDS, _MARKS = b"\"'`*_()[]{}<>.,;:~", b"\"'`*_.,;)~| \t\r", b"-*+|>"


def find(data: bytes, found: list[Found]) -> Iterator[Found]:
    """Every other password on the line of one, or in the list that it is in."""
    known = Spans(each[1:3] for each in found)
    lines, told = set(), set()
    for _, start, end, rule in found:
        if rule not in _RULES:
            continue
        line = data.rfind(b"\n", 0, start) + 1
        places: list[tuple[int, int]] = []
        if line not in lines:
            lines.add(line)
            places += _on_line(_line(data, line), line)
        places += _in_list(data, line, end)
        for begin, stop in places:
            if begin not in told and not known.overlap(begin, stop):
                told.add(begin)
                yield begin, begin, stop, "prose-password"


def _line(data: bytes, start: int) -> bytes:
    """The line that begins at an offset; nothing if it is long."""
    line = data[start : start + _LONGEST].partition(b"\n")[0]
    return line if len(line) < _LONGEST else b""


def _on_line(line: bytes, start: int) -> Iterator[tuple[int, int]]:
    if called.CODE.search(line):
        return
    before, at = b"", 0
    for word in line.split():
        at = line.find(word, at)
        value = word.strip(_AROUND)
        if _is_one(value, before):
            begin = start + at + word.find(value)
            yield begin, begin + len(value)
        before = word
        at += len(word)


def _is_one(value: bytes, before: bytes) -> bool:
    return (
        len(value) >= _SHORTEST
        and (before == _FROM or not called.is_other(before))
        and certainty(value) >= POSSIBLE
        and not called.may_be_another(value, b"")
    )


def _in_list(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Other entries of a list, each of which ends with its password."""
    line = _line(data, start)
    words = _words(line)
    if (
        len(words) <= 1
        or called.CODE.search(line)
        or called.names_password(line.lower())
        or line[end - start :].strip(_ENDS)
    ):
        return
    mark = words[0] if not words[0].strip(_MARKS) else b""
    for other in (*_lines_above(data, start), *_lines_below(data, start)):
        entry = _line(data, other)
        each = _words(entry)
        if len(each) <= 1 or called.CODE.search(entry) or (mark and each[0] != mark):
            continue
        value = each[-1].strip(_AROUND)
        if abs(len(each) - len(words)) <= 1 and _is_one(value, each[-2]):
            begin = other + entry.rfind(value)
            yield begin, begin + len(value)


def _words(line: bytes) -> list[bytes]:
    """The words of a line, which may be a row of a table."""
    return line.replace(b"|", b" ").split()


def _lines_below(data: bytes, start: int) -> Iterator[int]:
    for _ in range(_MOST):
        start = data.find(b"\n", start) + 1
        if not start or not data[start : start + 1].strip():
            return
        yield start


def _lines_above(data: bytes, start: int) -> Iterator[int]:
    for _ in range(_MOST):
        if not start:
            return
        start = data.rfind(b"\n", 0, start - 1) + 1
        if not data[start : start + 1].strip():
            return
        yield start
