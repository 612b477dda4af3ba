"""Formats that carry any credential: URLs, headers, commands, netrc, PEM."""

from __future__ import annotations

from memsync.secrets import shapes
from memsync.secrets.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.context import Found

_USERINFO = lazy(
    rb"://(?P<user>[^\s:/?#@\"'`<>|]{0,100}):(?P<value>[^\s\"'`<>]{1,200}?)"
    rb"@(?P<host>[\w.\[{$%-][\w.:-]{0,200})"
)
_AUTHORIZATION = lazy(
    rb"(?i)(?P<kind>basic|bearer|token|apikey|sso-key|geniekey|ssws|splunk)"
    rb"[ \t:=]{1,4}[\"'`]?(?P<value>[\w.~+/=:%-]{8,6000})",
)
_USER_OPTION = lazy(
    rb"\s(?:-u|--user|--proxy-user|-U)[ \t=]{0,4}[\"']?"
    rb"(?P<user>[\w.@%+-]{0,100})[\"']?:[\"']?(?P<value>[^\s\"'`]{3,200})"
)
_NETRC = lazy(
    rb"(?:machine[ \t]+\S{1,200}|default)\s{1,20}login[ \t]{1,20}\S{1,200}\s{1,20}"
    rb"password[ \t]{1,20}[\"']?(?P<value>[^\s\"'`]{3,200})"
)
_SSHPASS = lazy(rb"sshpass[ \t]+(?:-v[ \t]+)?-p[ \t]*[\"']?(?P<value>[^\s\"'`]{3,200})")
_DOCKER = lazy(rb'"auth"\s{0,8}:\s{0,8}"(?P<value>[A-Za-z0-9+/]{8,2000}={0,2})"')
_PEM = lazy(
    rb"-----BEGIN[ A-Z0-9_-]{0,40}(?:PRIVATE KEY|Static key V1)(?: BLOCK)?-----"
    rb"(?:\\+[nr]|[\s\"'`+>,|#*.;-]|[A-Z][\w-]{1,30}: [^\n]{0,200}\n){0,60}"
    rb"(?P<body>[A-Za-z0-9+/=]{12})",
)
_PEM_END = lazy(rb"-----END[ A-Z0-9_a-z-]{0,60}-----")
_LOCAL = lazy(rb"\$[{(A-Za-z_]{2}|^\$|\{\{|^\{|%s|<|\*\*|^\[|\.\.\.|#\{")


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every credential in one of the carriers; `low` is `data.lower()`."""
    yield from _userinfo(data)
    yield from _private_keys(data)
    auth = b"auth" in low
    if auth or b"bearer" in low:
        yield from _headers(data, low)
    if b"curl" in low:
        yield from _curl(data, low)
    secret = b"pass" in low
    if secret and b"login" in low and (b"machine" in low or b"default" in low):
        yield from _plain(_NETRC, data, "netrc")
    if secret and b"sshpass" in low:
        yield from _plain(_SSHPASS, data, "sshpass")
    if auth and b'"auth"' in data:
        yield from _docker(data)


def _curl(data: bytes, low: bytes) -> Iterator[Found]:
    at = low.find(b"curl")
    while at >= 0:
        near = low[at : at + 500]
        option = b" -u" in near or b"--user" in near or b"--proxy-user" in near
        match = _USER_OPTION.search(data, at, at + 500) if option else None
        if match:
            value = match["value"]
            if not _stand_in(value) and not _LOCAL.search(match["user"] + value):
                yield (match.start(), *match.span("value"), "curl-user")
        at = low.find(b"curl", match.end() if match else at + 4)


def _plain(pattern: re.Pattern[bytes], data: bytes, rule: str) -> Iterator[Found]:
    for match in pattern.finditer(data):
        if not _stand_in(match["value"]):
            yield (match.start(), *match.span("value"), rule)


_WORDS = frozenset(
    b"password passwd pass secret user username pw pwd token key xxx xxxx foo bar test "
    b"changeme example pass123 password123 p4ssw0rd p@ssw0rd passw0rd hunter2 mypass "
    b"mypassword guest admin root postgres mysql redis myuser abc 123 1234 12345 "
    b"123456 string dbpass".split()
)


def _stand_in(value: bytes) -> bool:
    plain = value.rstrip(b".,;:)]}").lower()
    return (
        plain in _WORDS or shapes.is_placeholder(value) or set(plain) <= set(b"*x.-_")
    )


def _userinfo(data: bytes) -> Iterator[Found]:
    at = data.find(b"://")
    while at >= 0:
        # An address ends at the first blank: look for its @ before matching.
        if data.find(b"@", at, at + 300) > 0:
            match = _USERINFO.match(data, at)
            if match and _is_credential(match):
                yield (at, *match.span("value"), "credential-uri")
        at = data.find(b"://", at + 3)


def _is_credential(match: re.Match[bytes]) -> bool:
    user, value, host = match["user"], match["value"], match["host"].lower()
    if _LOCAL.search(value) or _LOCAL.search(user) or b"/" in value[:1]:
        return False
    if (
        _stand_in(value)
        or host.startswith((b"example.", b"host.", b"host:", b"${", b"{"))
        or host == b"host"
    ):
        return False
    if value.isdigit() and len(value) <= 5:
        return False
    return value.lower() != user.lower()


def _headers(data: bytes, low: bytes) -> Iterator[Found]:
    for word in (b"basic", b"bearer"):
        at = low.find(word)
        while at >= 0:
            match = _AUTHORIZATION.match(data, at)
            if match and _opens(match, low[max(0, at - 40) : at]):
                yield (at, *match.span("value"), f"{word.decode()}-auth")
            at = low.find(word, at + 5)
    at = low.find(b"authorization")
    while at >= 0:
        match = _AUTHORIZATION.search(data, at + 13, min(len(data), at + 60))
        if match and match["kind"].lower() not in (b"basic", b"bearer"):
            match = _AUTHORIZATION.match(data, match.start())
            if match and _opens(match, b"authorization"):
                yield (at, *match.span("value"), "authorization-header")
        at = low.find(b"authorization", at + 13)


def _opens(match: re.Match[bytes], left: bytes) -> bool:
    value = match["value"].rstrip(b".,;:")
    header = b"authorization" in left
    if shapes.is_placeholder(value) or shapes.is_path_or_code(value):
        return False
    if match["kind"].lower() == b"basic":
        from memsync.secrets.decode import decoded

        text = decoded(value, any_bytes=header)
        return (
            text is not None and b":" in text and not _stand_in(text.partition(b":")[2])
        )
    if shapes.is_hash(value) or shapes.is_uuid(value):
        return header and len(value) >= 32
    return len(value) >= (10 if header else 16) and shapes.looks_random(value)


def _docker(data: bytes) -> Iterator[Found]:
    from memsync.secrets.decode import decoded

    for match in _DOCKER.finditer(data):
        text = decoded(match["value"])
        if text is not None and b":" in text and not _stand_in(text.partition(b":")[2]):
            yield (match.start(), *match.span("value"), "docker-auth")


def _private_keys(data: bytes) -> Iterator[Found]:
    at = data.find(b"-----BEGIN")
    while at >= 0:
        match = _PEM.match(data, at)
        after = at + 10
        if match:
            end = _PEM_END.search(data, match.end(), match.end() + (1 << 15))
            after = end.end() if end else match.end()
            yield at, at, after, "private-key"
        at = data.find(b"-----BEGIN", after)
