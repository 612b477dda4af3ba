"""What the scanner reports: where, which rule, how long; never the value."""

from __future__ import annotations

# What a tier reports: where its evidence begins, where the value begins and ends, and
# the rule.
Found = tuple[int, int, int, str]


class Finding:
    """One secret. `start` and `end` are byte offsets of the value in the text."""

    # No named tuple: a hook would wait for typing longer than for the scan.
    __slots__ = ("column", "confidence", "end", "line", "rule", "start", "why")

    def __init__(
        self,
        rule: str,
        line: int,
        column: int,
        start: int,
        end: int,
        confidence: str,
        why: str,
    ) -> None:
        self.rule = rule
        self.confidence = confidence
        """`high`, `medium` or `low` (`confidence`)."""
        self.why = why
        """What decided the confidence."""
        self.line = line
        """1-based."""
        self.column = column
        """1-based; characters where the line is UTF-8, bytes where it is not."""
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        """Where and what kind, never the value."""
        return f"Finding({self.rule!r}, {self.line}, {self.column}, {self.length})"

    @property
    def length(self) -> int:
        """Bytes of the value."""
        return self.end - self.start
