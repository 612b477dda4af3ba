"""What fits under a cap; what does not fit is named, never dropped silently."""

from __future__ import annotations

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal

# Characters that oh-my-pi counts as a token; others count about as many in English.
TOKEN = 4

# What a body costs beyond its own characters (as Coyote counts).
BODY_COST = 50

# The fewest characters of a cut line that are worth showing.
_LEAST = 20

# Characters kept free for the outer tags and memsync's own lines if those count.
_TAGS_AND_REMARKS = 1000

# Lines to keep free for the block's own tags and remarks.
_LINES_OF_THEM = 12


class Budget(NamedTuple):
    """What one agent accepts."""

    cap: int
    unit: Literal["characters", "bytes"] = "characters"
    lines: int | None = None
    whole: bool = False
    """The agent cuts the text there: tags and remarks count, too."""

    def weigh(self, text: str) -> int:
        """The size of a text in the budget's unit."""
        if self.unit == "characters":
            return len(text)
        return len(text.encode("utf-8", "replace"))


class Remaining:
    """The rest of a budget while a text is put together."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.left = budget.cap
        self.lines = budget.lines
        if budget.whole:
            self.left -= min(_TAGS_AND_REMARKS, budget.cap // 4)
            if self.lines is not None:
                self.lines -= min(_LINES_OF_THEM, self.lines // 4)

    def cost(self, shown: str, text: str, extra: int = 0) -> int:
        """The size of an element: all that is `shown`, or its own text and `extra`."""
        if self.budget.whole:
            return self.budget.weigh(shown) + 1
        return self.budget.weigh(text) + extra

    def fits(self, shown: str, text: str, extra: int = 0) -> bool:
        """Whether an element still fits."""
        if self.lines is not None and shown.count("\n") + 1 > self.lines:
            return False
        return self.cost(shown, text, extra) <= self.left

    def take(self, shown: str, text: str, extra: int = 0) -> None:
        """Count an element, whether or not it fits."""
        self.left -= self.cost(shown, text, extra)
        if self.lines is not None:
            self.lines -= shown.count("\n") + 1

    @property
    def full(self) -> bool:
        """Whether not even an empty body fits any more."""
        return self.left < BODY_COST or (self.lines is not None and self.lines < 3)


def cut(text: str, fits: Callable[[str], bool], *, newest: bool = False) -> str:
    """The longest start of `text` that fits, up to a line's end if it has one.

    With `newest`, its longest end, from a line's beginning. A few letters of a line
    tell nothing, so then the result is empty. If `fits` accepts a text, it must accept
    every part of that text.
    """
    if fits(text):
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(text[len(text) - middle :] if newest else text[:middle]):
            low = middle
        else:
            high = middle - 1
    if not low:
        return ""
    if newest:
        part, beyond = text[len(text) - low :], text[len(text) - low - 1]
        _, _, lines = part.partition("\n")
    else:
        part, beyond = text[:low], text[low]
        lines, _, _ = part.rpartition("\n")
    if beyond == "\n":
        return part
    return lines or (part if len(part) >= _LEAST else "")


class Line(NamedTuple):
    """One line of a text, by its number from 1 and its characters."""

    number: int
    chars: int
    text: str


def largest_lines(text: str, count: int) -> list[Line]:
    """The longest lines, longest first; of equal ones the earlier first."""
    lines = [
        Line(number, len(line), line)
        for number, line in enumerate(text.split("\n"), 1)
        if line
    ]
    # Ties by line number, so that the same index gives the same warning.
    return sorted(lines, key=lambda line: (-line.chars, line.number))[:count]


def name_some(names: Sequence[str], most: int) -> str:
    """A list for a sentence: `a, b, c and 4 more`."""
    shown = ", ".join(names[:most])
    rest = len(names) - most
    return f"{shown} and {rest} more" if rest > 0 else shown
