"""A password whose name and user are joined as the two names are.

`un/pw ann/…`, `login:pass = ann:…`
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values.certainty import WEAK, certainty
from memsync.secrets.values.given import trim

_BOTH = lazy(
    rb"(?i)(?<![\w./])(?:u(?:n|sr|ser(?:[ _-]?(?:name|id))?)?|name|id|log-?in"
    rb"|e?-?mail|account)"
    rb"(?P<join>[ \t]?[/:|+&,][ \t]?)"
    rb"(?P<name>p(?:w|ass)\w{0,6})[\"'`*_)]{0,3}"
    rb"[ \t]{0,4}(?:(?:[:=]|->|is|are)[ \t]{1,4})?[\"'`*_(]{0,3}"
    rb"(?P<user>[\w.@+-]{2,64})(?P=join)(?P<value>[^\s\"'`<>]{6,64})"
)
_SIGNS = (b"/", b":", b"|", b"+", b"&", b",")
# Bytes before the name of a password that may name its user, and behind it.
_LEFT, _REACH = 24, 180


def password(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the password is behind its user, both named in the same way."""
    if not data[max(0, at - 2) : at].strip().endswith(_SIGNS):
        return None
    match = _BOTH.search(data, max(0, at - _LEFT), at + _REACH)
    if match is None or match.start("name") != at:
        return None
    start, end = trim(data, *match.span("value"))
    return (start, end) if certainty(data[start:end]) >= WEAK else None
