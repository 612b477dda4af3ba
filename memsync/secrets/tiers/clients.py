"""Credentials among the arguments of curl: users, proxies, certificates, cookies."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.tiers import addresses, cookies
from memsync.secrets.values import fillers, shapes
from memsync.secrets.values.given import is_argument
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# What joins an option to its value; a command may go on on the next line.
_JOINS = rb"[ \t=]{0,4}(?:\\\r?\n[ \t]{0,40})?(?:(?P<escaped>\\)?[\"'])?"

# `curl -u user:password`, also as the last of several short options.
_USER_OPTION = lazy(
    rb"\s(?:-[A-Za-z]{0,7}?u|-U|--user|--proxy-user)"
    + _JOINS
    + rb"(?P<user>[\w.@%+\\-]"
    rb"{0,100}+)[\"']?:[\"']?(?P<value>[^\s\"'`]{3,200})"
)
# The same as a list of arguments, and as code gives it to the library.
_IN_CODE = lazy(
    rb"(?:[\"'](?:-[A-Za-z]{0,7}?u|-U|--user|--proxy-user)[\"'][ \t]{0,4},"
    rb"|USERPWD[\"']?[ \t]{0,4}(?:,|=>))\s{0,40}"
    rb"(?P<open>[\"'])[\w.@%+\\-]{1,100}:(?P<value>[^\s\"'`]{3,200})(?P=open)"
)
# Many services take an API key as the user, with no password or any.
_KEY_OPTION = lazy(
    rb"\s(?:-[A-Za-z]{0,7}?u|--user)"
    + _JOINS
    + rb"(?P<value>[^\s\"'`:@/<>{}$%]{12,200}):\w{0,2}(?:[\"']|\s|\Z)"
)
_PASSWORDS = (
    _IN_CODE,
    # A proxy without a scheme in front of its user.
    lazy(
        rb"\s(?:-x|--(?:pre)?proxy|--socks[45][\w-]{0,12})[ \t=]{1,4}[\"']?"
        rb"[\w.%+-]{1,100}:(?P<value>[^\s\"'`@/]{3,200})@[\w\[]"
    ),
    # The password of a certificate, of TLS-SRP, of a proxy's key.
    lazy(
        rb"\s(?:-E|--(?:proxy-)?cert)[ \t=]{1,4}[\"']?[^\s\"'`:]{1,200}"
        rb"\.[A-Za-z0-9]{2,4}:(?P<value>[^\s\"'`]{4,128})"
    ),
    lazy(
        rb"\s--(?:(?:proxy-)?tlspassword|proxy-pass)[ \t=]{1,4}[\"']?"
        rb"(?P<value>[^\s\"'`]{4,128})"
    ),
)
_COOKIES = lazy(
    rb"\s(?:-b|--cookie)[ \t=]{0,4}[\"']?(?P<value>[^\s\"'`@][^\"'`\n]{15,4000})"
)

# Characters of a key that has neither capitals nor signs.
_LONG = 20

# Bytes of a command that are checked, also of one on many lines, and of an argument
# that begins in them.
_COMMAND, _LONGEST, _ARGUMENT = 500, 8000, 400

# What a command with such an argument has, in a shell or in code.
_DASHES = (b" -", b"\n-", b"\t-", b'"-', b"'-", b"USERPWD")

# A header that holds a token, by its name: in hexadecimal it looks like a commit.
_HEADER = lazy(
    rb"(?i)\s(?:-H|--header)[ \t=]{0,4}(?:\\?[\"'])?(?P<name>[\w-]{0,40}"
    rb"(?:token|key|secret)):[ \t]{0,4}(?P<value>[0-9a-f]{24,128})(?![\w-])"
)
# Names of keys that open nothing.
_NO_SECRET = lazy(rb"(?i)idempot|public|cache|surrogate|partition|routing|sort|foreign")


def find(text: Text) -> Iterator[Found]:
    """Every credential that curl gets as an argument."""
    data = text.data
    after = clear = done = 0
    for at, end in _commands(text):
        near = data[at:end]
        if not any(map(near.count, _DASHES)):
            continue
        # No part of a text is searched twice, however many commands there are.
        yield from _others(data, max(at, done), end)
        done = end
        if at < after:
            continue
        match = _USER_OPTION.search(data, max(at, clear), end + _ARGUMENT)
        if match is None or match.start() >= end:
            clear = end
            continue
        after = match.end()
        value = match["value"].partition(b"|")[0]
        # A quote that is escaped is so at both ends.
        value = value[:-1] if match["escaped"] and value[-1:] == b"\\" else value
        # `sqlmap -u "http://…` and `date -u +%H:%M` have the same option.
        if value.startswith(b"//") or b"%" in match["user"][:3] or len(value) < 3:
            continue
        both = match["user"] + value
        if not addresses.is_blank(value) and not addresses.IS_TEMPLATE.search(both):
            start = match.start("value")
            yield match.start(), start, start + len(value), "curl-user"


def find_headers(text: Text) -> Iterator[Found]:
    """Every token in hexadecimal that curl gets as a header."""
    data, done = text.data, 0
    for at, end in _commands(text):
        for match in _HEADER.finditer(data, max(at, done), end):
            value = match["value"]
            if not (_NO_SECRET.search(match["name"]) or fillers.is_filler(value)):
                yield match.start(), *match.span("value"), "generic-secret"
        done = end


def _commands(text: Text) -> Iterator[tuple[int, int]]:
    """Where each command begins, and where it ends or is long enough."""
    last = 0
    for at in text.places(b"curl"):
        if at >= last:
            last = _last_line(text.data, at)
        yield at, max(at + _COMMAND, last)


def _last_line(data: bytes, at: int) -> int:
    """Where the last line ends of a command that goes on after backslashes."""
    last, most = at, at + _LONGEST
    end = data.find(b"\n", at, most)
    while end > 0 and data[end - 2 : end].rstrip(b"\r").endswith(b"\\"):
        last = end
        end = data.find(b"\n", end + 1, most)
    return max(end, last)


def _others(data: bytes, start: int, end: int) -> Iterator[Found]:
    """What other options than the user's give, if they begin before `end`."""
    for pattern in _PASSWORDS:
        for match in pattern.finditer(data, start, end + _ARGUMENT):
            if match.start() < end and is_argument(match["value"], sure=True):
                yield match.start(), *match.span("value"), "curl-user"
    for match in _KEY_OPTION.finditer(data, start, end + _ARGUMENT):
        if match.start() < end and _is_key(match["value"]):
            yield match.start(), *match.span("value"), "curl-user"
    for match in _COOKIES.finditer(data, start, end):
        for found in cookies.sessions(data, match.start(), *match.span("value")):
            # A rule of its own finds JWTs.
            if not data.startswith(b"eyJ", found[1]):
                yield found


def _is_key(value: bytes) -> bool:
    """Whether the name of a user is in fact a key."""
    return (
        not (is_harmless(value) or shapes.is_slug(value))
        and (len(value) >= _LONG or not value.isalnum())
        and shapes.looks_random(value)
    )
