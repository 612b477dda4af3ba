"""Where a word is in a text: anywhere, or before a gate's match."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# The most bytes from a name to the end of its gate: no tier's pattern matches more.
_FAR = 1 << 10


def find(low: bytes, word: bytes) -> list[int]:
    """Where a word occurs, in order, without overlaps."""
    found, at = [], -len(word)
    for before in low.split(word)[:-1]:
        at += len(before) + len(word)
        found.append(at)
    return found


def within(low: bytes, word: bytes, start: int, end: int) -> Iterator[int]:
    """The same for a part of the text."""
    at = low.find(word, start, end)
    while at >= 0:
        yield at
        at = low.find(word, at + len(word), end)


def before(low: bytes, ends: list[int]) -> list[tuple[int, int]]:
    """The text before each place where a gate's match ends, near it and on its line."""
    parts: list[tuple[int, int]] = []
    line, last = 0, -1
    for end in ends:
        # The gate of XML ends with the line's end.
        if end - 1 > last:
            line = low.rfind(b"\n", max(last, 0), end - 1) + 1
            last = low.find(b"\n", end - 1)
            last = len(low) if last < 0 else last
        start = max(line, end - _FAR)
        if parts and line <= parts[-1][0] and start <= parts[-1][1]:
            start, _ = parts.pop()
        parts.append((start, end))
    return parts


def close(low: bytes, ends: list[int], reach: int) -> Iterator[tuple[int, int]]:
    """The text before each place: its line, and so many bytes of those above it."""
    start = stop = line = 0
    for end in ends:
        newline = low.rfind(b"\n", max(stop - 1, 0), end - 1)
        line = line if newline < 0 else newline + 1
        if line - reach > stop:
            if stop:
                yield start, stop
            start = line - reach
        stop = end
    if stop:
        yield start, stop
