"""The optional native search: Hyperscan checks all gates of a text in one pass.

The extra `fast` installs it. It only says which tiers need not look, so the findings
are the same with and without it. Loading it takes longer than scanning ten notes, so
only a scan of many files uses it.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from memsync.secrets import rules
from memsync.secrets.gates import literals, table
from memsync.secrets.prose.alone import candidates
from memsync.secrets.texts import bits, crowds
from memsync.secrets.texts.hits import Hits
from memsync.secrets.texts.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

# Python searches a text with more matches than this number, and than one in this many
# bytes: reporting each match would take longer than searching.
_FEW, _APART = 1000, 64

# The most escapes that are told one by one.
_MOST = 10_000


def enable() -> bool:
    """Search natively from now on, in this process; False where it is not installed."""
    try:
        Text.search = _searcher()
    # Without the extra `fast` Python searches, and finds the same.
    except ImportError:
        return False
    return True


def disable() -> None:
    """Search in Python again."""
    Text.search = None


def digest() -> bytes:
    """What the patterns and their compiler are, as 32 bytes; raises `ImportError`."""
    import hyperscan

    made_of = (getattr(hyperscan, "__version__", ""), _flags(hyperscan), _sources())
    return sha256(repr(made_of).encode()).digest()


def dumped() -> bytes:
    """The compiled patterns, for `load` in a later process; raises `ImportError`."""
    import hyperscan

    data: bytes = hyperscan.dumpb(_database())
    return data


def load(data: bytes) -> bool:
    """Like `enable`, with what `dumped` returned in an earlier process.

    Raises `ImportError`. False if another processor or version compiled it, or if it is
    damaged; the caller makes sure that `digest` is the same.
    """
    import hyperscan

    try:
        database = hyperscan.loadb(data, hyperscan.HS_MODE_BLOCK)
        database.scratch = hyperscan.Scratch(database)
    except hyperscan.error:
        return False
    Text.search = _search_with(database)
    return True


@cache
def _searcher() -> Callable[[bytes], Hits | None]:
    return _search_with(_database())


def _search_with(database: Any) -> Callable[[bytes], Hits | None]:  # noqa: ANN401 -- the library has no types
    """A function that searches one text.

    It returns None for a text that Python should search.
    """
    import hyperscan

    tiers, rows = _tiers(), list(rules.BY_LITERAL)
    first = tiers.index(table.ESCAPES)
    last = first + tiers.count(table.ESCAPES)

    def search(data: bytes) -> Hits | None:
        if len(data) >= crowds.LONG and _is_crowd(data):
            return None
        most = _FEW + len(data) // _APART
        found: list[tuple[int, int]] = []
        escapes: list[int] = []

        def hit(number: int, _start: int, end: int, _flags: int, _: object) -> bool:
            if first <= number < last:
                if len(escapes) < _MOST:
                    escapes.append(end)
                return False
            found.append((number, end))
            return len(found) > most

        try:
            database.scan(data, match_event_handler=hit)
        except hyperscan.ScanTerminated:
            return None
        if not found and not escapes:
            return _NOTHING
        told = sorted(escapes) if len(escapes) < _MOST else None
        return _hits(data, found, told, tiers, rows)

    return search


def _is_crowd(data: bytes) -> bool:
    """Whether each gate would follow each of many keywords to the end of its line."""
    hits, _ = bits.flags(crowds.sample(data))
    return crowds.is_one(hits, bits.HIT)


_NOTHING = Hits({}, [], [])


def _hits(
    data: bytes,
    found: list[tuple[int, int]],
    escapes: list[int] | None,
    tiers: list[str | bytes],
    literals: list[bytes],
) -> Hits:
    """What the numbers of patterns with the ends of their matches say of a text."""
    held: list[bytes] = []
    ends: dict[str | bytes, list[int]] = {}
    for number, end in found:
        if number < len(tiers):
            ends.setdefault(tiers[number], []).append(end)
        else:
            held.append(literals[number - len(tiers)])
    words = candidates.likely(data, sorted(ends.pop(table.ALONE, [])))
    if words:
        ends[table.ALONE] = words
    if escapes != []:
        ends[table.ESCAPES] = []
    return Hits(ends, sorted(held), escapes)


@cache
def _database() -> Any:  # noqa: ANN401 -- the library has no types
    """All gates, and the literals behind them; raises `ImportError`."""
    import hyperscan

    sources = _sources()
    database = hyperscan.Database()
    database.compile(
        expressions=sources,
        ids=list(range(len(sources))),
        flags=_flags(hyperscan),
        elements=len(sources),
    )
    return database


def _tiers() -> list[str | bytes]:
    """The tier of each gate, in the order of `_sources`."""
    return [name for name, sources in table.GATES.items() for _ in sources]


def _sources() -> list[bytes]:
    found = [source for group in table.GATES.values() for source in group]
    return found + [literals.gate(literal) for literal in rules.BY_LITERAL]


def _flags(hyperscan: ModuleType) -> list[int]:
    once = hyperscan.HS_FLAG_SINGLEMATCH
    flags = [0 if name in table.TELL_WHERE else once for name in _tiers()]
    return flags + [once] * len(rules.BY_LITERAL)
