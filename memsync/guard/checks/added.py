"""Finds the lines of a new version that no earlier version has."""

from __future__ import annotations


def added_lines(data: bytes, parents: list[bytes]) -> set[int]:
    """The 1-based numbers of the lines that none of `parents` has.

    A line that moved is not new; if a line occurs more often than before, its last
    occurrences are. Line endings do not count.
    """
    lines = _lines(data)
    added = set(range(1, len(lines) + 1))
    for parent in parents:
        left: dict[bytes, int] = {}
        for line in _lines(parent):
            left[line] = left.get(line, 0) + 1
        for number, line in enumerate(lines, 1):
            if left.get(line, 0):
                left[line] -= 1
                added.discard(number)
    return added


def _lines(data: bytes) -> list[bytes]:
    return [line.rstrip(b"\r") for line in data.split(b"\n")]
