"""Parts of a text that consist of keywords, none of which has a value.

Checking each keyword takes a hundred times as long as finding it. A hundred megabytes
of keywords would take minutes, and hold no secret.
"""

from __future__ import annotations

from memsync.secrets.texts.glance import has_digit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Bytes that are checked together; the most bytes for each keyword in a crowd; and the
# bytes at both ends of a crowd that are scanned all the same.
_CROWD, _CLOSE, _EDGES = 1 << 14, 16, 1 << 11
# A text with no more keywords has no crowd.
FEWEST = _CROWD // _CLOSE

# Bytes of a text that samples are taken of; bytes of a sample, and how many there are.
LONG = 1 << 16
_SAMPLE, _SAMPLES = 96, 16

# Bytes after a crowd that may hold the value of its last name.
_BEHIND = 64


def find(low: bytes, hits: bytes, hit: bytes) -> Iterator[tuple[int, int]]:
    """Where keywords are so dense, and without any digit, that none has a value.

    Both ends of such a part are left out, so that they are scanned.
    """
    begun = -1
    for start in range(0, len(low), _CROWD) if len(low) > _CROWD else ():
        end = start + _CROWD
        crowd = hits.count(hit, start, end) > FEWEST
        if crowd and not has_digit(low[start : end + _BEHIND]):
            begun = start if begun < 0 else begun
        elif begun >= 0:
            yield begun + _EDGES, start - _EDGES
            begun = -1
    if begun >= 0:
        # The last piece may be shorter than its edges.
        yield begun + _EDGES, max(len(low) - _EDGES, begun + _EDGES)


def sample(data: bytes) -> bytes:
    """Parts of a text of at least `LONG` bytes, which show whether it is a crowd."""
    places = range(0, len(data), len(data) // _SAMPLES)
    return b"\n".join([data[at : at + _SAMPLE] for at in places])


def is_one(hits: bytes, hit: bytes) -> bool:
    """Whether so many of these bytes begin a keyword as in a crowd."""
    return hits.count(hit) * _CLOSE > len(hits)


def outside(places: list[int], crowds: list[tuple[int, int]]) -> Iterator[int]:
    """The places that are in none of the crowds."""
    from bisect import bisect_left

    done = 0
    for start, end in crowds:
        yield from places[done : bisect_left(places, start)]
        done = bisect_left(places, end)
    yield from places[done:]
