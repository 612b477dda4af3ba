"""A name with its value on a later line, as in Kubernetes, Terraform and code.

- name: DB_PASSWORD            variable "db_password" {      const apiKey =
  value: …                       default = "…"                 "…"
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.named import verdict
from memsync.secrets.named.clue import Clue
from memsync.secrets.tiers.context import PASSWORDS, STEMS, goes_on, is_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# A value with or without quotes, and one that must have them.
_VALUE = rb"(?P<open>[\"'`]{1,3}|)(?P<value>[^\s\"'`<>,]{6,400})"
_STRING = rb"(?P<open>[rbuf]?[\"'`])(?P<value>[^\s\"'`<>]{6,400})[\"'`]"
# The value on the line below its name.
_ASSIGNED = lazy(
    rb"[\w.-]{0,48}[\"'\])]{0,2}[ \t]{0,4}(?::?=|:)[ \t(]{0,4}\r?\n[ \t]{1,40}"
    + _STRING
)
# `name:` and `value:` on two lines, as in Kubernetes and CI files.
_NAMED = lazy(
    rb"[\w.-]{0,48}[\"']?,?[ \t]{0,4}\r?\n[ \t-]{0,40}[\"']?"
    rb"(?:default_?)?[Vv]alue[\"']?[ \t]{0,4}[:=][ \t]{0,4}" + _VALUE
)
# A variable's default in Terraform.
_DECLARED = lazy(
    rb"[\w-]{0,48}\"[ \t]{0,4}\{(?:[^{}]{0,400}?)\n[ \t]{0,16}default"
    rb"[ \t]{0,24}=[ \t]{0,4}" + _STRING
)
# The line of the name, right before the value.
_NAME = lazy(
    rb"(?:^|[\n{,])[ \t-]{0,40}[\"']?(?:name|key)[\"']?[ \t]{0,4}[:=][ \t]{0,4}"
    rb"[\"']?[\w.-]{0,64}\Z"
)
_VARIABLE = lazy(rb"variable[ \t]{1,4}\"[\w-]{0,64}\Z")
_WORD = b"abcdefghijklmnopqrstuvwxyz0123456789_.-"
# Bytes to the left and right of a keyword that are examined.
_LEFT, _RIGHT = 140, 64
_CROWD, _NEAR = 64, 16
_BLOCK = 520
_JOINS, _INDENTS = (b"=", b":"), (b" ", b"\t")
_OPENS = frozenset((*_JOINS, b"{"))


def find(text: Text) -> Iterator[Found]:
    """Every secret whose name is on an earlier line."""
    if not text.says_any(STEMS):
        return
    data, low = text.data, text.low
    for stem in text.among(STEMS):
        places, words = text.places(stem), goes_on(stem)
        for at in places if len(places) <= _CROWD else _not_crowded(places):
            behind = at + len(stem)
            end = data.find(b"\n", behind, behind + _RIGHT)
            if end < 0 or not is_whole(data, at, stem):
                continue
            # Most names have something else behind them.
            sign = data[behind:end].rstrip(b" \t\r(")[-1:]
            if sign not in _OPENS and low.find(b"value", end, end + _RIGHT) < 0:
                continue
            # `Passport`
            if low[behind : behind + 1].isalpha() and not low.startswith(words, behind):
                continue
            found = _judge(data, low, stem, at, end)
            if found:
                yield found


def _not_crowded(places: list[int]) -> Iterator[int]:
    # Else a text of keywords would take time that grows with its square.
    crowd = last = 0
    for at in places:
        crowd = crowd + 1 if at - last <= _NEAR else 0
        last = at
        if crowd <= _CROWD:
            yield at


def _judge(data: bytes, low: bytes, stem: bytes, at: int, end: int) -> Found | None:
    behind = at + len(stem)
    rest = data[behind:end].rstrip(b" \t\r(")
    last = rest[-1:]
    left = data[max(0, at - _LEFT) : at]
    # The anchored pattern comes first: a search from the left takes ten times as long.
    if last in _JOINS:
        indented = data[end + 1 : end + 2] in _INDENTS
        match = _ASSIGNED.match(data, behind) if indented else None
    elif last == b"{":
        default = low.find(b"default", behind, behind + _BLOCK) >= 0
        match = _DECLARED.match(data, behind) if default else None
        match = match if match and _VARIABLE.search(left) else None
    else:
        match = _NAMED.match(data, behind)
        match = match if match and _NAME.search(left) else None
    if match is None:
        return None
    low_left = low[max(0, at - len(left)) : at].rpartition(b"\n")[2]
    word = rest.lower()
    word = word[: len(word) - len(word.lstrip(_WORD))]
    name = low_left[len(low_left.rstrip(_WORD)) :] + stem + word
    start, stop = match.span("value")
    value = data[start:stop].rstrip(b".,;:)]}|*\\")
    clue = Clue(name, name, b"=", match["open"], value)
    rule = verdict.rule(clue, password=stem in PASSWORDS)
    return (at, start, start + len(value), rule) if rule else None
