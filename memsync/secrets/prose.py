"""The prose tier: passwords told in sentences, lists and tables."""

from __future__ import annotations

from memsync.secrets import shapes
from memsync.secrets.glance import has_digit, line_at
from memsync.secrets.lazy import lazy
from memsync.secrets.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.context import Found

_IS = lazy(
    rb"(?i)(?:pass(?:word|phrase|code|wd|wort)|pwd)s?"
    rb"[\"'`*_)]{0,3}(?:[ \t]+(?!is\b|was\b)[a-z0-9@._/'`*-]{1,30}){0,6}?[ \t]*"
    rb"(?:(?:is|was|are|to|becomes?|equals|now)"
    rb"(?:[ \t]+(?:now|currently|still|set[ \t]to|always|simply|just))?"
    rb"|=>?|:|->|\xe2\x86\x92)"
    rb"[ \t]*[:=]?[ \t]*(?P<q>[\"'`*_(]{0,3})(?P<value>[^\s\"'`<>*]{5,128})",
)
_LOGIN = lazy(
    rb"(?i)(?:log(?:ged|ging)?[ -]?(?:in|on|into)|login|credentials?|creds|account)\b"
    rb"[^\n]{0,60}?[ \t:(\"'`](?P<user>[\w.@+-]{2,64})[\"'`]{0,2}[ \t]{0,8}[/:]"
    rb"[ \t]{0,8}[\"'`]{0,2}(?P<value>[^\s\"'`<>/]{6,128})",
)


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every sentence that gives a password away; `low` is `data.lower()`."""
    yield from _told_passwords(data, low)
    yield from _told_tokens(data, low)
    yield from _tables(data, low)
    yield from _logins(data, low)


def _places(low: bytes, stem: bytes, goes_on: tuple[bytes, ...]) -> Iterator[int]:
    at = low.find(stem)
    while at >= 0:
        behind = at + len(stem)
        if low.startswith(goes_on, behind):
            yield at
        at = low.find(stem, behind)


def _told_passwords(data: bytes, low: bytes) -> Iterator[Found]:
    for stem, goes_on in _NAMES.items():
        for at in _places(low, stem, goes_on):
            if not has_digit(line_at(data, at, 300)):
                continue
            match = _IS.match(data, at)
            if not (match and _gives_away(match)):
                used = low[max(0, at - 6) : at].endswith(_USES)
                match = _USED.match(data, at) if used else None
            if match and _gives_away(match):
                yield at, *_trim(data, *match.span("value")), "prose-password"


def _logins(data: bytes, low: bytes) -> Iterator[Found]:
    for stem, goes_on in _LOGINS.items():
        for at in _places(low, stem, goes_on):
            line = line_at(data, at)
            if not has_digit(line) or not (b"/" in line or b":" in line):
                continue
            match = _LOGIN.match(data, at)
            if match:
                start, end = _trim(data, *match.span("value"))
                if _is_pair(stem, match["user"], data[start:end]):
                    yield at, start, end, "prose-login"


_TOKEN_IS = lazy(
    rb"(?i)(?:token|secret|key)s?[\"'`*_)]{0,3}"
    rb"(?:[ \t]+(?!is\b|was\b)[a-z0-9@._/'`*-]{1,30}){1,6}?[ \t]*"
    rb"(?:(?:is|was)(?:[ \t]+now)?|=|:)[ \t]*[\"'`*_(]{0,3}"
    rb"(?P<value>[^\s\"'`<>*]{16,400})"
)
_USED = lazy(rb"(?i)password[ \t]+[\"'`*_(]{0,3}(?P<value>[^\s\"'`<>*]{6,128})")
_USES = (b"use ", b"using ", b"with ", b"enter ", b"type ", b"the ")
_PEOPLE = frozenset(
    b"admin administrator root user test deploy guest demo operator service".split()
)
_NAMES = {b"pass": (b"word", b"wd", b"phrase", b"code", b"wort"), b"pwd": (b"",)}
"""What a password is called: a stem, and how it goes on."""
_LOGINS = {
    b"log": (b"in", b" in", b"-in", b"on", b" on", b"ged in", b"ged on", b"ging in"),
    b"cred": (b"s", b"entials"),
    b"account": (b"",),
}
_DIGIT = lazy(rb"\d")
_LETTER = lazy(rb"[A-Za-z]")
_SYMBOL = lazy(rb"[^\w.:/-]")
_LONG = 16
_ROW = lazy(rb"[^\n]*\n?")
_RULER = lazy(rb"[ \t]*\|?[ \t]*:?-{2,}")
_HEAD = lazy(rb"pass(?:word|wd|phrase|code)|pwd")


def _told_tokens(data: bytes, low: bytes) -> Iterator[Found]:
    """A token, key or secret that a sentence gives: `the token for Acme is …`."""
    for stem in (b"token", b"secret", b"key"):
        at = low.find(stem)
        while at >= 0:
            line = line_at(data, at)
            form = low[max(0, at - 13) : at].endswith((b"authenticity_", b"csrf_"))
            if form or not has_digit(line):
                at = low.find(stem, at + len(stem))
                continue
            if any(len(word) >= _LONG for word in line.split()):
                match = _TOKEN_IS.match(data, at)
                if match:
                    start, end = _trim(data, *match.span("value"))
                    if _is_token(data[start:end]):
                        yield at, start, end, "prose-token"
            at = low.find(stem, at + len(stem))


def _is_token(value: bytes) -> bool:
    return (
        len(value) >= _LONG
        and b":" not in value
        and not not_secret(value)
        and not (shapes.is_hash(value) or shapes.is_uuid(value))
        and not (shapes.is_slug(value) or shapes.is_sequence(value))
        and has_digit(value)
        and shapes.looks_random(value)
    )


def _tables(data: bytes, low: bytes) -> Iterator[Found]:
    """The cells of a markdown table below a heading such as `password`."""
    at = low.find(b"pass") if b"|" in low else -1
    done = 0
    while at >= 0:
        start = low.rfind(b"\n", max(0, at - 400), at) + 1
        if start >= done and low[start:at].lstrip()[:1] == b"|":
            yield from _cells(data, low, start)
            done = low.find(b"\n", at) + 1 or len(low)
        at = low.find(b"pass", at + 4)


def _cells(data: bytes, low: bytes, start: int) -> Iterator[Found]:
    head = _ROW.match(low, start)
    if head is None or not _RULER.match(low, head.end()):
        return
    columns = [i for i, cell in enumerate(head[0].split(b"|")) if _HEAD.search(cell)]
    at = head.end()
    while at < len(data) and data[at : at + 1] == b"|":
        row = _ROW.match(data, at)
        cells = row[0].split(b"|") if row else []
        for column in columns:
            if column < len(cells):
                value = cells[column].strip(b" \t`*\"'\r\n")
                begin = at + sum(len(c) + 1 for c in cells[:column])
                begin = data.find(value, begin)
                if _is_cell(value):
                    yield begin, begin, begin + len(value), "prose-table"
        at = row.end() if row else len(data)


def _is_cell(value: bytes) -> bool:
    return (
        b" " not in value
        and b"](" not in value
        and not not_secret(value)
        and shapes.looks_like_password(value)
        and _has_digit_and_letter(value)
    )


def _trim(data: bytes, start: int, end: int) -> tuple[int, int]:
    while end > start and data[end - 1] in b".,;:)]}|":
        end -= 1
    return start, end


def _gives_away(match: re.Match[bytes]) -> bool:
    value = match["value"].rstrip(b".,;:)]}|")
    return (
        len(value) >= 6
        and not not_secret(value)
        and shapes.looks_like_password(value)
        and _has_digit_and_letter(value)
    )


def _is_pair(stem: bytes, user: bytes, value: bytes) -> bool:
    return (
        not not_secret(value)
        and not (shapes.is_hash(value) or shapes.is_uuid(value))
        # `h1:…` and `sha256:…` are digests, and no user with a password.
        and not shapes.is_hash(user + b":")
        and len(value) >= 6
        and shapes.looks_like_password(value)
        and _has_digit_and_letter(value)
        and (_mixed(value) or stem == b"cred" or user.lower() in _PEOPLE)
    )


def _has_digit_and_letter(value: bytes) -> bool:
    return _DIGIT.search(value) is not None and _LETTER.search(value) is not None


def _mixed(value: bytes) -> bool:
    return _SYMBOL.search(value) is not None
