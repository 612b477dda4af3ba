"""Formats that carry any credential: URLs, headers, commands, files of logins, PEM."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.tiers import addresses, pgpass, private_keys
from memsync.secrets.values import shapes
from memsync.secrets.values.placeholders import is_placeholder
from memsync.secrets.values.things import is_thing

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# The Authorization header, with the schemes that vendors made up.
_AUTHORIZATION = lazy(
    rb"(?i)(?P<kind>basic|bearer|token|apikey|sso-key|geniekey|ssws|splunk)"
    rb"[ \t:=]{1,4}[\"'`]?(?P<value>[\w.~+/=:%-]{8,6000})",
)
# ~/.netrc, on one line or several.
_NETRC = lazy(
    rb"(?:machine[ \t]+\S{1,200}|default)\s{1,20}login[ \t]{1,20}\S{1,200}\s{1,20}"
    rb"password[ \t]{1,20}[\"']?(?P<value>[^\s\"'`]{3,200})"
)
# What follows `log` there.
_LOGIN = (b"in ", b"in\t")
_SSHPASS = lazy(rb"sshpass[ \t]+(?:-v[ \t]+)?-p[ \t]*[\"']?(?P<value>[^\s\"'`]{3,200})")
# ~/.docker/config.json: base64 of user and password.
_DOCKER = lazy(rb'"auth"\s{0,8}:\s{0,8}"(?P<value>[A-Za-z0-9+/]{8,2000}={0,2})"')

# One of these words is in a text with a header.
_HEADERS = (b"auth", b"bearer")

# Their gates.
_GATES = frozenset[str | bytes](
    (
        *("logins in URLs", "private keys", "authorization"),
        *("netrc", "pgpass", "sshpass", "docker", "curl"),
    )
)

# Each carrier besides addresses has one of these words; "BEGIN" that of a private key.
_BEGIN, _CURL = (b"begin",), (b"curl",)
_WORDS = frozenset((*_BEGIN, b"auth", b"bearer", b"basic", *_CURL, b"pass"))

# Rules whose value may be such a word, plain or in base64 behind a user.
_ENCODED = ("basic-auth", "docker-auth")
_WORDED = (*_ENCODED, "curl-user", "netrc", "sshpass", pgpass.RULE)
# The option of curl that takes a token.
_OPTION = b"--oauth2-"


def find(text: Text, samples: list[Found]) -> Iterator[Found]:
    """Every credential in one of the carriers.

    Appends to `samples` what only stands in for one, such as `user:password@`.
    """
    if not text.may_hold_any(_GATES):
        return
    if text.may_hold("logins in URLs"):
        yield from addresses.find(text.data, samples)
    for found in _others(text):
        if _is_sample(found[3], text.data[found[1] : found[2]]):
            samples.append(found)
        else:
            yield found


def _is_sample(rule: str, value: bytes) -> bool:
    """Whether what one of these rules found is a word of documents and tutorials."""
    if rule in _ENCODED:
        from memsync.secrets.texts.decode import decoded

        value = (decoded(value, any_bytes=True) or b"").partition(b":")[2]
    elif rule == pgpass.RULE:
        user, value = value.rsplit(b":", 2)[1:]
        if value == user:
            return True
    return rule in _WORDED and addresses.stands_in(value)


def _others(text: Text) -> Iterator[Found]:
    data, low = text.data, text.low
    if text.may_hold("pgpass"):
        yield from pgpass.find(text)
    if not text.says_any(_WORDS):
        return
    if text.may_hold("private keys") and text.says_any(_BEGIN):
        yield from private_keys.find(data)
    if text.may_hold("authorization") and any(map(text.places, _HEADERS)):
        yield from _headers(text)
    if text.says_any(_CURL) and text.may_hold("curl"):
        from memsync.secrets.tiers import clients

        yield from clients.find(text)
    if text.may_hold("netrc") and _may_hold_netrc(text):
        yield from _plain(_NETRC, data, "netrc")
    if text.may_hold("sshpass") and any(
        low.startswith(b"sshpass", at - 3) for at in text.places(b"pass")
    ):
        yield from _plain(_SSHPASS, data, "sshpass")
    if text.may_hold("docker") and any(
        data.startswith(b'"auth"', at - 1) for at in text.places(b"auth")
    ):
        yield from _docker(data)


def _may_hold_netrc(text: Text) -> bool:
    low = text.low
    return (
        any(low.startswith(_LOGIN, at + 3) for at in text.places(b"log"))
        and bool(text.places(b"pass"))
        and (low.find(b"machine") >= 0 or low.find(b"default") >= 0)
    )


def _plain(pattern: re.Pattern[bytes], data: bytes, rule: str) -> Iterator[Found]:
    for match in pattern.finditer(data):
        if not addresses.is_blank(match["value"]):
            yield (match.start(), *match.span("value"), rule)


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
    header = b"authorization" in left or left.endswith(_OPTION)
    if is_placeholder(value) or shapes.is_path_or_code(value) or is_thing(value):
        return False
    if match["kind"].lower() == b"basic":
        from memsync.secrets.texts.decode import decoded

        return _is_pair(decoded(value, any_bytes=header))
    if shapes.is_hash(value) or shapes.is_uuid(value):
        return header and len(value) >= 32
    return len(value) >= (10 if header else 16) and shapes.looks_random(value)


def _docker(data: bytes) -> Iterator[Found]:
    from memsync.secrets.texts.decode import decoded

    for match in _DOCKER.finditer(data):
        if _is_pair(decoded(match["value"])):
            yield (match.start(), *match.span("value"), "docker-auth")


def _is_pair(text: bytes | None) -> bool:
    """Whether it is a user and a password."""
    _, colon, password = (text or b"").partition(b":")
    return bool(colon) and not addresses.is_blank(password)
