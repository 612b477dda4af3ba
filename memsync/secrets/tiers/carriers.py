"""Formats that carry any credential: URLs, headers, commands, netrc, PEM."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.tiers import private_keys
from memsync.secrets.values import shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found

# User and password in a URL; the user may be missing, as with Redis.
_USERINFO = lazy(
    rb"://(?P<user>[^\s:/?#@\"'`<>|]{0,100}):(?P<value>[^\s\"'`<>]{1,200}?)"
    rb"@(?P<host>[\w.\[{$%-][\w.:-]{0,200})"
)
# The Authorization header, with the schemes that vendors made up.
_AUTHORIZATION = lazy(
    rb"(?i)(?P<kind>basic|bearer|token|apikey|sso-key|geniekey|ssws|splunk)"
    rb"[ \t:=]{1,4}[\"'`]?(?P<value>[\w.~+/=:%-]{8,6000})",
)
# `curl -u user:password`.
_USER_OPTION = lazy(
    rb"\s(?:-u|--user|--proxy-user|-U)[ \t=]{0,4}[\"']?"
    rb"(?P<user>[\w.@%+-]{0,100}+)[\"']?:[\"']?(?P<value>[^\s\"'`]{3,200})"
)
# ~/.netrc, on one line or several.
_NETRC = lazy(
    rb"(?:machine[ \t]+\S{1,200}|default)\s{1,20}login[ \t]{1,20}\S{1,200}\s{1,20}"
    rb"password[ \t]{1,20}[\"']?(?P<value>[^\s\"'`]{3,200})"
)
_SSHPASS = lazy(rb"sshpass[ \t]+(?:-v[ \t]+)?-p[ \t]*[\"']?(?P<value>[^\s\"'`]{3,200})")
# ~/.docker/config.json: base64 of user and password.
_DOCKER = lazy(rb'"auth"\s{0,8}:\s{0,8}"(?P<value>[A-Za-z0-9+/]{8,2000}={0,2})"')
_OPTIONS = (b" -u", b"\n-u", b"--user", b"--proxy-user")

# Bytes of a command that are checked.
_COMMAND = 500

# The most bytes from an option to the third character of a password.
_OPTION = 140

_AT_SIGN = ord("@")

# A port with a path, a query or a fragment, which holds an @.
_PORT = lazy(rb"\d{2,5}[\#?/]")

# Bytes before an @ in which an address may begin.
_ADDRESS = 299

_LOCAL = lazy(rb"\$[{(A-Za-z_]{2}|^\$|\{\{|^\{|%s|<|\*\*|^\[|\.\.\.|#\{")


def find(text: Text) -> Iterator[Found]:
    """Every credential in one of the carriers."""
    data, low = text.data, text.low
    yield from _userinfo(data)
    yield from private_keys.find(data)
    auth = text.places(b"auth")
    if auth or text.places(b"bearer"):
        yield from _headers(text)
    yield from _curl(text)
    for at in text.places(b"log"):
        if low.startswith(b"in", at + 3) and text.places(b"pass"):
            if low.find(b"machine") >= 0 or low.find(b"default") >= 0:
                yield from _plain(_NETRC, data, "netrc")
            break
    if any(low.startswith(b"sshpass", at - 3) for at in text.places(b"pass")):
        yield from _plain(_SSHPASS, data, "sshpass")
    if any(data.startswith(b'"auth"', at - 1) for at in auth):
        yield from _docker(data)


def _curl(text: Text) -> Iterator[Found]:
    data, low = text.data, text.low
    after = clear = 0
    for at in text.places(b"curl"):
        if at < after:
            continue
        near = low[at : at + _COMMAND]
        option = any(map(near.count, _OPTIONS))
        if not option:
            continue
        match = _USER_OPTION.search(data, max(at, clear), at + _COMMAND)
        if match is None:
            # No option begins here, except one so late that the window cut it off.
            clear = at + _COMMAND - _OPTION
            continue
        after = match.end()
        value = match["value"].partition(b"|")[0]
        # `sqlmap -u "http://…` and `date -u +%H:%M` have the same option.
        if value.startswith(b"//") or b"%" in match["user"][:3] or len(value) < 3:
            continue
        if not _stand_in(value) and not _LOCAL.search(match["user"] + value):
            start = match.start("value")
            yield match.start(), start, start + len(value), "curl-user"


def _plain(pattern: re.Pattern[bytes], data: bytes, rule: str) -> Iterator[Found]:
    for match in pattern.finditer(data):
        if not _stand_in(match["value"]):
            yield (match.start(), *match.span("value"), rule)


# Passwords of documents and tutorials.
_WORDS = frozenset(
    b"password passwd pass secret user username pw pwd token key xxx xxxx foo bar test "
    b"changeme example pass123 password123 p4ssw0rd p@ssw0rd passw0rd hunter2 mypass "
    b"mypassword guest admin root postgres mysql redis myuser abc 123 1234 12345 "
    b"anonymous 123456 string dbpass clientsecret client-secret client_secret".split()
)


def _stand_in(value: bytes) -> bool:
    plain = value.rstrip(b".,;:)]}").lower()
    return (
        plain in _WORDS or shapes.is_placeholder(value) or set(plain) <= set(b"*x.-_")
    )


def _userinfo(data: bytes) -> Iterator[Found]:
    # Few texts have an @, and searching for a single byte is fast.
    done = 0
    before_host = data.find(_AT_SIGN)
    while before_host >= 0:
        at = data.find(b"://", max(done, before_host - _ADDRESS), before_host)
        while at >= 0:
            match = _USERINFO.match(data, at)
            if match and _is_credential(match):
                yield (at, *match.span("value"), "credential-uri")
            at = data.find(b"://", at + 3, before_host)
        done = before_host
        before_host = data.find(_AT_SIGN, done + 1)


# Bytes from the beginning of an address to the sign in its user.
_MAIL_NAME = 67

_MAIL_USER = lazy(
    rb"://(?P<user>[^\s:/?#@\"'`<>|]{1,64}@[^\s:/?#@\"'`<>|]{1,100}):"
    rb"(?P<value>[^\s\"'`<>@/]{3,200})@(?P<host>[\w.\[{$%-][\w.:-]{0,200})"
)


def find_mail_users(data: bytes) -> Iterator[Found]:
    """Every credential in a URL whose user is a mail address: `smtp://a@b.c:pw@host`."""
    last = -1
    sign = data.find(_AT_SIGN)
    while sign >= 0:
        at = data.rfind(b"://", max(last + 1, sign - _MAIL_NAME), sign)
        match = _MAIL_USER.match(data, at) if at >= 0 else None
        if match and _is_credential(match):
            last = at
            yield at, *match.span("value"), "credential-uri"
        sign = data.find(_AT_SIGN, sign + 1)


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
    if _PORT.match(value) or value.startswith(b"@"):
        return False
    return value.lower() != user.lower()


def _headers(text: Text) -> Iterator[Found]:
    data, low = text.data, text.low
    for word in (b"basic", b"bearer"):
        for at in text.places(word):
            match = _AUTHORIZATION.match(data, at)
            if match and _opens(match, low[max(0, at - 40) : at]):
                yield (at, *match.span("value"), f"{word.decode()}-auth")
    for at in text.places(b"auth"):
        if not low.startswith(b"orization", at + 4):
            continue
        match = _AUTHORIZATION.search(data, at + 13, min(len(data), at + 60))
        if match and match["kind"].lower() not in (b"basic", b"bearer"):
            match = _AUTHORIZATION.match(data, match.start())
            if match and _opens(match, b"authorization"):
                yield (at, *match.span("value"), "authorization-header")


def _opens(match: re.Match[bytes], left: bytes) -> bool:
    value = match["value"].rstrip(b".,;:")
    header = b"authorization" in left
    if shapes.is_placeholder(value) or shapes.is_path_or_code(value):
        return False
    if match["kind"].lower() == b"basic":
        from memsync.secrets.tiers.decode import decoded

        text = decoded(value, any_bytes=header)
        return (
            text is not None and b":" in text and not _stand_in(text.partition(b":")[2])
        )
    if shapes.is_hash(value) or shapes.is_uuid(value):
        return header and len(value) >= 32
    return len(value) >= (10 if header else 16) and shapes.looks_random(value)


def _docker(data: bytes) -> Iterator[Found]:
    from memsync.secrets.tiers.decode import decoded

    for match in _DOCKER.finditer(data):
        text = decoded(match["value"])
        if text is not None and b":" in text and not _stand_in(text.partition(b":")[2]):
            yield (match.start(), *match.span("value"), "docker-auth")
