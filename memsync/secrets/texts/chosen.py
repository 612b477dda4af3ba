"""Some lines of a text as a text of their own, whose places are known in the whole."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Lines:
    """Those lines of a text that end at some places, in order.

    Each has its line break.
    """

    __slots__ = ("_places", "_spans", "text")

    def __init__(self, data: bytes, ends: Iterable[int]) -> None:
        spans = []
        done = 0
        find = data.rfind
        for end in sorted({*ends}):
            if end > done:
                start = find(b"\n", done, end - 1) + 1 or done
                spans.append((start, end))
                done = end
        self._spans = spans
        """Where each line is in the whole text, …"""
        self._places: list[int] = []
        """… and where it begins here, once that is asked for."""
        lines = [data[start:end] for start, end in spans]
        self.text = b"\n" + b"".join(lines)

    def place(self, end: int) -> int:
        """Where in the whole text ends what ends here."""
        if not self._places:
            lengths = [end - start for start, end in self._spans]
            self._places = [*accumulate(lengths, initial=1)]
        line = max(0, bisect_left(self._places, end) - 1)
        return end - self._places[line] + self._spans[line][0]
