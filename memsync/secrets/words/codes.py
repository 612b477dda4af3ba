"""Digits and groups of letters that a text calls a secret.

Door codes, recovery codes, the seeds of one-time passwords, and the passwords that
Google and Apple give to programs. PINs have a module of their own (`pins`).
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit, has_digit_and_letter, line_at
from memsync.secrets.values import fillers, shapes
from memsync.secrets.words import pins
from memsync.secrets.words.subjects import LOCKS, LOST, RESERVE, ROMANCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# A code that consists of digits, such as that of a door.
_CODE = lazy(
    rb"(?i)code(?:[ \t]+(?!is\b|was\b)[a-z0-9'-]{1,16}){0,5}?"
    rb"[\"'`*_)]{0,3}[ \t]*+(?:[:=]|is\b|was\b|->)"
    rb"(?:[ \t]*+(?:now|set to|changed to|still))?[ \t]*+[\"'`*_(]{0,3}#?"
    rb"(?P<value>\d{4,8})(?![\w:/-]|[.,]\d)"
)
# What separates the codes of a list.
_BETWEEN = (
    rb"(?:[ \t,;/|\"'`>*-]|\r?\n|\d{1,2}[.)][ \t]|(?<=[ \t])(?:and|und|or)(?=[ \t]))"
    rb"{1,16}"
)
_OF_LOST = lazy(rb"s?[ \t]+d[ei][ \t]+(?:%b)" % b"|".join(LOST))
# Recovery codes, in the formats of several vendors. One without a hyphen has another
# below it or behind it. A further line may introduce them.
_CODES = lazy(
    rb"(?i)(?:recovery[ -]|(?:code|digo)s?\b|codici\b)[^\n]{0,90}?"
    rb"(?P<below>\r?\n[^\n:]{1,60}(?=:))?"
    rb"(?::|\bis\b|\bare\b|[ \t]|\r?\n)"
    rb"(?:[ \t\"'`>*\[-]|\r?\n|\d[.)][ \t]|```[a-z]{0,8}){0,12}"
    rb"(?P<value>(?:\d{6}-){7}\d{6}|(?:[A-Z0-9]{4}-){5}[A-Z0-9]{4}|[0-9a-z]{4,5}-[0-9a-z]{4,5}"
    rb"|\d{4}[ ]\d{4}|\d{8}|\d{6}(?=(?:[ \t,;]{1,3}|\r?\n[ \t]{0,8})\d{6}\b)"
    rb"|(?P<plain>(?=[a-z]{0,11}\d)[0-9a-z]{8,12})(?=%b[0-9a-z]{8,12}(?![\w-])))(?![\w-])"
    % _BETWEEN
)
# What follows one of them in their list, and one that consists of two groups.
_NEXT_CODE = lazy(
    _BETWEEN + rb"(?P<value>[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,6}){0,7})(?![\w-])"
)
_APART = lazy(_BETWEEN + rb"(?P<value>\d{4} \d{4})(?![\w-])")
# The secret of an authenticator app: 10, 15, 16, 20 or 32 bytes in base32, alone or in
# groups of four.
_GROUPS = lazy(
    rb"(?i:secret|key|seed)[^\n]{0,110}?[ \t:=\"'`]"
    rb"(?P<value>(?i:[a-z2-7]{4}(?: [a-z2-7]{4}){3,7})"
    rb"|[A-Z2-7]{16}(?:[A-Z2-7]{8}|[A-Z2-7]{10}|[A-Z2-7]{16}|[A-Z2-7]{36})?)"
    rb"(?![\w-])"
)
# An app password: four groups of four letters, as Google shows them.
_APP = lazy(
    rb"(?i)(?:pass(?:word|wort)?s?|pwd?)[^\n]{0,90}?[ \t:=\"'`(]"
    rb"(?P<value>[a-z]{4}([ -])[a-z]{4}\2[a-z]{4}\2[a-z]{4})(?![\w-])"
)
# The same as the whole value of a password.
_GROUPED = lazy(
    rb"(?i)pass(?:word|wort)?[\"']?[ \t]*[:=]?[ \t]*[\"']?"
    rb"(?P<value>[a-z]{4}([ -])[a-z]{4}\2[a-z]{4}\2[a-z]{4})[\"']?[ \t]*(?:\r?\n|\Z)"
)

# The key that unlocks a disk that BitLocker has encrypted: eight groups of six digits.
_OF_DISK = lazy(rb"[\s\S]{0,240}?(?<![\d-])(?P<value>(?:\d{6}-){7}\d{6})(?![\d-])")
# Sixteen random letters read less like words than this.
_RANDOM = 0.7
# The most codes of a list, and bytes behind the first one that the next one is in: one
# of the two has a figure.
_MOST = 20
_NEXT = 14


def find(text: Text) -> Iterator[Found]:
    """Every code and PIN, and every password in groups of letters."""
    data, low = text.data, text.low
    for at in text.places(b"pass"):
        if not low.startswith(b"code", at + 4):
            yield from _app_password(data, low, at)
    for at in text.places(b"pw"):
        yield from _app_password(data, low, at)
    for at in text.places(b"code"):
        yield from _code(text, at)
    for at in _reserves(text):
        yield from _reserve(data, at)
    yield from pins.find(text)
    for at in text.places(b"bitlocker"):
        yield from pins.figures(_OF_DISK, data, at)


def _app_password(data: bytes, low: bytes, at: int) -> Iterator[Found]:
    """What Google and Apple issue: four groups of four letters."""
    app = b"app" in low[max(0, at - 14) : at]
    match = (_APP if app else _GROUPED).match(data, at)
    value = match["value"] if match else b""
    if match and shapes.word_score(value) < _RANDOM and not fillers.is_filler(value):
        yield at, *match.span("value"), "prose-code"


def _code(text: Text, at: int) -> Iterator[Found]:
    left = text.low[max(0, at - 12) : at].rstrip(b" _-")
    if left.endswith(LOCKS) and has_digit(line_at(text.data, at, 160)):
        yield from pins.figures(_CODE, text.data, at)
    elif left.endswith(RESERVE):
        yield from _reserve(text.data, at)


def _reserves(text: Text) -> Iterator[int]:
    """Where recovery codes have another name."""
    low = text.low
    for noun in ROMANCE:
        for at in text.places(noun):
            if _OF_LOST.match(low, at + len(noun)):
                yield at
    for at in text.places(b"recovery"):
        if low.startswith(b" key", at + 8):
            yield at


def _reserve(data: bytes, at: int) -> Iterator[Found]:
    """A list of recovery codes, after their name."""
    match = _CODES.match(data, at) if has_digit(data[at : at + 120]) else None
    if match is None or (match["plain"] and not _has_another(match, data)):
        return
    if not has_digit(match["value"] + data[match.end() : match.end() + _NEXT]):
        return
    if not _is_drawn(match["value"]) or (match["below"] and not _is_mixed(match)):
        return
    form = _form(match["value"])
    pattern = _APART if b" " in match["value"] else _NEXT_CODE
    for _ in range(_MOST):
        if _is_drawn(match["value"]):
            yield at, *match.span("value"), "prose-code"
        match = pattern.match(data, match.end())
        if match is None or _form(match["value"]) != form:
            return


def _has_another(match: re.Match[bytes], data: bytes) -> bool:
    """Whether the next code of the list is as long: words mostly are not."""
    following = _NEXT_CODE.match(data, match.end())
    return following is not None and _form(following["value"]) == _form(match["value"])


def _is_mixed(match: re.Match[bytes]) -> bool:
    """Whether a group has both letters and figures: a date or a ticket has not."""
    return any(map(has_digit_and_letter, match["value"].split(b"-")))


def _form(value: bytes) -> list[int]:
    """The lengths of its groups."""
    return [len(group) for group in value.replace(b" ", b"-").split(b"-")]


def _is_drawn(value: bytes) -> bool:
    """Whether it is neither a sequence nor words."""
    return not fillers.is_count(value) and not any(
        group.isalpha() and shapes.word_score(group) > _RANDOM
        for group in value.split(b"-")
    )


def seed(data: bytes, at: int) -> Iterator[Found]:
    """The seed of one-time passwords, in groups of four as it is shown."""
    match = _GROUPS.match(data, at)
    if match is None:
        return
    value = match["value"].replace(b" ", b"")
    one_case = value.islower() or value.isupper()
    if one_case and has_digit(value) and shapes.word_score(value) < _RANDOM:
        yield at, *match.span("value"), "prose-code"
