"""What the scanner reports: where, which rule, how long; never the value."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """One secret. `start` and `end` are byte offsets of the value in the text."""

    rule: str
    line: int
    """1-based."""
    column: int
    """1-based; characters where the line is UTF-8, bytes where it is not."""
    start: int
    end: int

    @property
    def length(self) -> int:
        """Bytes of the value."""
        return self.end - self.start
