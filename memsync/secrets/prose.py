"""The prose tier: passwords told in sentences, lists and tables."""

from __future__ import annotations

from memsync.secrets import shapes
from memsync.secrets.glance import has_digit, has_symbol, line_at
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
    rb"(?:[ \t]+(?:now|currently|still|set[ \t]to|always|simply|just))?|=|:)"
    rb"[ \t]*[:=]?[ \t]*(?P<q>[\"'`*_(]{0,3})(?P<value>[^\s\"'`<>*]{5,128})",
)
_LOGIN = lazy(
    rb"(?i)(?:log(?:ged|ging)?[ -]?(?:in|on|into)|login|credentials?|creds|account)\b"
    rb"[^\n]{0,60}?[ \t:(\"'`](?P<user>[\w.@+-]{2,64})[\"'`]{0,2}[ \t]{0,8}[/:]"
    rb"[ \t]{0,8}[\"'`]{0,2}(?P<value>[^\s\"'`<>/]{6,128})",
)


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every sentence that gives a password away; `low` is `data.lower()`."""
    for stem, goes_on in _NAMES.items():
        at = low.find(stem)
        while at >= 0:
            if not low.startswith(goes_on, at + len(stem)):
                at = low.find(stem, at + len(stem))
                continue
            told = has_digit(line_at(data, at, 300))
            match = _IS.match(data, at) if told else None
            if match and _gives_away(match):
                value_start, value_end = _trim(data, *match.span("value"))
                yield at, value_start, value_end, "prose-password"
            at = low.find(stem, at + len(stem))
    yield from _tables(data, low)
    for stem, goes_on in _LOGINS.items():
        at = low.find(stem)
        while at >= 0:
            if not low.startswith(goes_on, at + len(stem)):
                at = low.find(stem, at + len(stem))
                continue
            line = line_at(data, at)
            told = has_symbol(line) and has_digit(line)
            match = _LOGIN.match(data, at) if told else None
            if match:
                start, end = _trim(data, *match.span("value"))
                value = data[start:end]
                if _is_pair(match["user"], value):
                    yield at, start, end, "prose-login"
            at = low.find(stem, at + len(stem))


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
_ROW = lazy(rb"[^\n]*\n?")
_RULER = lazy(rb"[ \t]*\|?[ \t]*:?-{2,}")
_HEAD = lazy(rb"pass(?:word|wd|phrase|code)|pwd")


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


def _is_pair(user: bytes, value: bytes) -> bool:
    return (
        not not_secret(value)
        and not not_secret(user)
        and len(value) >= 6
        and shapes.looks_like_password(value)
        and _has_digit_and_letter(value)
        and _mixed(value)
    )


def _has_digit_and_letter(value: bytes) -> bool:
    return _DIGIT.search(value) is not None and _LETTER.search(value) is not None


def _mixed(value: bytes) -> bool:
    return _SYMBOL.search(value) is not None
