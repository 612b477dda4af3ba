"""Pieces of a text that are made of keywords alone, where no name has a value.

To look at each keyword takes a hundred times as long as to see that there is one. So a
hundred megabytes of them would take minutes, and hold nothing.
"""

from __future__ import annotations

from memsync.secrets.texts.glance import has_digit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Bytes that are asked together, how many a keyword has there for itself in a crowd at
# most, and how much of both ends is looked at all the same.
_CROWD, _CLOSE, _EDGES = 1 << 14, 16, 1 << 11

# Bytes behind a crowd in which the value of its last name may stand.
_BEHIND = 64


def find(low: bytes, hits: bytes, hit: bytes) -> Iterator[tuple[int, int]]:
    """Where keywords stand so close, without any figure, that they name nothing.

    Both ends of such a piece are left to be looked at.
    """
    begun = -1
    for start in range(0, len(low), _CROWD) if len(low) > _CROWD else ():
        end = start + _CROWD
        crowd = hits.count(hit, start, end) > _CROWD // _CLOSE
        if crowd and not has_digit(low[start : end + _BEHIND]):
            begun = start if begun < 0 else begun
        elif begun >= 0:
            yield begun + _EDGES, start - _EDGES
            begun = -1
    if begun >= 0:
        # The last piece may be shorter than its edges.
        yield begun + _EDGES, max(len(low) - _EDGES, begun + _EDGES)


def outside(places: list[int], crowds: list[tuple[int, int]]) -> Iterator[int]:
    """The places that are in none of the crowds."""
    from bisect import bisect_left

    done = 0
    for start, end in crowds:
        yield from places[done : bisect_left(places, start)]
        done = bisect_left(places, end)
    yield from places[done:]
