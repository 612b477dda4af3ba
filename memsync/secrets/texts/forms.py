"""Another form of a text, which is searched in its place: decoded, or without parts.

Findings in a form are reported at their places in the file, so each form can convert
its offsets to those of the file.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Form:
    """A form of a text, which knows where its bytes are in the file."""

    # There is one for each text: without a dictionary it costs less.
    __slots__ = ("_ends", "_starts", "text")

    def __init__(
        self, text: bytes, starts: Callable[[int], int], ends: Callable[[int], int]
    ) -> None:
        self.text = text
        self._starts = starts
        self._ends = ends

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The span in the file that holds a span of the form."""
        return self._starts(start), self._ends(end - 1)


def without(data: bytes, cuts: list[tuple[int, int]]) -> Form:
    """A text without some parts of it, which are in order."""
    from bisect import bisect_right

    parts = []
    ends: list[int] = []
    removed: list[int] = []
    done = length = gone = 0
    for start, end in cuts:
        parts.append(data[done:start])
        length += start - done
        gone += end - start
        ends.append(length)
        removed.append(gone)
        done = end
    parts.append(data[done:])

    def place(offset: int) -> int:
        i = bisect_right(ends, offset)
        return offset + (removed[i - 1] if i else 0)

    return Form(b"".join(parts), place, lambda offset: place(offset) + 1)
