"""More passwords beside one that was found.

`changed from … to …`, `staging has …, production …`, and those entries of a list that
are less clear than the one that was found.
"""

from __future__ import annotations

from typing import NamedTuple

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


class _Entry(NamedTuple):
    """A line that may be an entry of a list."""

    first: bytes
    """Its first word, which may be the mark of the list."""
    words: int
    """How many there are."""
    password: tuple[int, int] | None
    """Where its last word is, if that may be a password."""


class _Entries:
    """The lines of a text; each is judged once, as many entries have the same list."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._known: dict[int, _Entry | None] = {}

    def at(self, start: int) -> _Entry | None:
        """The line that begins at an offset; None if it can be no entry."""
        if start not in self._known:
            self._known[start] = self._judged(start)
        return self._known[start]

    def _judged(self, start: int) -> _Entry | None:
        line = _line(self._data, start)
        # It may be a row of a table.
        words = line.replace(b"|", b" ").split()
        if len(words) <= 1 or called.CODE.search(line):
            return None
        password = None
        value = words[-1].strip(_AROUND)
        if _is_one(value, words[-2]):
            begin = start + line.rfind(value)
            password = begin, begin + len(value)
        return _Entry(words[0], len(words), password)


def find(data: bytes, found: list[Found]) -> Iterator[Found]:
    """Every other password on the line of one, or in the list that it is in."""
    known = Spans(each[1:3] for each in found)
    lines, told = set(), set()
    entries = _Entries(data)
    for _, start, end, rule in found:
        if rule not in _RULES:
            continue
        line = data.rfind(b"\n", 0, start) + 1
        places: list[tuple[int, int]] = []
        if line not in lines:
            lines.add(line)
            places += _on_line(_line(data, line), line)
        places += _in_list(data, entries, line, end)
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


def _in_list(
    data: bytes, entries: _Entries, start: int, end: int
) -> Iterator[tuple[int, int]]:
    """Other entries of a list, each of which ends with its password."""
    entry = entries.at(start)
    line = _line(data, start)
    if (
        entry is None
        or called.names_password(line.lower())
        or line[end - start :].strip(_ENDS)
    ):
        return
    marked = not entry.first.strip(_MARKS)
    for other in (*_lines_above(data, start), *_lines_below(data, start)):
        each = entries.at(other)
        if (
            each is not None
            and each.password is not None
            and (not marked or each.first == entry.first)
            and abs(each.words - entry.words) <= 1
        ):
            yield each.password


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
