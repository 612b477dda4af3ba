"""The optional native search: Hyperscan asks all gates of a text in one pass.

`memsync[fast]` brings it. It only says which tiers need not look, so that findings are
the same with it and without; to load it takes longer than to scan ten notes, and only
a scan of many files asks for it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from memsync.secrets import gates, rules
from memsync.secrets.text import Hits, Text

if TYPE_CHECKING:
    from collections.abc import Callable

_NARROWER = {
    b"|": rb"[0-9]\|[\w-]",
    # Behind it come fourteen letters or digits, which backticks or a line break split.
    b"pat": rb"pat(?:[A-Za-z0-9]{14}|[A-Za-z0-9]*[\r\n\"'`\\])",
}
"""What is searched for instead of literals that stand in every table and path."""


def enable() -> bool:
    """Search natively from now on, in this process; False where it is not installed."""
    try:
        Text.search = staticmethod(_searcher())
    except ImportError:
        return False
    return True


def disable() -> None:
    """Search in Python again."""
    Text.search = None


@cache
def _searcher() -> Callable[[bytes], Hits]:
    """What searches one text; raises `ImportError` where Hyperscan is missing."""
    import hyperscan

    tiers = [name for name, sources in gates.GATES.items() for _ in sources]
    literals = list(rules.BY_LITERAL)
    sources = [source for group in gates.GATES.values() for source in group]
    sources += [_NARROWER.get(literal, re.escape(literal)) for literal in literals]
    database = hyperscan.Database()
    database.compile(
        expressions=sources,
        ids=list(range(len(sources))),
        flags=[hyperscan.HS_FLAG_SINGLEMATCH] * len(sources),
        elements=len(sources),
    )
    n = len(tiers)

    def search(data: bytes) -> Hits:
        found: list[int] = []

        def hit(number: int, _start: int, _end: int, _flags: int, _: object) -> None:
            found.append(number)

        database.scan(data, match_event_handler=hit)
        held = sorted([literals[number - n] for number in found if number >= n])
        return Hits({tiers[number] for number in found if number < n}, held)

    return search
