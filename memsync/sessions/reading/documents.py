"""Reads files that are one JSON object: its fields, and long lists item by item.

`json.load` would hold the whole session in memory, several times over. This holds one
item of a list.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.sessions.reading.blocks import mapping
from memsync.sessions.reading.events import About, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator
    from typing import BinaryIO

    from memsync.sessions.reading.events import Event

# Bytes of one read.
_CHUNK = 1 << 20

# The most bytes of one value to parse; a longer one is skipped.
_LARGEST = 4 << 20

# Strings whole, since a bracket in one counts for nothing; possessive (`*+`), so that a
# long one is not tried twice.
_PARTS = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{},:]', re.DOTALL)
_BLANK = b" \t\r\n"
# What ends a number or a word.
_AFTER = (b",", b"]", b"}")
_DEEPER = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}


Head = dict[str, object]


class Field(NamedTuple):
    """One value of the top-level object, or one item of a list in it."""

    name: str
    value: object
    item: bool = False
    malformed: bool = False
    """Too long, nested too deep, or no JSON: `value` is None."""


def told(
    file: BinaryIO,
    id_of: Callable[[Head], str],
    turns: Callable[[dict[str, object], Head], Iterable[Event]],
    about: Callable[[Head], Iterable[Event]],
) -> Iterator[Event]:
    """What is told of an object with `messages`.

    The head is what was read of its other fields by then. `id_of` is asked at the
    first message, `about` at the end; neither of an object without one.
    """
    head: Head = {}
    named = False
    for field in fields(file, {"messages"}):
        if field.malformed:
            yield Skipped(malformed=True)
        elif not field.item:
            head[field.name] = field.value
        else:
            if not named:
                named = True
                yield About(id_of(head))
            yield from turns(mapping(field.value), head)
    if named:
        yield from about(head)


def fields(file: BinaryIO, lists: Container[str]) -> Iterator[Field]:
    """The fields of the object in a file, those in `lists` item by item.

    A truncated file ends with a malformed field.
    """
    source = _Source(file)
    if source.next_byte() != b"{":
        yield Field("", None, malformed=True)
        return
    while (byte := source.next_byte()) != b"}":
        if byte == b",":
            continue
        source.back()
        name, good = source.value() if byte == b'"' else (None, False)
        if not good or source.next_byte() != b":":
            yield Field("", None, malformed=True)
            return
        yield from _field(source, str(name), lists)
        if source.ended:
            return


def _field(source: _Source, name: str, lists: Container[str]) -> Iterator[Field]:
    if name in lists:
        if source.next_byte() == b"[":
            yield from _items(source, name)
            return
        source.back()
    value, good = source.value()
    yield Field(name, value, malformed=not good)


def _items(source: _Source, name: str) -> Iterator[Field]:
    while True:
        byte = source.next_byte()
        if byte == b",":
            continue
        if byte == b"]":
            return
        if not byte:
            yield Field(name, None, item=True, malformed=True)
            return
        source.back()
        value, good = source.value()
        yield Field(name, value, item=True, malformed=not good)
        if source.ended:
            return


class _Source:
    """The bytes of a file, a part at a time."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._data = b""
        self._at = 0
        self.ended = False
        """Whether the file ended inside of a value."""

    def _more(self) -> bool:
        part = self._file.read(_CHUNK)
        self._data = self._data[self._at :] + part
        self._at = 0
        return bool(part)

    def next_byte(self) -> bytes:
        """The next byte that is not blank; empty at the end."""
        while True:
            while self._at < len(self._data):
                byte = self._data[self._at : self._at + 1]
                self._at += 1
                if byte not in _BLANK:
                    return byte
            if not self._more():
                self.ended = True
                return b""

    def back(self) -> None:
        """Give the last byte back."""
        self._at -= 1

    def value(self) -> tuple[object, bool]:
        """The next value, and whether it could be parsed."""
        length = self._length()
        if length is None:
            return None, False
        data = self._data[self._at : self._at + length]
        self._at += max(length, 1)  # not a value: skip one byte
        try:
            return json.loads(data.decode("utf-8", "replace")), True
        except (ValueError, RecursionError):
            return None, False

    def _length(self) -> int | None:
        """The length of the value that begins here; skips one that is too long."""
        depth = 0
        seen = 0
        dropped = False
        while True:
            found = _PARTS.search(self._data, self._at + seen)
            if found is None or _may_go_on(found, self._data):
                # A string may begin here and end in a part that was not read yet.
                quote = self._data.find(b'"', self._at + seen)
                seen = (quote if quote >= 0 else len(self._data)) - self._at
                if len(self._data) - self._at > _LARGEST:
                    dropped, seen = True, 0
                    if not self._skip(quote):
                        return None
                elif not self._more():
                    self.ended = True
                    return None
                continue
            token = found[0]
            if depth == 0 and token in _AFTER:
                # A number or a word ends before it.
                return self._ended(found.start(), dropped)
            depth += _DEEPER.get(token, 0)
            if depth == 0 and token != b":":
                return self._ended(found.end(), dropped)
            seen = found.end() - self._at
            if seen > _LARGEST:
                dropped, seen = True, 0
                self._at = found.end()

    def _skip(self, quote: int) -> bool:
        """Pass by what is too long to hold; False where the file ends in it."""
        if quote >= 0:
            return self._skip_string(quote)
        self._at = len(self._data)
        return True

    def _ended(self, end: int, dropped: bool) -> int | None:
        if dropped:
            self._at = end
            return None
        return end - self._at

    def _skip_string(self, quote: int) -> bool:
        """Pass by a string that is too long to hold; False where it has no end."""
        self._at = quote + 1
        while True:
            while self._at < len(self._data):
                stop = _STOP.search(self._data, self._at)
                if stop is None:
                    self._at = len(self._data)
                elif stop[0] == b'"':
                    self._at = stop.end()
                    return True
                else:
                    self._at = stop.end() + 1
            over = self._at - len(self._data)
            self._at = len(self._data)
            if not self._more():
                self.ended = True
                return False
            self._at = over


# What matters in a string that is skipped: its end, and an escape.
_STOP = re.compile(rb'[\\"]')


def _may_go_on(found: re.Match[bytes], data: bytes) -> bool:
    """Whether a bracket was found only because the string around it has no end yet."""
    return found[0][:1] != b'"' and b'"' in data[found.pos : found.start()]
