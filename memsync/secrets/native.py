"""The optional native search: Hyperscan checks all gates of a text together.

The extra `fast` installs it. It only says which tiers need not look, so the findings
are the same with and without it. Loading it takes longer than scanning ten notes, so
only a scan of many files uses it.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from memsync.secrets import rules
from memsync.secrets.gates import likely, lines, literals, table
from memsync.secrets.searcher import Searcher
from memsync.secrets.texts.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

# How many parts the patterns have, and bytes before each that say how long it is.
_PARTS, _LENGTH = 3, 8


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


def search_ahead(texts: Sequence[bytes]) -> None:
    """Search these texts now, and remember the results for a `Text` of each.

    The patterns and what the tiers look at hardly fit into a processor's cache at the
    same time, so to search many small texts one after the other takes less time.
    Forgets what it remembered before.
    """
    if isinstance(Text.search, Searcher):
        Text.search.search_ahead(texts)


def digest() -> bytes:
    """What the patterns and their compiler are, as 32 bytes; raises `ImportError`."""
    import hyperscan

    version = getattr(hyperscan, "__version__", "")
    made_of = (version, _flags(hyperscan), _parts())
    return sha256(repr(made_of).encode()).digest()


def dumped() -> bytes:
    """The compiled patterns, for `load` in a later process; raises `ImportError`."""
    import hyperscan

    parts = map(hyperscan.dumpb, _databases())
    return b"".join([len(part).to_bytes(_LENGTH, "big") + part for part in parts])


def load(data: bytes) -> bool:
    """Like `enable`, with what `dumped` returned in an earlier process.

    Raises `ImportError`. False if another processor or version compiled it, or if it is
    damaged; the caller makes sure that `digest` is the same.
    """
    import hyperscan

    databases = []
    end = 0
    try:
        for _ in range(_PARTS):
            start = end + _LENGTH
            end = start + int.from_bytes(data[end:start], "big")
            database = hyperscan.loadb(data[start:end], hyperscan.HS_MODE_BLOCK)
            database.scratch = hyperscan.Scratch(database)
            databases.append(database)
    except hyperscan.error:
        return False
    Text.search = _searching(databases)
    return True


@cache
def _searcher() -> Searcher:
    return _searching(_databases())


def _searching(databases: list[Any]) -> Searcher:
    return Searcher(databases, _tiers(), [*rules.BY_LITERAL])


@cache
def _databases() -> list[Any]:
    """The patterns of each part, compiled; raises `ImportError`."""
    import hyperscan

    flags, databases = _flags(hyperscan), []
    for each in _parts():
        database = hyperscan.Database()
        database.compile(
            expressions=[source for _, source in each],
            ids=[number for number, _ in each],
            flags=[flags[number] for number, _ in each],
            elements=len(each),
        )
        databases.append(database)
    return databases


def _parts() -> list[list[tuple[int, bytes]]]:
    """The numbers and patterns for a text, for its words, and for its chosen lines.

    Those for words have no letters of their own to look for. With the others they would
    make one large automaton that takes several times as long as two small ones.
    """
    parts: list[list[tuple[int, bytes]]] = [[] for _ in range(_PARTS)]
    words = frozenset(likely.WORDS)
    for number, source in enumerate(_sources()):
        part = 1 if source in words else 2 if source in lines.GATES else 0
        parts[part].append((number, source))
    return parts


def _tiers() -> list[str | bytes]:
    """The tier of each gate, in the order of `_sources`."""
    return [name for name, sources in table.GATES.items() for _ in sources]


def _sources() -> list[bytes]:
    """The gates, the literals of the rules, and what chooses lines."""
    found = [source for group in table.GATES.values() for source in group]
    found += map(literals.gate, rules.BY_LITERAL)
    return [*found, *lines.KINDS]


def _flags(hyperscan: ModuleType) -> list[int]:
    once = hyperscan.HS_FLAG_SINGLEMATCH
    flags = [0 if name in table.TELL_WHERE else once for name in _tiers()]
    return flags + [once] * len(rules.BY_LITERAL) + [0] * len(lines.KINDS)
