"""Parts of a text that consist of keywords, none of which has a value.

Checking each keyword takes a hundred times as long as finding it. A hundred megabytes
of keywords would take minutes, and hold no secret.
"""

from __future__ import annotations

from memsync.secrets.texts import bits
from memsync.secrets.texts.forms import without
from memsync.secrets.texts.glance import has_digit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.secrets.texts.forms import Form

# Bytes that are checked together; the most bytes for each keyword in a crowd; and the
# bytes at both ends of a crowd that are scanned all the same.
_CROWD, _CLOSE, _EDGES = 1 << 14, 16, 1 << 10
# A text with no more keywords has no crowd.
FEWEST = _CROWD // _CLOSE

# Bytes of a text that samples are taken of; bytes of a sample, and how many there are.
LONG = 1 << 16
_SAMPLE, _SAMPLES = 96, 16

# The commonest keywords; nearly all others are made of them.
_STEMS = (b"pass", b"key", b"token", b"secret", b"auth", b"cred", b"pwd", b"psk")

# Bytes after a crowd that may hold the value of its last name.
_BEHIND = 64


def shortened(data: bytes) -> Form | None:
    """A long text that is a crowd without such parts; None for all others."""
    if len(data) < LONG or not is_crowd(data):
        return None
    cuts = [*_joined(len(data), lambda start: _is_crowded(data, start))]
    return without(data, cuts) if cuts else None


def find(low: bytes, hits: bytes, hit: bytes) -> Iterator[tuple[int, int]]:
    """Where keywords are so dense, and without any digit, that none has a value.

    Both ends of such a part are left out, so that they are scanned.
    """

    def is_crowded(start: int) -> bool:
        end = start + _CROWD
        dense = hits.count(hit, start, end) > FEWEST
        return dense and not has_digit(low[start : end + _BEHIND])

    if len(low) > _CROWD:
        yield from _joined(len(low), is_crowded)


def _joined(size: int, is_crowded: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
    begun = -1
    for start in range(0, size, _CROWD):
        if is_crowded(start):
            begun = start if begun < 0 else begun
        elif begun >= 0:
            yield begun + _EDGES, start - _EDGES
            begun = -1
    if begun >= 0:
        # The last piece may be shorter than its edges.
        yield begun + _EDGES, max(size - _EDGES, begun + _EDGES)


def _is_crowded(data: bytes, start: int) -> bool:
    """The same of a piece, by the commonest keywords alone."""
    piece = data[start : start + _CROWD + _BEHIND].lower()
    count = 0
    for stem in _STEMS:
        count += piece.count(stem)
        if count * _CLOSE > len(piece):
            return not has_digit(piece)
    return False


def is_crowd(data: bytes) -> bool:
    """Whether a text of at least `LONG` bytes is full of keywords, by samples."""
    hits, _ = bits.flags(sample(data))
    return is_one(hits, bits.HIT)


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
