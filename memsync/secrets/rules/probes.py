"""Patterns that tell whether a text needs to be searched for a common literal.

Some literals occur in many words, and checking each place takes long. Each pattern may
match too much, never too little: a rule's own pattern checks what it matches. The
native search has patterns of its own (`sought.literals`), because `re` is fast only if
one begins with the literal itself.
"""

from __future__ import annotations

from memsync.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from memsync.secrets.rules import Row

# Literals that occur in many words, paths and tables.
COMMON = frozenset(
    b"pat st. -us re_ SK /hooks/ | ext_ key- as- cio api- key_ secret- md- test_ sk- "
    b"GOOG sl. token- access- fc- secret_".split()
)

# A class of characters with its count, used to shorten a rule's pattern.
_ALPHABET = lazy(rb"(\[[^\]]+\]|\\d)\{(\d+)")
# Characters that a document may break a token with: see `tiers/provider.py`.
_NOISE = rb"[`\r\n \t>\\\"'+|*]"

# What may split a token (`provider`).
_JOINT = rb"(?:%b*\n%b*|`(?:%b*`)?)" % (_NOISE, _NOISE, _NOISE)

_MOST = 14

_compiled: dict[bytes, re.Pattern[bytes]] = {}


def may_match(data: bytes, literal: bytes, rows: list[Row]) -> bool:
    """Whether one of the rows of a common literal may match anywhere in a text."""
    probe = _compiled.get(literal)
    if probe is None:
        probe = _compiled[literal] = lazy(pattern(literal, rows))
    return probe.search(data) is not None


def pattern(literal: bytes, rows: list[Row]) -> bytes:
    """The literal with the beginning of each format's shape, whole or split."""
    from re import escape

    behind = []
    for row in rows:
        shape = _ALPHABET.match(row[3].encode())
        if shape is None:
            return escape(literal)
        one, count = shape[1], min(int(shape[2]), _MOST)
        some = rb"%b{0,%d}" % (one, count - 1) if count > 1 else b""
        behind.append(rb"%b{%d}|%b%b%b" % (one, count, some, _JOINT, one))
    return escape(literal) + rb"(?:%b)" % b"|".join(behind)
