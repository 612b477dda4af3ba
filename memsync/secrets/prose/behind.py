"""A password right behind its name, in the same clause.

`the staging password is …`, `use password …`, `user ann, pass …`
"""

from __future__ import annotations

from itertools import pairwise

from memsync.lazy import lazy
from memsync.secrets.prose.names import MISSPELT
from memsync.secrets.texts.glance import has_digit, line_at, line_before
from memsync.secrets.values import figures, shapes
from memsync.secrets.values.certainty import is_option, must_be_password
from memsync.secrets.values.given import is_typed, may_be_password, stands_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

# The name, some words of the sentence, and the verb or the sign that gives the value.
_IS = lazy(
    rb"(?i)(?:pass(?:word|phrase|code|wd|wort|ord(?:et)?|e)|pwd|pw|contrase(?:\xc3\xb1|n)a|senha"
    rb"|kennwort|wachtwoord|%b)s?"
    rb"[\"'`*_)]{0,3}"
    rb"(?:[ \t]+(?!is\b|was\b|hash|algorithm|polic|manager)"
    rb"[a-z0-9@._/'`*\x80-\xff-]{1,30},?){0,6}?[ \t]*"
    rb"(?:(?<![A-Za-z])(?:is|was|be|are|to|becomes?|equals|now|ist|lautet|est|es|er|\xc3[\xa8\xa9])"
    rb"(?:[ \t]+(?:now|currently|still|always|simply|just|been|jetzt|nun))?"
    rb"(?:[ \t]+(?:re)?(?:set|changed|rotated|updated)[ \t]+to)?"
    rb"|=>?|:|->|\xe2\x86\x92|(?P<loose>[ \t](?:-|~|\xe2\x80[\x93\x94])(?=[ \t])))"
    rb"[ \t]*+[:=]?(?:[*_]{1,2}|</?[a-z]{1,8}>)?[ \t]*+(?:<[a-z]{1,8}>)?"
    rb"(?P<uuid>(?:(?:the|a|this)[ \t])?(?:uu|gu)id[ \t:]{1,3})?"
    rb"(?P<q>[\"'`*_(]{0,3})(?P<value>[^\s\"'`<>]{5,128})" % MISSPELT,
)
_SETTING = lazy(rb"\s[a-z]+(?:_[a-z]+)+=[\"']?\Z")
# "use password …", "enter …": the value follows without a verb.
_USED = lazy(
    rb"(?i)pass(?:word|code|phrase|wort)?[ \t]+[\"'`*_(]{0,3}"
    rb"(?P<value>[^\s\"'`<>]{6,128})"
)
_USES = (b"use ", b"using ", b"with ", b"enter ", b"type ", b"the ")

# What may precede `password` if the value follows at once.
_BESIDE = (
    *(b", ", b"and ", b"/ ", b"(", b"\n", b"- ", b"* ", b"temporary ", b"initial "),
    *(b"default ", b"new ", b"old ", b"admin ", b"root ", b"shared ", b"sudo "),
)

# Bytes and words after a name in which a word that must be one is its password.
_NEAR, _WORDS_NEAR = 100, 9

# Punctuation around a word.
_PUNCTUATION = b"\"'`*_()[]{}<>.,;:"
# Nouns after which the value may follow at once.
_WHOLE = frozenset(
    b"password passwords passphrase passcode passwd passwort pwd pw psk".split()
)
# Words after which a sentence goes on without giving a value.
_WHERETO = (b" to ", b" as ", b" in ", b" into ", b" for ", b" if ", b" when ", b" or ")

# After `password`, these precede what somebody is to type.
_VERBS = frozenset((b"type", b"enter", b"use", b"try", b"it's", b"a:"))

_USERS = frozenset((b"user", b"username", b"login", b"account"))
# Bytes of the line of a name that may hold its value.
_LINE = 300
# Punctuation behind a value.
_STOPS = b".,;:)]}|*"


def password(data: bytes, low: bytes, at: int) -> tuple[int, int] | None:
    """Where the password is that follows its name, which is at an offset."""
    if not has_digit(line_at(data, at, _LINE)):
        return None
    match = _IS.match(data, at)
    if match and match["uuid"] and shapes.is_uuid(match["value"].rstrip(_STOPS)):
        return match.span("value")
    if (
        match
        and _gives_away(match)
        and (not match["loose"] or stands_out(match["value"].rstrip(_STOPS)))
    ):
        return match.span("value")
    return _beside(data, low, at) or _first_certain(data, at)


def _gives_away(match: re.Match[bytes]) -> bool:
    """Whether what follows a name is a password, and not compared with it in code."""
    value = match["value"].rstrip(_STOPS)
    before = match[0][: match.start("value") - match.start()].rstrip()
    return (
        # `len(user.password) == size` is code; a password would be in quotes.
        not before.endswith((b"==", b"!="))
        and b"**" not in value
        # Another setting behind it: `password=$PASSWORD application_name=…`.
        and not _SETTING.search(before)
        and (may_be_password(value) or _is_number(match, value))
    )


def _is_number(match: re.Match[bytes], value: bytes) -> bool:
    """Whether figures follow the name of one password: several are counted."""
    name = match[0].partition(b" ")[0].rstrip(b"\"'`*_):=")
    return figures.are_drawn(value) and not name.lower().endswith(b"s")


def _beside(data: bytes, low: bytes, at: int) -> tuple[int, int] | None:
    """Where a password is that no verb separates from its name: `use password …`."""
    left = low[max(0, at - 12) : at]
    used = left.endswith(_USES) or _behind_user(low, at)
    if not (used or not left or left.endswith(_BESIDE)):
        return None
    match = _USED.match(data, at)
    if (
        match
        and not _is_passed(low, at, match.end("value"))
        and not is_option(match["value"])
        and _gives_away(match)
        and (used or stands_out(match["value"].rstrip(_STOPS)))
    ):
        return match.span("value")
    return None


def _behind_user(low: bytes, at: int) -> bool:
    """Whether a user is named right before: `user ann, pass …`."""
    words = line_before(low, at, 48).split()
    words = words[:-1] if words[-1:] in ([b"and"], [b"/"], [b"with"]) else words
    return len(words) >= 2 and words[-2].strip(b":=,-*") in _USERS


def _is_passed(low: bytes, at: int, end: int) -> bool:
    """Whether `pass` is the verb of an instruction: ``pass `depth2` to it``."""
    behind = low[end : end + 12].lstrip(b"\"'`*_")
    return low.startswith(b"pass ", at) and behind.startswith(_WHERETO)


def _first_certain(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the first word after a name is that can only be a password."""
    words = line_at(data, at, _NEAR).split()[:_WORDS_NEAR]
    if words[0].strip(_PUNCTUATION + b"?").lower() not in _WHOLE:
        return None
    for before, word in pairwise(words):
        value = word.strip(_PUNCTUATION)
        if word.startswith(b"--"):
            break
        # A name in code, such as a call's argument.
        if word.startswith(b"__"):
            continue
        if must_be_password(value) or (before.lower() in _VERBS and is_typed(value)):
            start = data.find(value, at)
            return start, start + len(value)
    return None
