"""Passwords in command lines and calls, where no keyword names them."""

from __future__ import annotations

from memsync.secrets import shapes
from memsync.secrets.glance import has_digit
from memsync.secrets.lazy import lazy
from memsync.secrets.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.context import Found
    from memsync.secrets.text import Text

_LEFT = 200
"""Bytes of a command line before its option that are looked at."""
_CROWD = 16
"""Options of a line that are looked at, so that a hostile one takes linear time."""

_GLUED = lazy(rb"[\"']?(?P<value>[^\s\"'`|;&<>]{6,128})")
_APART = lazy(rb"[ \t=]{1,4}[\"']?(?P<value>[^\s\"'`|;&<>]{6,128})")
_SPELT = lazy(
    rb"(?i)(?:word|wd|phrase|in|out)?[ \t]{1,4}(?:pass:)?[\"']?"
    rb"(?P<value>[^\s\"'`|;&<>]{6,128})"
)
_QUOTED = lazy(
    rb"(?i)(?:[ \t]{1,4}password)?[ \t]{1,4}[\"'](?P<value>[^\s\"'`]{6,128})"
)
_PAIR = lazy(
    rb"\(\s{0,8}@?[\"'][^\"'\n]{1,100}[\"']\s{0,8},\s{0,8}@?[\"']"
    rb"(?P<value>[^\s\"'`]{6,128})[\"']"
)


_MYSQL = lazy(rb"\b(?:mysql|mariadb)[\w-]{0,12}[ \t]|\b7z[a-z]?[ \t]")
_LOGIN = lazy(
    rb"\b(?:docker|podman|nerdctl|skopeo|oras|helm|az|oc|cf)[ \t].{0,60}\blogin\b"
    rb"|\b(?:psexec|sqlcmd|osql|bcp|mongo|cqlsh|zip|unzip|ipmitool)\w{0,8}\b"
)
_REDIS = lazy(rb"\bredis-cli\b")
_LDAP = lazy(rb"\bldap(?:search|modify|add|delete|whoami|passwd)\b")
_OPENSSL = lazy(rb"\bopenssl[ \t]")
_PUTTY = lazy(rb"\b(?:plink|pscp|psftp|putty)\b")

_FORMS: tuple[tuple[bytes, re.Pattern[bytes], re.Pattern[bytes] | None], ...] = (
    (b" -p", _GLUED, _MYSQL),
    (b" -p", _APART, _LOGIN),
    (b" -a", _APART, _REDIS),
    (b" -w", _APART, _LDAP),
    (b" -k", _APART, _OPENSSL),
    (b" -pw", _APART, _PUTTY),
    (b"-pass", _SPELT, None),
    (b"identified by", _QUOTED, None),
    (b"networkcredential", _PAIR, None),
)
"""What opens a password, lower case; its value; and the program it stands behind."""
OPTION = b" -"
"""What opens an option, and the letters of those that are looked at."""
LETTERS = frozenset(opens[2:3] for opens, _, _ in _FORMS if opens.startswith(OPTION))
_WITHIN = {b"-pass": (b"pass", 1), b"networkcredential": (b"cred", 7)}
"""Words that are looked for anyway, and where they stand in what opens."""


def find(text: Text) -> Iterator[Found]:
    """Every password that a command or a call is given."""
    data, low = text.data, text.low
    options = [at for at in text.places(OPTION) if low[at + 2 : at + 3] in LETTERS]
    for opens, value, program in _FORMS:
        if opens.startswith(OPTION):
            places = [at for at in options if low.startswith(opens, at)]
        else:
            word, offset = _WITHIN.get(opens, (opens, 0))
            places = [at - offset for at in text.places(word) if at >= offset]
            places = [at for at in places if low.startswith(opens, at)]
        for at in _not_crowded(low, places):
            if program and not program.search(low, *_before(low, at)):
                continue
            match = value.match(data, at + len(opens))
            if match and _is_password(match["value"]):
                yield at, *match.span("value"), "command-password"


def _not_crowded(low: bytes, places: list[int]) -> Iterator[int]:
    line_end = crowd = 0
    for at in places:
        if at >= line_end:
            line_end = low.find(b"\n", at)
            line_end = len(low) if line_end < 0 else line_end
            crowd = 0
        crowd += 1
        if crowd <= _CROWD:
            yield at


def _before(low: bytes, at: int) -> tuple[int, int]:
    start = max(0, at - _LEFT)
    return max(start, low.rfind(b"\n", start, at) + 1), at + 1


def _is_password(value: bytes) -> bool:
    return (
        has_digit(value)
        and not not_secret(value)
        and not shapes.is_slug(value)
        and shapes.looks_like_password(value)
    )
