"""The provider tier: one row a format, written from what the vendors publish.

The tables are data. Nothing is compiled at import: a text calls for a rule by
holding its literal, and only then is the rule's pattern built (`compiled`).
"""

from __future__ import annotations

from memsync.secrets.rules import ai, build, cloud, commerce, services

TYPE_CHECKING = False  # importing typing would cost a hook more than its rules do
if TYPE_CHECKING:
    import re

Row = tuple[str, str, str, str, str] | tuple[str, str, str, str, str, str]

ROWS: tuple[Row, ...] = (
    *cloud.ROWS,
    *build.ROWS,
    *commerce.ROWS,
    *services.ROWS,
    *ai.ROWS,
)

# The most bytes before a literal that belong to a value.
MAX_LEAD = 80

# Escapes that end with a letter or a digit but are no part of the word after them.
ESCAPE = r"(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2})|(?<=\\u[0-9A-Fa-f]{4})"

BY_LITERAL: dict[bytes, list[Row]] = {}
for _row in ROWS:
    BY_LITERAL.setdefault(_row[2].encode(), []).append(_row)

Pair = tuple["re.Pattern[bytes] | None", "re.Pattern[bytes]"]
_patterns: dict[Row, Pair] = {}


def compiled(row: Row) -> Pair:
    """The patterns of one row: what ends before the literal, and what begins with it.

    The first is None for most rows; neither matches inside a longer word.
    """
    pair = _patterns.get(row)
    if pair is None:
        import re

        tail = f"{re.escape(row[2])}{row[3]}(?![A-Za-z0-9])"
        lead = None
        if len(row) == 6:
            begins = rf"(?:(?<![A-Za-z0-9])|{ESCAPE})"
            lead = re.compile(rf"{begins}{row[5]}\Z".encode())
        pair = _patterns[row] = (lead, re.compile(tail.encode()))
    return pair
