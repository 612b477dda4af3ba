"""The provider tier: one row a format, written from what the vendors publish.

The tables are data. Nothing is compiled at import: a text calls for a rule by
holding its literal, and only then is the rule's pattern built (`compiled`).
"""

from __future__ import annotations

from memsync.secrets.rules import ai, build, cloud, services

TYPE_CHECKING = False  # importing typing would cost a hook more than its rules do
if TYPE_CHECKING:
    import re

Row = tuple[str, str, str, str, str] | tuple[str, str, str, str, str, str]

ROWS: tuple[Row, ...] = (*cloud.ROWS, *build.ROWS, *services.ROWS, *ai.ROWS)

MAX_LEAD = 80
"""Bytes before a literal that belong to a value, at most."""

BY_LITERAL: dict[bytes, list[Row]] = {}
for _row in ROWS:
    BY_LITERAL.setdefault(_row[2].encode(), []).append(_row)

_patterns: dict[Row, re.Pattern[bytes]] = {}


def compiled(row: Row) -> re.Pattern[bytes]:
    """The pattern of one row: lead, literal and shape, not inside a longer word."""
    pattern = _patterns.get(row)
    if pattern is None:
        import re

        lead = row[5] if len(row) == 6 else ""
        start = row[2][:1] if not lead else "a"
        left = "(?<![A-Za-z0-9])" if start.isalnum() else ""
        shape = f"{left}{lead}{re.escape(row[2])}{row[3]}(?![A-Za-z0-9])"
        pattern = _patterns[row] = re.compile(shape.encode())
    return pattern
