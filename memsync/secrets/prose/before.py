"""A password or a token in front of the words that call it one.

`Xy!…  - that's the new NAS password`, `"…" is the key for billing`, `… (wifi
password)`, `use … as the password`
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose import called
from memsync.secrets.texts.glance import (
    BEFORE,
    has_digit,
    has_digit_and_letter,
    line_before,
)
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import CERTAIN, LIKELY, POSSIBLE, WEAK, certainty
from memsync.secrets.values.given import is_hex_key, is_token, may_be_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

# Words before a name that may be its value.
_WORDS = 14

# What may follow the name: the clause ends, or says what it opens.
_ENDS = lazy(
    rb"s?[\"'`*_)\]]{0,3}[ \t]*(?:[.,;!?)\r\n]|\Z|(?:for|of|on|in|at|to|from|there|here"
    rb"|and|but|until|when|now|btw|if|f\xc3\xbcr|vom|von|am|pour|du|de|del|per|para|do|da"
    rb"|-|\xe2\x80[\x93\x94]|field|box|slot|variable|setting|header|prompt|input|goes"
    rb"|go|pour|para)(?![\w:=]))"
)
# What joins a value to the name behind it: a verb, or a sign with or without one.
_VERB = (
    rb"(?:is|was|are|ist|war|lautet|est|es|\xc3\xa9|\xc3\xa8|jest|je|er|\xc3\xa4r)"
    rb"(?:[ \t]+(?:now|still|again|jetzt))?"
)
_THAT = rb"(?:that|this|it|which|what)(?:'?s|\xe2\x80\x99s|[ \t]is|[ \t]was)[ \t]+"
_PRONOUN = rb"(?:%b)?" % _THAT
_REST = rb"(?:[a-z0-9@._/'&\x80-\xff-]{1,24}[ \t]+){0,5}[\w-]{0,24}"
_SAYS = lazy(rb"(?i)[\"'`*_.)]{0,4}[ \t]+%b[ \t]+%b" % (_VERB, _REST))
_SIGNS = lazy(
    rb"(?i)[\"'`*_)]{0,3}[ \t]*(?:[,(]|--?>?|<--?|=>?|\#|//|\.{3}"
    rb"|\xe2\x80[\x93\x94\xa6]|\xe2\x86[\x90\x92])[ \t]*%b%b" % (_PRONOUN, _REST)
)
# Some words behind the value, and a clause that says what it is: `… out of the script,
# that's the token`.
_CLAUSE = lazy(
    rb"(?i)[\"'`*_)]{0,3}(?:[ \t]+[\w./'-]{1,20}){1,6}"
    rb"(?:[,;(.]|[ \t](?:-|\xe2\x80[\x93\x94]))[ \t]*%b%b" % (_THAT, _REST)
)
# Where it is to be put: `… into the token field`, `… where the token goes`.
_INTO = lazy(rb"(?i)[\"'`*_)]{0,3}[ \t]+(?:in(?:to)?|where)[ \t]+%b" % _REST)
# What it is used as, in other languages than English.
_AS = lazy(
    rb"(?i)[\"'`*_)]{0,3}(?:\xe2\x80[\x9c\x9d]|\xc2?\xbb)?[ \t]+"
    rb"(?:als|como|comme|come|jako|som|de|olarak)[ \t]+%b" % _REST
)
# A value in front of what it is used as.
_USED_AS = lazy(
    rb"(?i)\b(?:us(?:es?|ed|ing)|with|set|chose|took|typed?|enter|and|ha[sd]|have|left)"
    rb"[ \t]+"
    rb"[\"'`*_(]{0,3}"
    rb"(?P<value>[^\s\"'`<>]{6,128})[\"'`*_)]{0,3}"
    rb"(?:[ \t]+(?:baked in|hard-?coded|in (?:t?here|it)|t?here|in))?[ \t]+as[ \t]+"
    rb"(?:[a-z]+[ \t]+){0,3}\Z"
)

# `As the password for …`, but not `as the password hash`.
_AS_PASSWORD = lazy(
    rb"pass[a-z]{1,7}[\"'`*_)]{0,3}(?:[.,;:!?\r\n(]|\Z"
    rb"|[ \t]+(?:for|on|in|at|there|here|and|but|to|when|everywhere|until|of)\b)"
)

# Bytes before a name in which a value may be that is used as what it names.
_LEFT = 180

_STOPS = b".,;:)]}|*"
_PUNCTUATION = b"\"'`*_()[]{}<>.,;:"

# Words right before what somebody types.
_TYPED = frozenset(b"enter type put paste use try with using typed entered is".split())
# Characters of the shortest value, and the signs of code.
_SHORTEST = 6
_NO_CODE = bytes(c for c in range(256) if c not in b"\"'`<>*()")


def password(data: bytes, at: int, behind: int) -> tuple[int, int] | None:
    """Where the password is that the word from `at` to `behind` calls one."""
    return _find(data, at, behind, _is_password)


def certain(data: bytes, at: int) -> tuple[int, int] | None:
    """Where a word is, before `at` on its line, that can only be a password."""
    left = line_before(data, at)
    for begin, word, value in _words(left, BEFORE):
        before = (left[:begin].split()[-1:] or [b""])[0].lower()
        sure = certainty(value)
        said = before.rstrip(b":") in _TYPED or not (
            called.is_other(before) or called.may_be_another(value, left[:begin])
        )
        if sure >= CERTAIN or (sure >= POSSIBLE and said):
            place = at - len(left) + begin + word.find(value)
            return place, place + len(value)
    return None


def token(data: bytes, at: int, behind: int, *, sure: bool) -> tuple[int, int] | None:
    """Where the token is that the word from `at` to `behind` calls one.

    `sure`: it may be hexadecimal, which else may be a hash.
    """
    return _find(data, at, behind, _is_token_or_hex if sure else _is_token)


def used_as_password(data: bytes, low: bytes, at: int) -> tuple[int, int] | None:
    """Where the value is that is used as the password that the word at `at` names."""
    match = _used_as(data, at) if _AS_PASSWORD.match(low, at) else None
    value = match["value"].rstrip(_STOPS) if match else b""
    return (
        match.span("value")
        if match and b"**" not in value and may_be_password(value)
        else None
    )


def used_as_token(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the value is that is used as the token that the word at `at` names."""
    match = _used_as(data, at)
    return match.span("value") if match and is_token(match["value"]) else None


def _used_as(data: bytes, at: int) -> re.Match[bytes] | None:
    return _USED_AS.search(data, max(0, at - _LEFT), at)


def _find(
    data: bytes, at: int, behind: int, is_one: Callable[[bytes, bool, bool], bool]
) -> tuple[int, int] | None:
    left = line_before(data, at)
    if not (has_digit(left) and _ENDS.match(data, behind)):
        return None
    for begin, word, value in _words(left, _WORDS):
        first = begin + word.find(value)
        between = left[first + len(value) :]
        said = bool(_SAYS.fullmatch(between) or _AS.fullmatch(between))
        quoted = word[:1] in (b'"', b"'", b"`", b"*") and between[:1] == word[:1]
        if (
            said or any(each.fullmatch(between) for each in (_SIGNS, _CLAUSE, _INTO))
        ) and is_one(value, said, quoted):
            place = at - len(left) + first
            return place, place + len(value)
    return None


def _words(left: bytes, most: int) -> Iterator[tuple[int, bytes, bytes]]:
    """The last words that may be a secret, from the right: place, word and value."""
    words = left.split()
    # The first word may begin before what is read.
    if len(left) == BEFORE:
        words = words[1:]
    end = len(left)
    for word in reversed(words[-most:]):
        begin = left.rfind(word, 0, end)
        end = begin
        value = word.strip(_PUNCTUATION)
        if len(value) >= _SHORTEST and has_digit_and_letter(value):
            yield begin, word, value


def _is_password(value: bytes, said: bool, quoted: bool) -> bool:
    sure = certainty(value)
    return sure >= (WEAK if said else POSSIBLE if quoted else LIKELY)


def _is_token_or_hex(value: bytes, said: bool, quoted: bool) -> bool:
    return is_hex_key(value) or _is_token(value, said, quoted)


def _is_token(value: bytes, said: bool, quoted: bool) -> bool:
    return (
        value.isascii()
        # Code: `.format(value, key)`.
        and not value.translate(None, _NO_CODE)
        and is_token(value)
        and (said or quoted or not shapes.is_slug(value))
    )
