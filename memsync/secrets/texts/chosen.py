"""Some lines of a text as a text of their own, whose places are known in the whole."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Lines:
    """The lines that end at some places, in order; each has its line break."""

    __slots__ = ("_shifts", "_starts", "text")

    def __init__(self, data: bytes, ends: Iterable[int]) -> None:
        parts = [b"\n"]
        length, done = 1, 0
        self._starts: list[int] = []
        """Where each line begins here, …"""
        self._shifts: list[int] = []
        """… and how many bytes further it does in the whole text."""
        for end in sorted(set(ends)):
            if end > done:
                start = data.rfind(b"\n", done, end - 1) + 1 or done
                self._starts.append(length)
                self._shifts.append(start - length)
                parts.append(data[start:end])
                length += end - start
                done = end
        self.text = b"".join(parts)

    def place(self, end: int) -> int:
        """Where in the whole text ends what ends here."""
        from bisect import bisect_left

        return end + self._shifts[max(0, bisect_left(self._starts, end) - 1)]
