"""Passwords that are typed at a console: `net user`, and what expect sends."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.tiers.commands import is_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.tiers.context import Found

_NET_USER = lazy(
    rb"(?i)\bnet1?(?:\.exe)?[ \t]+user[ \t]+[\"']?[\w.@\\ -]{1,40}?[\"']?[ \t]+"
    rb"[\"']?(?P<value>[^\s\"'`|;&<>/*][^\s\"'`|;&<>]{5,127})"
)
_SEND = lazy(
    rb"\bsend(?:_tty)?[ \t]+(?:--?[ \t]+)?[\"'](?P<value>[^\s\"'\\]{6,128})"
    rb"(?:\\+[rn]){1,2}[\"']"
)

# What a program asks for, `Password:` or `password for ann`, before it is sent.
_ASKED = b"assw"

_LEFT = 240


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every password of a user that is made, or that a script sends when asked."""
    for match in _NET_USER.finditer(data):
        if is_password(match["value"], sure=True):
            yield match.start(), *match.span("value"), "command-password"
    for match in _SEND.finditer(data):
        left = low[max(0, match.start() - _LEFT) : match.start()]
        if left.rfind(_ASKED) >= 0 and is_password(match["value"], sure=True):
            yield match.start(), *match.span("value"), "command-password"
