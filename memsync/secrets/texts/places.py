"""Where a word stands in a text: anywhere, or before what a gate asks for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Bytes from a name to the end of its gate, at most: no tier's pattern reaches so far.
_FAR = 1 << 10


def find(low: bytes, word: bytes) -> list[int]:
    """Where a word stands, in order, without overlaps."""
    found, at = [], -len(word)
    for before in low.split(word)[:-1]:
        at += len(before) + len(word)
        found.append(at)
    return found


def within(low: bytes, word: bytes, start: int, end: int) -> Iterator[int]:
    """The same of a part of the text."""
    at = low.find(word, start, end)
    while at >= 0:
        yield at
        at = low.find(word, at + len(word), end)


def before(low: bytes, ends: list[int]) -> list[tuple[int, int]]:
    """What stands before the places where a gate ends, near them and on their line."""
    parts: list[tuple[int, int]] = []
    line, last = 0, -1
    for end in ends:
        # The gate of XML ends with the line's end itself.
        if end - 1 > last:
            line = low.rfind(b"\n", max(last, 0), end - 1) + 1
            last = low.find(b"\n", end - 1)
            last = len(low) if last < 0 else last
        start = max(line, end - _FAR)
        if parts and line <= parts[-1][0] and start <= parts[-1][1]:
            start, _ = parts.pop()
        parts.append((start, end))
    return parts
