"""Whether a part of a text overlaps one of many others, in logarithmic time."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Spans:
    """Parts of a text, each from a start up to an end; they may overlap each other."""

    __slots__ = ("_furthest", "_starts")

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        # The furthest end of each span and those before it.
        self._furthest = [*accumulate([end for _, end in ordered], max)]

    def overlap(self, start: int, end: int) -> bool:
        """Whether one of them has a byte of this part."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._furthest[before - 1] > start
