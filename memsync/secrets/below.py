"""The prose tier: what stands alone below a line that ends with its name."""

from __future__ import annotations

from memsync.secrets import shapes
from memsync.secrets.figures import factor
from memsync.secrets.glance import has_digit_and_letter, line_at
from memsync.secrets.said import is_drawn, is_token
from memsync.secrets.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.secrets.context import Found
    from memsync.secrets.text import Text

_KEYS = (b"token", b"secret", b"key", b"seed")
NAMES = (b"word", b"phrase", b"code", b"wort", b"wd")
"""How `pass` goes on where it names a password."""
_AROUND = b" \t\r\"'`*_.:="
_MARKS = b" \t\r>-*+`\"'_"


def find(text: Text) -> Iterator[Found]:
    """Every password and token below its name, and seeds of one-time passwords."""
    for at in text.places(b"pass"):
        if text.low.startswith(NAMES, at + 4):
            yield from _below(text, at + 4, _is_password)
    for word in _KEYS:
        for at in text.places(word):
            yield from factor(text, at)
            yield from _below(text, at + len(word), is_token)


def _below(text: Text, behind: int, is_one: Callable[[bytes], bool]) -> Iterator[Found]:
    """What stands alone on the next line, where a line ends with its name."""
    data = text.data
    end = data.find(b"\n", behind, behind + _HEADING)
    if end < 0:
        return
    ending = data[behind:end]
    start = data.rfind(b"\n", max(0, behind - _HEADING_LINE), behind) + 1
    left = text.low[start:behind]
    if (
        ending.strip(_AROUND + b"s)").lower() not in _ENDINGS
        or (_COLON not in ending and not left.startswith(b"#"))
        or b"public" in left
    ):
        return
    at = end + 1
    for _ in range(_GAP):
        line = line_at(data, at, 200)
        value = line.strip(_MARKS)
        if value and not line.lstrip(b" >").startswith(b"```"):
            break
        at += len(line) + 1
    if b" " not in value and has_digit_and_letter(value):
        value = value.rstrip(b".,;")
        start = data.find(value, at)
        if is_one(value):
            yield behind, start, start + len(value), "prose-password"


_HEADING, _HEADING_LINE, _GAP = 24, 90, 3
_COLON = ord(":")
_ENDINGS = frozenset((b"", *NAMES))
"""How a word goes on that stands at the end of its line."""


def _is_password(value: bytes) -> bool:
    return (
        not not_secret(value)
        and not shapes.is_slug(value)
        and not value.startswith(b"(")
        and b"\\" not in value
        and b"=" not in value.rstrip(b"=")
        and shapes.looks_like_password(value)
        and is_drawn(value)
    )
