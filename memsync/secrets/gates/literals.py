"""What follows the literals of the rule tables, for the native search.

Only a literal that is short, or part of many words, paths and tables, gets more than
itself: each such pattern takes its time to compile.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from memsync.secrets import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

# Literals that are part of many words, paths and tables, …
_COMMON = frozenset(
    b"""
    pat st. -us re_ SK /hooks/ | ext_ key- as- cio api- key_ secret- md- test_ sk- GOOG
    sl. token- access- fc- secret_ pat. pat- :A API- sk_ ls__ oy2 1000. YC EAA EAAA sm_
    pa- ak_ t1. sc_ live_ ptr_ AKC ATTA sdk- _auth uk7 dapi sk-ant-
    ion_ ser. ck- private_ up_ LT_ ls- api_ ES_ nk- db- cal_ rc_ AQE cli- console- mb_
    tly- lio_ ste- pts_ pl_ inc_ sv_ bu_ kit_ perm-
    """.split()
)

# … and those that end some words.
_SHORT = re.compile(rb"[a-z]{1,3}[-_.]")

# What must precede a token that begins with a letter or digit (`tiers.provider`).
_BEGIN = rb"(?:^|[^A-Za-z0-9]|\\[nrt]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4})"

# What must precede a literal; the part before this literal consists of digits.
_BEFORE = {b"|": rb"[0-9]"}

# Characters that a document may break a token with, and how (`tiers.provider`).
_NOISE = rb"[`\r\n \t>\\\"'+|*]"
_JOINT = rb"(?:%b*\n%b*|`(?:%b*`)?)?" % (_NOISE, _NOISE, _NOISE)

# Choices at the beginning of a pattern, or something that may be left out.
_CHOICE = re.compile(r"\(\?:([^()]*)\)(\??)")
# A character or class with its count; whatever comes after one of several lengths is at
# no known place.
_ONE = re.compile(
    r"(\[[^\]]+\]|\\[dws]|[A-Za-z0-9_:/=-])(\?|\{(\d+)(?:,\d*)?\})?(?![*+?{])"
)

# Characters that are checked after a common literal, and after another short one.
_MOST, _SOME = 14, 5


def gate(literal: bytes) -> bytes:
    """The pattern of a literal, whole or split by joints."""
    if literal not in _COMMON and not _SHORT.fullmatch(literal):
        return re.escape(literal)
    rows = rules.BY_LITERAL[literal]
    begins = literal[:1].isalnum() and all(len(row) == 5 for row in rows)
    before = _BEGIN if begins else _BEFORE.get(literal, b"")
    most = _MOST if literal in _COMMON else _SOME
    tails = [tail for row in rows for tail in _variants(row[3])]
    behind = [
        _JOINT.join((b"", *pieces))
        for pieces in _widest([_pieces(tail, most) for tail in tails])
    ]
    return before + re.escape(literal) + rb"(?:%b)" % b"|".join(behind)


def _variants(tail: str) -> list[str]:
    choice = _CHOICE.match(tail)
    if choice is None:
        return [tail]
    ways = choice[1].split("|") + [""] * bool(choice[2])
    return [way + tail[choice.end() :] for way in ways]


def _widest(ways: list[tuple[bytes, ...]]) -> list[tuple[bytes, ...]]:
    """The ways without those that another one matches as well, at most as long.

    The search refuses the pattern of a literal with eight formats otherwise.
    """
    kept: list[tuple[bytes, ...]] = []
    for way in ways:
        if not any(_matches_all(one, way) for one in kept):
            kept = [one for one in kept if not _matches_all(way, one)]
            kept.append(way)
    return kept


def _matches_all(wide: tuple[bytes, ...], way: tuple[bytes, ...]) -> bool:
    """Whether a way matches all that another one matches, character by character."""
    if len(wide) > len(way) or any(x.endswith(b"?") for x in wide + way):
        return False
    return all(_members(one) <= _members(x) for one, x in zip(way, wide, strict=False))


@cache
def _members(sign: bytes) -> frozenset[int]:
    """The characters that a class or a single character matches."""
    one = re.compile(sign)
    return frozenset(c for c in range(128) if one.fullmatch(bytes([c])))


def _pieces(tail: str, most: int) -> tuple[bytes, ...]:
    """The first characters of a pattern."""
    return tuple(_signs(tail, most))


def _signs(tail: str, most: int) -> Iterator[bytes]:
    at = count = 0
    while count < most and (one := _ONE.match(tail, at)):
        sign, some, least = one[1].encode(), one[2] or "", int(one[3] or 1)
        if some == "?" or not least:
            yield sign + some.encode()
        else:
            for _ in range(min(least, most - count)):
                yield sign
            count += least
            if "," in some:
                return
        at = one.end()
