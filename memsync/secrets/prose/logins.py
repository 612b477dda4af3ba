"""A user with a password, after a word for logging in."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose import called
from memsync.secrets.prose.accounts import USUAL
from memsync.secrets.texts.glance import line_at, line_before
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import POSSIBLE, WEAK, certainty
from memsync.secrets.values.drawn import is_drawn
from memsync.secrets.values.given import (
    is_only_chosen,
    may_be_password,
    stands_out,
    trim,
)
from memsync.secrets.values.phrase import is_strung

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Words that precede a login.
_LOGIN = lazy(
    rb"(?i)(?:log(?:ged|ging)?[ -]?(?:in|on|into)|login|credentials?|creds|account"
    rb"|auth)\b"
)
# A user and a password, separated by a slash, a colon or "and".
_PAIR = lazy(
    rb"[ \t:(\"'`](?P<user>[\w.@+-]{2,64})[\"'`]{0,2}[ \t]{0,8}"
    rb"(?:[/:+]|[ \t](?:and|then)[ \t]|->|=>|\xe2\x86\x92)[ \t]{0,8}"
    rb"[\"'`]{0,2}(?P<value>[^\s\"'`<>/]{6,128})"
)
# The same with blanks alone between them, after a host or not: `creds: nas ann …`.
_APART = lazy(
    rb"(?i)(?:creds?|credentials|login)[ \t]{0,2}[:=][ \t]{0,4}"
    rb"(?:(?P<host>[\w.:/@-]{2,64})[ \t]{1,4})??(?P<user>[\w.@+-]{2,64})[ \t]{1,4}"
    rb"[\"'`]?(?P<value>[^\s\"'`<>]{6,64})[\"'`]?[.,;)]?[ \t\r]*(?:\n|\Z)"
)
# A mail address, and a comma: `the shared account (ann@acme.com, …)`.
_OF_MAIL = lazy(
    rb"(?:(?P<open>\()|:[ \t]{0,4})[\"'`]{0,2}[\w.+-]{1,40}@[\w.-]{2,60}[\"'`]{0,2}"
    rb",[ \t]{1,4}[\"'`]{0,2}(?P<value>[^\s\"'`<>(),]{6,64}?)[\"'`]{0,2}"
    rb"(?(open)\)|(?:[.;]?[ \t\r]*(?:\n|\Z)|[.;][ \t]|[ \t]+\())"
)
_SLASH, _COLON, _BACKTICK = b"/:`"
# What joins two pieces of base64, and the bytes of a drawn one.
_IN_BASE64, _DRAWN = (b"/", b"+"), 16
# What also joins two words of a sentence, and what ends right before a user.
_OF_WORDS = (b" and ", b" + ")
_TELLS = (b":", b"=", b"(", b" with", b" as", b" is", b" are")
_ARROW = b"\xe2\x86\x92"
_OPENS, _POINTS = b"(", b"->"

# The rest of an issue's name: `owner/project#123`.
_ISSUE = lazy(rb"[\w.-]+#\d+")

# The end of a file's name.
_FILE = lazy(rb"\.[a-z][a-z0-9]{1,7}\Z")

# What may be between a user and a password.
_JOINS = (b"/", b":", b" and ", b" then ", b"->", b"=>", b"\xe2\x86\x92", b"+")

# Those of them, with blanks, before a password of drawn words.
_BY_SLASH = b" / "
_BY_ARROW = (b" -> ", b" => ", b" \xe2\x86\x92 ")

# In JSON this joins the name of a member to its value; in a CSV file quotes are double.
_MEMBER, _DOUBLE = b'":"', b'""'

# What an account has besides a user.
_LABELS = frozenset(
    b"hash id ids uuid sid number value name named called type status balance tier plan"
    b" body header payload response".split()
)

# What precedes `auth` where it means a user with a password.
_PLAIN = (b"basic ", b"http ", b"proxy ")

# Bytes before `log in` that may say what it is about, or have given the value already.
_BEFORE = 40

# Bytes after `log in` that may hold a user with a password.
_REACH = 160


def find(text: Text, at: int, stem: bytes) -> Iterator[Found]:
    """The pair of a user and a password after a word for logging in."""
    data = text.data
    if stem == b"auth" and not text.low.endswith(_PLAIN, 0, at):
        return
    line = line_at(data, at)
    if not _begins_word(text.low, at):
        return
    joined = any(map(line.count, _JOINS))
    pair = None
    if joined and _LOGIN.match(data, at):
        pair = _first_pair(data, at, at + len(line), stem)
    match = None if pair or stem == b"account" else _APART.match(data, at)
    if match and certainty(match["value"].rstrip(b".,;)")) >= (
        WEAK if match["user"].lower() in USUAL else POSSIBLE
    ):
        pair = (at, *trim(data, *match.span("value")), "prose-login")
    match = None if pair or b"@" not in line else _OF_MAIL.search(line)
    if match and _is_of_mail(match["value"], within=match["open"] is not None):
        start, end = match.span("value")
        pair = at, at + start, at + end, "prose-login"
    if pair:
        yield pair


def _is_of_mail(value: bytes, *, within: bool) -> bool:
    """Whether a word is the password of a mail address; `within` brackets with it."""
    sure = certainty(value)
    return sure >= (WEAK if within else POSSIBLE) or (
        is_strung(value) or (sure >= WEAK and is_only_chosen(value))
    )


def _first_pair(data: bytes, at: int, end: int, stem: bytes) -> Found | None:
    """The first pair in the rest of a line, up to `end`, that is one of a user."""
    end = min(end, at + _REACH)
    first = match = _PAIR.search(data, at, end)
    while match and b"arn:" not in data[max(0, at - _BEFORE) : match.start()]:
        # What several arrows join are steps.
        if data.count(_ARROW, at, match.start()) > 1:
            return None
        start, stop = trim(data, *match.span("value"))
        # After the first pair only one with blanks counts: others are paths or base64.
        apart = b" " in data[match.end("user") : match.start("value")]
        if called.is_digest(data, match.start("user")):
            return None
        role = data[match.start()] == _COLON and data[start - 1] == _BACKTICK
        between = data[match.end("user") : match.start("value")]
        member = _MEMBER in between or _DOUBLE in between
        if (
            not (role or _is_member(data, match))
            and not _is_label(data, match)
            and not (member and match["user"].lower() not in USUAL)
            and (
                not any(map(between.count, _OF_WORDS))
                or _is_usual(match["user"])
                or _is_told(data[at : match.start("user")])
                or certainty(data[start:stop]) >= POSSIBLE
            )
            and (apart or match is first)
            and not _is_named(data, at, match, stop)
            and (
                _is_pair(stem, match["user"], data[start:stop])
                or (apart and _gives_words(data, match, start, stop))
            )
        ):
            return at, start, stop, "prose-login"
        # `on the wiki: ann / …`: what looked like the password may be the user.
        match = _PAIR.search(data, match.end("user"), end)
    return None


def _gives_words(data: bytes, match: re.Match[bytes], start: int, stop: int) -> bool:
    """Whether drawn words are the password of a user, and no name of a thing.

    A slash joins them, or an arrow if the user is usual or a mail address. Two names
    have other signs and words between them, and code has any sign.
    """
    between = data[match.end("user") : start].strip(b"\"'`")
    usual = _is_usual(match["user"])
    return (
        (between == _BY_SLASH or (usual and between in _BY_ARROW))
        and is_strung(data[start:stop])
        and not called.CODE.search(line_before(data, match.start(), _REACH))
    )


def _is_told(said: bytes) -> bool:
    """Whether the words from the login's name on say that a user follows."""
    return said.rstrip(b" \t\"'`").endswith(_TELLS)


def _is_usual(user: bytes) -> bool:
    """Whether it is a usual name for a user, or a mail address."""
    return user.lower() in USUAL or b"@" in user


def _is_member(data: bytes, match: re.Match[bytes]) -> bool:
    """Whether code calls something with a member: `free_creds(session->cred)`."""
    at = match.start()
    return (
        data.startswith(_OPENS, at)
        and data.startswith(_POINTS, match.end("user"))
        and not data[at - 1 : at].isspace()
    )


def _is_label(data: bytes, match: re.Match[bytes]) -> bool:
    """Whether what looks like a user says what the value is: `account node_id: …`."""
    colon = _COLON in data[match.end("user") : match.start("value")]
    return colon and match["user"].lower().rpartition(b"_")[2] in _LABELS


def _is_named(data: bytes, at: int, match: re.Match[bytes], stop: int) -> bool:
    """Whether it is a piece of a path, of base64 or a name, or was found before."""
    start, user = match.start("value"), match["user"].lower()
    value = data[start:stop]
    before = data[max(0, at - _BEFORE) : match.start()].lower()
    colon = _COLON in data[match.end("user") : start]
    in_path = data[start - 1] == _SLASH
    return (
        value.startswith((b".", b":"))
        or (in_path and data[stop : stop + 1] == b"/")
        or (in_path and _ISSUE.fullmatch(value) is not None)
        or (in_path and _FILE.search(value) is not None)
        or (colon and user not in USUAL and shapes.is_slug(value))
        or value.lower() in before
        or (
            data[match.end("user") : start] in _IN_BASE64
            and len(user) >= _DRAWN
            and is_drawn(match["user"])
        )
    )


def _begins_word(low: bytes, at: int) -> bool:
    return not low[max(0, at - 1) : at].isalpha()


def _is_pair(stem: bytes, user: bytes, value: bytes) -> bool:
    return (
        not (shapes.is_hash(value) or shapes.is_uuid(value))
        # `h1:…` and `sha256:…` are digests, and no user with a password.
        and not shapes.is_hash(user + b":")
        and b"::" not in value
        and b"\\" not in value
        and len(value) >= 6
        and may_be_password(value)
        and (stands_out(value) or stem == b"cred" or user.lower() in USUAL)
    )
