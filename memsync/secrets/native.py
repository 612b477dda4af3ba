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

_COMMON = frozenset(
    b"pat st. -us re_ SK /hooks/ | ext_ key- as- cio api- key_ secret- md- test_ sk- "
    b"GOOG sl. token- access- fc- secret_".split()
)
"""Literals that stand in many words, paths and tables."""
_BEGIN = rb"(?:^|[^A-Za-z0-9]|\\[nrt]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4})"
"""What must stand before a token that begins with a letter or figure (`provider`)."""
_BEFORE = {b"|": rb"[0-9]"}
"""What must stand before a literal; the lead of this one are figures."""
_ALPHABET = re.compile(r"(\[[^\]]+\]|\\d)\{(\d+)")
_NOISE = rb"[`\r\n \t>\\\"'+|*]"
_JOINT = rb"(?:%b*\n%b*|`(?:%b*`)?)" % (_NOISE, _NOISE, _NOISE)
"""What may split a token (`provider`)."""
_MOST = 14


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
    once = [
        0 if name in gates.TELL_WHERE else hyperscan.HS_FLAG_SINGLEMATCH
        for name in tiers
    ]
    literals = list(rules.BY_LITERAL)
    sources = [source for group in gates.GATES.values() for source in group]
    sources += [_literal(literal) for literal in literals]
    database = hyperscan.Database()
    database.compile(
        expressions=sources,
        ids=list(range(len(sources))),
        flags=once + [hyperscan.HS_FLAG_SINGLEMATCH] * len(literals),
        elements=len(sources),
    )
    n = len(tiers)

    def search(data: bytes) -> Hits:
        found: list[tuple[int, int]] = []

        def hit(number: int, _start: int, end: int, _flags: int, _: object) -> None:
            found.append((number, end))

        database.scan(data, match_event_handler=hit)
        held: list[bytes] = []
        ends: dict[str | bytes, list[int]] = {}
        for number, end in found:
            if number >= n:
                held.append(literals[number - n])
            else:
                ends.setdefault(tiers[number], []).append(end)
        held.sort()
        return Hits(ends, held)

    return search


def _literal(literal: bytes) -> bytes:
    """What is searched for instead of a literal: where it is common, with more behind.

    That is the beginning of each format's shape, whole or with a joint in it.
    """
    if literal not in _COMMON:
        return re.escape(literal)
    behind = []
    rows = rules.BY_LITERAL[literal]
    begins = literal[:1].isalnum() and all(len(row) == 5 for row in rows)
    before = _BEGIN if begins else _BEFORE.get(literal, b"")
    for row in rows:
        shape = _ALPHABET.match(row[3])
        if shape is None:
            return before + re.escape(literal)
        one, count = shape[1].encode(), min(int(shape[2]), _MOST)
        some = rb"%b{0,%d}" % (one, count - 1) if count > 1 else b""
        behind.append(rb"%b{%d}|%b%b%b" % (one, count, some, _JOINT, one))
    return before + re.escape(literal) + rb"(?:%b)" % b"|".join(behind)
