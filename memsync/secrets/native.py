"""The optional native search: Hyperscan checks all gates of a text in one pass.

`memsync[fast]` installs it. It only says which tiers need not look, so the findings
are the same with and without it. Loading it takes longer than scanning ten notes, so
only a scan of many files uses it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from memsync.secrets import gates, rules
from memsync.secrets.texts.text import Hits, Text

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

# Literals that occur in many words, paths and tables.
_COMMON = frozenset(
    b"pat st. -us re_ SK /hooks/ | ext_ key- as- cio api- key_ secret- md- test_ sk- "
    b"GOOG sl. token- access- fc- secret_".split()
)

# What must precede a token that begins with a letter or digit (`provider`).
_BEGIN = rb"(?:^|[^A-Za-z0-9]|\\[nrt]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4})"

# What must precede a literal; the part before this literal consists of digits.
_BEFORE = {b"|": rb"[0-9]"}

# A class of characters with its count, used to shorten a rule's pattern.
_ALPHABET = re.compile(r"(\[[^\]]+\]|\\d)\{(\d+)")
# Characters that a document may break a token with: see `tiers/provider.py`.
_NOISE = rb"[`\r\n \t>\\\"'+|*]"

# What may split a token (`provider`).
_JOINT = rb"(?:%b*\n%b*|`(?:%b*`)?)" % (_NOISE, _NOISE, _NOISE)

_MOST = 14

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
    literals = list(rules.BY_LITERAL)
    database = _compiled(hyperscan, tiers, literals)

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
                held.append(literals[number - len(tiers)])
        return Hits(ends, sorted(held))

    return search


def _compiled(
    hyperscan: ModuleType, tiers: list[str | bytes], literals: list[bytes]
) -> Any:  # noqa: ANN401 -- the library has no types
    """All gates, in the order of `tiers`, and the literals behind them."""
    once = hyperscan.HS_FLAG_SINGLEMATCH
    flags = [0 if name in gates.TELL_WHERE else once for name in tiers]
    flags += [once] * len(literals)
    sources = [source for group in gates.GATES.values() for source in group]
    sources += [_literal(literal) for literal in literals]
    database = hyperscan.Database()
    database.compile(
        expressions=sources,
        ids=list(range(len(sources))),
        flags=flags,
        elements=len(sources),
    )
    return database


def _literal(literal: bytes) -> bytes:
    """The pattern for a literal: if the literal is common, with more after it.

    That is the beginning of each format's shape, whole or split by a joint.
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
