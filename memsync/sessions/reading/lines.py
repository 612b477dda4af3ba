"""Reads the lines of a file of any size in bounded memory.

A line of a session can be 250 MB long, with an image or a tool's output. Its longest
strings are what makes it long, so they are cut while it is read.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

# Bytes of one read.
_CHUNK = 1 << 20

# The most bytes of a line to parse: its object can take 30 times as many in
# the worst case that JSON allows.
LONGEST_LINE = 4 << 20

# Bytes of one string that are kept; what is longer is an image or a tool's output.
_LONGEST_STRING = 1 << 18

# Bytes of the longest escape after its backslash, as in \u1234.
_ESCAPE = 5

_HEX = ord("u")
# What matters in a string: its end, and an escape.
_STOPS = re.compile(rb'[\\"]')


class Line(NamedTuple):
    """One line."""

    number: int
    """1-based."""
    data: bytes | None
    """Without its end; None where even its cut form is too long."""
    end: int
    """Offset in the file behind it."""
    complete: bool = True
    """Whether it has its end; the last one may be half of a line."""


def lines(file: BinaryIO, number: int = 0, at: int = 0) -> Iterator[Line]:
    """The lines from where `file` stands, at `at`, after `number` earlier ones."""
    while True:
        data = file.readline(_CHUNK)
        number += 1
        if data.endswith(b"\n"):
            at += len(data)
            yield Line(number, data[:-1], at)
        elif len(data) < _CHUNK:
            if data:
                yield Line(number, data, at + len(data), complete=False)
            return
        else:
            short = _Shortened()
            length = 0
            while True:
                length += len(data)
                short.feed(data)
                if data.endswith(b"\n"):
                    break
                data = file.readline(_CHUNK)
                if not data:
                    return
            at += length
            yield Line(number, short.line(), at)


class _Shortened:
    """A line of JSON whose long strings are cut."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._in_string = False
        self._escape = ""
        """What to do with the byte after a backslash: `keep` or `drop`."""
        self._length = 0
        """Bytes of the string so far."""
        self._since_escape = _ESCAPE

    def feed(self, data: bytes) -> None:
        """Take the next part of the line."""
        at = 0
        while at < len(data) and len(self._kept) <= LONGEST_LINE:
            if self._escape:
                if self._escape == "keep":
                    self._kept += data[at : at + 1]
                    self._since_escape = 1 if data[at] == _HEX else _ESCAPE
                self._escape = ""
                at += 1
                continue
            found = _STOPS.search(data, at)
            end = found.start() if found else len(data)
            self._keep(data[at:end])
            at = end + 1
            if found is None:
                return
            if found[0] == b'"':
                self._in_string = not self._in_string
                self._length = 0
                self._since_escape = _ESCAPE
                self._kept += b'"'
            elif self._length < _LONGEST_STRING:
                self._kept += b"\\"
                self._escape = "keep"
                self._since_escape = 0
                self._length += 2
            else:
                self._escape = "drop"

    def _keep(self, part: bytes) -> None:
        room = len(part)
        if self._in_string:
            # Keep an escape whole: `\\u12` is not JSON.
            rest = _ESCAPE - self._since_escape
            room = max(_LONGEST_STRING - self._length, rest, 0)
            self._length += len(part)
            self._since_escape = min(_ESCAPE, self._since_escape + len(part))
        self._kept += part[:room]

    def line(self) -> bytes | None:
        """The line without what was cut; None where it is too long even so."""
        return bytes(self._kept) if len(self._kept) <= LONGEST_LINE else None


def record(data: bytes) -> dict[str, Any] | None:
    """The JSON object on a line; None for anything else, however it is malformed."""
    try:
        found = json.loads(data.decode("utf-8", "replace"))
    # Python's JSON parser raises `RecursionError` for deep nesting.
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
