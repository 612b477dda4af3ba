"""Passwords that are typed at a console: `net user`, and what expect sends."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values.given import is_argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found

# Windows: `net user NAME PASSWORD`. A name may have blanks, so the repeats around it
# are possessive: else a line of blanks takes time that grows with its square.
_NET_USER = lazy(
    rb"(?i)\bnet1?(?:\.exe)?[ \t]+user[ \t]++[\"']?[\w.@\\ -]{1,40}?[\"']?[ \t]++"
    rb"[\"']?(?P<value>[^\s\"'`|;&<>/*][^\s\"'`|;&<>]{5,127})"
)

# The same without its user, in lower case: it begins with letters, which is fast.
_ANY_USER = lazy(rb"net1?(?:\.exe)?[ \t]+use")
# `net use SHARE /user:NAME PASSWORD`, and the password in front of the user.
_NET_USE = lazy(
    rb"(?i)\bnet1?(?:\.exe)?[ \t]+use[ \t][^\n]{0,160}?(?:[ \t]/user:\S{1,80}[ \t]+"
    rb"|[ \t]\\\\\S{3,160}[ \t]+(?=[^\n]{1,160}/user:))"
    rb"[\"']?(?P<value>[^\s\"'`|;&<>/*][^\s\"'`|;&<>]{5,127})"
)
_SEND = lazy(
    rb"\bsend(?:_tty)?[ \t]+(?:--?[ \t]+)?[\"'](?P<value>[^\s\"'\\]{6,128})"
    rb"(?:\\+[rn]){1,2}[\"']"
)

# A program's question, `Password:` or `password for ann`, before the answer is sent.
_ASKED = b"assw"

_LEFT = 240


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every password in `net user` and `net use`, or that a script sends when asked."""
    if low.find(b"net") >= 0 and _ANY_USER.search(low):
        for pattern in (_NET_USER, _NET_USE):
            for match in pattern.finditer(data):
                if is_argument(match["value"], sure=True):
                    yield match.start(), *match.span("value"), "command-password"
    asked = low.find(_ASKED)
    at = data.find(b"send", asked) if asked >= 0 else -1
    while at >= 0:
        after = at + 4
        if low.rfind(_ASKED, max(0, at - _LEFT), at) >= 0:
            sent = _SEND.match(data, at)
            if sent:
                after = sent.end()
                if is_argument(sent["value"], sure=True):
                    yield at, *sent.span("value"), "command-password"
        at = data.find(b"send", after)
