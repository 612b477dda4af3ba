"""Credentials made at run time, so that none stands in the repository."""

from __future__ import annotations

import random
import string
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memsync.secrets.rules import Row

sre: Any = import_module("re._constants")
parser: Any = import_module("re._parser")

_BASE62 = string.ascii_letters + string.digits


def _dice(seed: int | str) -> random.Random:
    return random.Random(seed)  # noqa: S311 -- repeatable, not secret


def text(length: int, seed: int = 7, alphabet: str = _BASE62) -> str:
    """Characters drawn with a fixed seed."""
    draw = _dice(seed)
    return "".join(draw.choice(alphabet) for _ in range(length))


def aws_key(seed: int = 7) -> str:
    """An AWS access key id that belongs to nobody."""
    return "AKIA" + text(16, seed, string.ascii_uppercase + "234567")


def github(seed: int = 7) -> str:
    """A GitHub personal access token that belongs to nobody."""
    return "ghp" + "_" + text(36, seed)


def private_key(kind: str = "RSA ") -> str:
    """A PEM block of noise."""
    body = "\n".join(text(64, seed) for seed in range(1, 6))
    dashes = "-" * 5
    return (
        f"{dashes}BEGIN {kind}PRIVATE KEY{dashes}\n{body}\n"
        f"{dashes}END {kind}PRIVATE KEY{dashes}\n"
    )


def of_row(row: Row, seed: int = 7) -> str:
    """An example of one format: its lead, its literal and its shape, filled in."""
    draw = _dice(f"{row[0]}{row[2]}{seed}")
    lead = _fill(parser.parse(row[5]), draw) if len(row) == 6 else ""
    return lead + row[2] + _fill(parser.parse(row[3]), draw)


class _OneLetter(random.Random):
    """Dice that fall on one letter wherever it may be."""

    def choice(self, seq: Any) -> Any:  # noqa: ANN401 -- as its base class
        return next((c for c in "aAQ1" if c in seq), seq[0])

    def randint(self, a: int, b: int) -> int:
        return min(a, b)


def sample_of_row(row: Row) -> str:
    """What documents show of a format: its literal, filled up with one letter."""
    draw = _OneLetter()
    lead = _fill(parser.parse(row[5]), draw) if len(row) == 6 else ""
    return lead + row[2] + _fill(parser.parse(row[3]), draw)


def of_lead(row: Row, seed: int = 7) -> str:
    """What stands before the literal of a row that has something there."""
    assert len(row) == 6
    return _fill(parser.parse(row[5]), _dice(seed))


def _fill(parsed: Any, draw: random.Random) -> str:  # noqa: ANN401 -- sre's own
    return "".join(_one(op, argument, draw) for op, argument in parsed)


def _one(op: Any, argument: Any, draw: random.Random) -> str:  # noqa: ANN401 -- sre's own
    if op is sre.LITERAL:
        return chr(argument)
    if op is sre.IN:
        return draw.choice(_members(argument))
    if op in (sre.MAX_REPEAT, sre.MIN_REPEAT):
        low, high, inner = argument
        count = draw.randint(low, min(high, low + 4))
        return "".join(_fill(inner, draw) for _ in range(count))
    if op is sre.SUBPATTERN:
        return _fill(argument[-1], draw)
    if op is sre.BRANCH:
        return _fill(draw.choice(argument[1]), draw)
    if op in (sre.ASSERT, sre.ASSERT_NOT):
        return ""
    raise AssertionError(op)


def _members(items: Any) -> str:  # noqa: ANN401 -- sre's own
    if items[0][0] is sre.NEGATE:
        return " "
    found = ""
    for op, argument in items:
        if op is sre.LITERAL:
            found += chr(argument)
        elif op is sre.RANGE:
            found += "".join(map(chr, range(argument[0], argument[1] + 1)))
        else:
            found += {
                sre.CATEGORY_WORD: _BASE62,
                sre.CATEGORY_DIGIT: string.digits,
                sre.CATEGORY_SPACE: " ",
                sre.CATEGORY_NOT_SPACE: "x",
            }[argument]
    return found
