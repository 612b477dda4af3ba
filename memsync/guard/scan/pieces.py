"""Reads a file of any size in overlapping pieces, so that memory stays small.

A finding that begins near the end of a piece is left to the next piece, which begins
before it. Lines and columns are those of the file. A marker applies to findings in its
own piece only.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.guard.checks.secret import Held
from memsync.secrets.scan import scan_all
from memsync.secrets.texts.meant import wide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Bytes; a smaller file is read at once.
WHOLE = 8 << 20

# Bytes of a piece of a larger file.
PIECE = 1 << 20

# Bytes by which pieces overlap: a private key with its headers fits in.
_OVERLAP = 1 << 16


def check(path: str, head: bytes, read: Callable[[int], bytes]) -> Iterator[Held]:
    """The findings of a file that begins with `head`; `read` gives what follows it.

    `read` takes a number of bytes, and returns fewer only at the end. Raises what
    `read` raises.
    """
    name = os.fsencode(path)
    found = wide.encoding(head)
    if found is None:
        yield from _Pieces(name, None).check(_more(head, read))
    else:
        encoding, mark = found
        decoded = _decoded(_more(head[mark:], read), encoding)
        yield from _Pieces(name, encoding).check(decoded)


def _more(head: bytes, read: Callable[[int], bytes]) -> Iterator[bytes]:
    for at in range(0, len(head), PIECE):
        yield head[at : at + PIECE]
    while part := read(PIECE):
        yield part


def _decoded(parts: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    from codecs import getincrementaldecoder

    decoder = getincrementaldecoder(encoding)("replace")
    for part in parts:
        yield decoder.decode(part).encode()


class _Pieces:
    """The pieces of one file, in order, and how much of it was judged."""

    def __init__(self, path: bytes, encoding: str | None) -> None:
        self._path = path
        self._encoding = encoding
        self._line = 1
        """The line in which the piece begins,"""
        self._column = 0
        """the characters of that line before the piece,"""
        self._judged = 0
        """and the bytes of the piece that the previous one has judged."""

    def check(self, parts: Iterator[bytes]) -> Iterator[Held]:
        kept = next(parts, b"")
        for part in parts:
            piece = kept + part
            until = max(len(piece) - _OVERLAP, 0)
            yield from self._findings(piece, until)
            kept = self._forget(piece, until)
        yield from self._findings(kept, len(kept))

    def _findings(self, piece: bytes, until: int) -> Iterator[Held]:
        for finding, allowed in scan_all(piece):
            if not self._judged <= finding.start < until:
                continue
            value = piece[finding.start : finding.end]
            if self._encoding is not None:
                value = value.decode("utf-8", "replace").encode(self._encoding)
            held = Held(self._path, finding, value, allowed=allowed)
            if finding.line == 1:
                held.column += self._column
            held.line += self._line - 1
            held.length = len(value)
            yield held

    def _forget(self, piece: bytes, until: int) -> bytes:
        """The start of the next piece: the overlap before the part not judged yet."""
        begin = max(until - _OVERLAP, 0)
        while begin and piece[begin] & 0xC0 == 0x80 and until - begin < _OVERLAP + 4:
            begin -= 1
        gone = piece[:begin]
        lines = gone.count(b"\n")
        last = gone[gone.rfind(b"\n") + 1 :]
        length = len(last.decode("utf-8", "replace"))
        self._column = length if lines else self._column + length
        self._line += lines
        self._judged = until - begin
        return piece[begin:]
