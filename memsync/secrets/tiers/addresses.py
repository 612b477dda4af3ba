"""Credentials in URLs, and what stands in for a credential there and elsewhere."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values.placeholders import is_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found

# User and password in a URL; the user may be missing, as with Redis.
_USERINFO = lazy(
    rb"://(?P<user>[^\s:/?#@\"'`<>|]{0,100}):(?P<value>[^\s\"'`<>]{1,200}?)"
    rb"@(?P<host>[\w.\[{$%-][\w.:-]{0,200})"
)
_AT_SIGN, _SCHEME_ENDS = b"@", b"://"

# A port with a path, a query or a fragment, which holds an @.
_PORT = lazy(rb"\d{2,5}[\#?/]")

# Bytes before an @ in which an address may begin.
_ADDRESS = 299

# The shortest word that stands in for a password.
_WORD = 4

# Hosts of documents, without any password and with a real one.
_NO_HOST = lazy(rb"(?i)example\.|(?:host|server|domain)(?:name)?(?![\w-])")
_OF_EXAMPLE = lazy(rb"(?i)example\.|host(?![\w-])")
# How a template begins, or a variable of a shell.
IS_TEMPLATE = lazy(rb"\$[{(A-Za-z_]{2}|^\$|\{\{|^\{|%s|<|\*\*|^\[|\.\.\.|#\{")
# Passwords of documents and tutorials.
_WORDS = frozenset(
    b"password passwd pass secret user username pw pwd token key xxx xxxx foo bar test "
    b"changeme example pass123 password123 p4ssw0rd p@ssw0rd passw0rd hunter2 mypass "
    b"mypassword guest admin root postgres mysql redis myuser abc 123 1234 12345 "
    b"anonymous 123456 string dbpass clientsecret client-secret client_secret".split()
)


# Signs and words of a template, in the place of a value that somebody has to fill in.
_TO_FILL_IN = lazy(
    rb"(?i)[<>{}\[\]$%*]|\.{3}|\xe2\x80\xa6|x{4}|your|insert|replace|redacted|todo|fixme|placeholder|here\b"
    rb"|getenv|environ|process\.|(?:\A|\W)n/?a$|none$|null$|undefined"
)

# Bytes from the beginning of an address to the sign in its user.
_MAIL_NAME = 67
_MAIL_USER = lazy(
    rb"://(?P<user>[^\s:/?#@\"'`<>|]{1,64}@[^\s:/?#@\"'`<>|]{1,100}):"
    rb"(?P<value>[^\s\"'`<>@/]{3,200})@(?P<host>[\w.\[{$%-][\w.:-]{0,200})"
)


def stands_in(value: bytes) -> bool:
    """Whether a value is a word that documents print in the place of a password."""
    plain = value.rstrip(b".,;:)]}").lower()
    return plain in _WORDS or is_placeholder(value)


def is_blank(value: bytes) -> bool:
    """Whether no credential is there at all: a mask, a template, nobody's name."""
    plain = value.rstrip(b".,;:)]}").lower()
    # `:*` is any argument, where an agent's settings allow a command.
    if set(plain) <= set(b"*x.-_:") or plain == b"anonymous":
        return True
    return stands_in(value) and _TO_FILL_IN.search(value) is not None


def find(data: bytes, samples: list[Found]) -> Iterator[Found]:
    """Every credential in a URL; those of documents are appended to `samples`."""
    for at, _ in _begins(data, _ADDRESS):
        match = _USERINFO.match(data, at)
        if match and _may_be_credential(match):
            found = (at, *match.span("value"), "credential-uri")
            if _is_of_example(match):
                samples.append(found)
            else:
                yield found


def _begins(data: bytes, most: int) -> Iterator[tuple[int, int]]:
    """Each `://` that has an @ at most so many bytes behind, and where that is."""
    # Few texts have an @, and searching for a single byte is fast.
    done, sign = 0, data.find(_AT_SIGN)
    while sign >= 0:
        at = data.find(_SCHEME_ENDS, max(done, sign - most), sign)
        while at >= 0:
            yield at, sign
            at = data.find(_SCHEME_ENDS, at + len(_SCHEME_ENDS), sign)
        done = sign + 1
        sign = data.find(_AT_SIGN, done)


def find_mail_users(data: bytes) -> Iterator[Found]:
    """Every credential in a URL whose user is a mail address: `smtp://a@b.c:pw@host`."""
    for at, sign in _begins(data, _MAIL_NAME):
        # Nothing else may be between them.
        if data.find(_SCHEME_ENDS, at + 1, sign) >= 0:
            continue
        match = _MAIL_USER.match(data, at)
        if match and _may_be_credential(match) and not _is_of_example(match):
            yield at, *match.span("value"), "credential-uri"


def _may_be_credential(match: re.Match[bytes]) -> bool:
    user, value, host = match["user"], match["value"], match["host"].lower()
    if IS_TEMPLATE.search(value) or IS_TEMPLATE.search(user) or b"/" in value[:1]:
        return False
    if is_blank(value) or host.startswith((b"${", b"{")):
        return False
    # The address itself is only an example of one.
    if stands_in(value) and (len(value) < _WORD or _NO_HOST.match(host)):
        return False
    if value.isdigit() and len(value) <= 5:
        return False
    if _PORT.match(value) or value.startswith(b"@"):
        return False
    return bool(user) or not stands_in(value)


def _is_of_example(match: re.Match[bytes]) -> bool:
    """Whether an address is one of a document's, with `user:password` or its host."""
    return (
        stands_in(match["value"])
        or match["value"].lower() == match["user"].lower()
        or _OF_EXAMPLE.match(match["host"]) is not None
    )
