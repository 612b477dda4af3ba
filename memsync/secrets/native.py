"""The optional native search: Hyperscan checks all gates of a text in one pass.

`memsync[fast]` installs it. It only says which tiers need not look, so the findings
are the same with and without it. Loading it takes longer than scanning ten notes, so
only a scan of many files uses it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from memsync.secrets import gates, rules
from memsync.secrets.sought import literals
from memsync.secrets.texts.text import Hits, Text

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

# Python searches a text with more matches than this number, and than one in this many
# bytes: reporting each match would take longer than searching.
_FEW, _APART = 1000, 64


def enable() -> bool:
    """Search natively from now on, in this process; False where it is not installed."""
    try:
        Text.search = staticmethod(_searcher())
    # Without the extra `fast` Python searches, and finds the same.
    except ImportError:
        return False
    return True


def disable() -> None:
    """Search in Python again."""
    Text.search = None


@cache
def _searcher() -> Callable[[bytes], Hits | None]:
    """A function that searches one text; raises `ImportError` without Hyperscan.

    It returns None for a text that Python should search.
    """
    import hyperscan

    tiers = [name for name, sources in gates.GATES.items() for _ in sources]
    words = list(rules.BY_LITERAL)
    database = _compiled(hyperscan, tiers, words)

    def search(data: bytes) -> Hits | None:
        most = _FEW + len(data) // _APART
        found: list[tuple[int, int]] = []

        def hit(number: int, _start: int, end: int, _flags: int, _: object) -> bool:
            found.append((number, end))
            return len(found) > most

        try:
            database.scan(data, match_event_handler=hit)
        except hyperscan.ScanTerminated:
            return None
        held: list[bytes] = []
        ends: dict[str | bytes, list[int]] = {}
        for number, end in found:
            if number < len(tiers):
                ends.setdefault(tiers[number], []).append(end)
            else:
                held.append(words[number - len(tiers)])
        return Hits(ends, sorted(held))

    return search


def _compiled(
    hyperscan: ModuleType, tiers: list[str | bytes], words: list[bytes]
) -> Any:  # noqa: ANN401 -- the library has no types
    """All gates, in the order of `tiers`, and the literals behind them."""
    once = hyperscan.HS_FLAG_SINGLEMATCH
    flags = [0 if name in gates.TELL_WHERE else once for name in tiers]
    flags += [once] * len(words)
    sources = [source for group in gates.GATES.values() for source in group]
    sources += [literals.gate(literal) for literal in words]
    database = hyperscan.Database()
    database.compile(
        expressions=sources,
        ids=list(range(len(sources))),
        flags=flags,
        elements=len(sources),
    )
    return database
