"""Patterns that find the literals which occur in many words, with what follows them.

Checking each place of such a literal takes long. A pattern may match too much, never
too little: a rule's own pattern checks what it matches. The native search has patterns
of its own (`gates.literals`), because `re` is fast only if one begins with the literal
itself.
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
    b"GOOG sl. token- access- fc- secret_ :A YC API- pa- ptr_ sdk- api_ private_ "
    b"cli-".split()
)

# What may follow the literal, then a class of characters with its count, used to
# shorten a rule's pattern.
_ALPHABET = lazy(
    rb"(?P<head>(?:\(\?:\w+\)\?|\w\?)?\w*)(?P<one>\[[^\]]+\]|\\d)\{(?P<count>\d+)"
)
# Characters that a document may break a token with: see `tiers/provider.py`.
_NOISE = rb"[`\r\n \t>\\\"'+|*]"

# What may split a token (`provider`), which is never longer.
_GAP = _NOISE + b"{0,24}"
_JOINT = rb"(?:%b\n%b|`(?:%b`)?)" % (_GAP, _GAP, _GAP)

_MOST = 14

_compiled: dict[bytes, re.Pattern[bytes]] = {}


def find(data: bytes, literal: bytes, rows: list[Row], start: int) -> int:
    """The next place where one of a common literal's rows may match, or -1."""
    probe = _compiled.get(literal)
    if probe is None:
        probe = _compiled[literal] = lazy(pattern(literal, rows))
    match = probe.search(data, start)
    return match.start() if match else -1


def pattern(literal: bytes, rows: list[Row]) -> bytes:
    """The literal with the beginning of each format's shape, whole or split."""
    from re import escape

    shapes = [_ALPHABET.match(row[3].encode()) for row in rows]
    if not all(shapes):
        return escape(literal)
    whole: list[bytes] = []
    classes: list[bytes] = []
    most = 0
    for shape in filter(None, shapes):
        head, one, count = shape["head"], shape["one"], min(int(shape["count"]), _MOST)
        whole.append(rb"%b%b{%d}" % (head, one, count))
        # A joint may be within the head, too.
        classes += [rb"\w", one] if head else [one]
        most = max(most, len(head) + count - 1)
    each = b"|".join(dict.fromkeys(classes))
    each = rb"(?:%b)" % each if b"|" in each else each
    # What is in a joint, too, may be given back to it.
    some = rb"%b{0,%d}" % (each, most) + (b"" if b"+" in each else b"+")
    whole.append((some if most else b"") + _JOINT + each)
    before = rb"(?<=[0-9]\|)" if literal == b"|" else b""
    return escape(literal) + before + rb"(?:%b)" % b"|".join(whole)
