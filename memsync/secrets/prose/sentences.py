"""The prose tier: passwords in sentences and lists."""

from __future__ import annotations

from itertools import pairwise

from memsync.lazy import lazy
from memsync.secrets.prose import misspelt
from memsync.secrets.texts.glance import (
    BEFORE,
    has_digit,
    has_digit_and_letter,
    line_at,
    line_before,
)
from memsync.secrets.values import shapes
from memsync.secrets.values.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found

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
    rb"[ \t]*[:=]?(?:[*_]{1,2}|</?[a-z]{1,8}>)?[ \t]*(?:<[a-z]{1,8}>)?"
    rb"(?P<q>[\"'`*_(]{0,3})(?P<value>[^\s\"'`<>]{5,128})" % misspelt.SPELT,
)
# What is used as something.
AS = lazy(
    rb"(?i)\b(?:us(?:es?|ed|ing)|with|set|chose|took|typed?|enter|and|ha[sd]|have|left)"
    rb"[ \t]+"
    rb"[\"'`*_(]{0,3}"
    rb"(?P<value>[^\s\"'`<>]{6,128})[\"'`*_)]{0,3}"
    rb"(?:[ \t]+(?:baked in|hard-?coded|in (?:t?here|it)|t?here|in))?[ \t]+as[ \t]+"
    rb"(?:[a-z]+[ \t]+){0,3}\Z"
)

# `As the password for …`, but not `as the password hash`.
_AS_ENDS = lazy(
    rb"pass[a-z]{1,7}[\"'`*_)]{0,3}(?:[.,;:!?\r\n(]|\Z"
    rb"|[ \t]+(?:for|on|in|at|there|here|and|but|to|when|everywhere|until|of)\b)"
)

# A passphrase with its words joined by one sign.
_PHRASE = lazy(
    rb"(?i)passphrase(?:[ \t]+[a-z]{1,12}){0,4}?[ \t]*"
    rb"(?::|=|[ \t](?:is|was)[ \t])[ \t]*[\"'`*_]{0,3}"
    rb"(?P<value>[a-z]{3,10}(?:[-_.][a-z]{3,10}){3,9})(?![\w/(-])"
)
_WORDS = lazy(rb"[a-z]+")

# Words of a sentence that tells where a passphrase is; random words have none.
_SAYS = frozenset(
    b"the your our see for from with and not vault file path key here ask use".split()
)


def find(text: Text) -> Iterator[Found]:
    """Every sentence that gives a password away."""
    if text.says_any(_NAMED) and text.may_hold("told passwords"):
        yield from _told_passwords(text)
    if text.says_any(_ENTERED) and text.may_hold("told logins"):
        yield from _logins(text)


def _places(
    text: Text, stem: bytes, goes_on: tuple[bytes, ...], gate: str
) -> list[int]:
    low, length = text.low, len(stem)
    places = text.places_before(stem, gate)
    if not places:
        return places
    return [at for at in places if low.startswith(goes_on, at + length)]


def _told_passwords(text: Text) -> Iterator[Found]:
    for stem in text.among(NAMES):
        for at in _places(text, stem, NAMES[stem], "told passwords"):
            # Two letters occur in base64 and in names of hosts, too.
            if stem == b"pw" and _goes_before(text.low, at):
                continue
            if stem == b"pwd" and _is_within(text.low, at):
                continue
            if text.low.endswith(_STORED, 0, at) or _is_other(text.low, at):
                continue
            span = _told(text.data, text.low, at) or _around(text, at)
            if span:
                from memsync.secrets.values.given import trim

                yield at, *trim(text.data, *span), "prose-password"


def _is_other(low: bytes, at: int) -> bool:
    """Whether it is another word that begins with the same letters, such as `passe`."""
    return low.startswith(b"passe ", at) and not low.endswith(_PASSE, 0, at)


def _goes_before(low: bytes, at: int) -> bool:
    before = low[at - 1 : at] if at else b""
    if before == b"/":
        return not low.endswith(_BOTH, 0, at)
    return before.isalnum() or before in (b".", b"+")


def _is_within(low: bytes, at: int) -> bool:
    """Whether three letters are in the middle of others, as in base64."""
    return low[max(0, at - 1) : at].isalnum() and low[at + 3 : at + 4].isalnum()


def _told(data: bytes, low: bytes, at: int) -> tuple[int, int] | None:
    """Where the password is whose name is at an offset."""
    if has_digit(line_at(data, at, 300)):
        match = _IS.match(data, at)
        if match and _gives_away(match) and (not match["loose"] or _drawn(match)):
            return match.span("value")
        left = low[max(0, at - 12) : at]
        used = left.endswith(_USES) or _behind_user(low, at)
        beside = not left or left.endswith(_BESIDE)
        from memsync.secrets.values.certainty import is_option

        match = _USED.match(data, at) if used or beside else None
        if match and _is_passed(low, at, match.end("value")):
            match = None
        if (
            match
            and not is_option(match["value"])
            and _gives_away(match)
            and (used or _drawn(match))
        ):
            return match.span("value")
        span = _strong_word(data, at)
        if span:
            return span
    if b" as " in low[max(0, at - 24) : at] and _AS_ENDS.match(low, at):
        match = AS.search(data, max(0, at - LEFT), at)
        if match and _gives_away(match):
            return match.span("value")
    if low.startswith(b"phrase", at + 4):
        match = _PHRASE.match(data, at)
        if match and _SAYS.isdisjoint(_WORDS.findall(match["value"].lower())):
            return match.span("value")
    return None


def _around(text: Text, at: int) -> tuple[int, int] | None:
    """Where the password is some words before or behind its name."""
    if not has_digit(text.low[max(0, at - BEFORE) : at + BEFORE + LEFT]):
        return None
    from memsync.secrets.prose import around

    return around.password(text, at)


def _behind_user(low: bytes, at: int) -> bool:
    """Whether a user is named right before: `user ann, pass …`."""
    words = line_before(low, at, 48).split()
    words = words[:-1] if words[-1:] in ([b"and"], [b"/"], [b"with"]) else words
    return len(words) >= 2 and words[-2].strip(b":=,-*") in _USERS


def _is_passed(low: bytes, at: int, end: int) -> bool:
    """Whether `pass` is the verb of an instruction: ``pass `depth2` to it``."""
    behind = low[end : end + 12].lstrip(b"\"'`*_")
    return low.startswith(b"pass ", at) and behind.startswith(_WHERETO)


def _strong_word(data: bytes, at: int) -> tuple[int, int] | None:
    """The first word after a name that can only be a password."""
    from memsync.secrets.values.certainty import must_be_password
    from memsync.secrets.values.given import is_typed

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


def _drawn(match: re.Match[bytes]) -> bool:
    from memsync.secrets.values.given import stands_out

    return stands_out(match["value"].rstrip(b".,;:)]}|*"))


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

# Words for a password: a stem, and how it goes on.
NAMES = {
    b"pass": (
        b"word",
        b"wd",
        b"phrase",
        b"code",
        b"wort",
        b"ord",
        b"e :",
        b"e:",
        b"e=",
        b"e est ",
        b"e d",
        b"e pour ",
        b"e ",
        b":*",
        b" ",
        *misspelt.AFTER_PASS,
    ),
    **misspelt.OTHERS,
    b"pwd": (b"",),
    b"pw": (
        *(b":", b" is ", b" =", b"=", b" on ", b" for ", b" of ", b" to ", b" "),
        *(b")", b".", b",", b"\n", b"\r"),
    ),
    b"contrase": (b"\xc3\xb1a", b"na", b"nya"),
    b"senha": (b"",),
    b"psk": (b" ",),
    b"kennwort": (b"",),
    b"wachtwoord": (b"",),
}

# What precedes `pw` where a user and a password follow.
_BOTH = (b"id/", b"user/", b"login/", b"name/", b"mail/", b"account/")

# What precedes `passe` in French and in Portuguese.
_PASSE = (b"de ", b"de_", b"de-", b"palavra-", b"palavra ")

# Before `password`, these name what is stored instead of it.
_STORED = (b"encoded", b"encoded_", b"hashed", b"hashed_", b"hashed-")

# Words for logging in: a stem, and how it goes on.
LOGINS = {
    b"log": (b"in", b" in", b"-in", b"on", b" on", b"ged in", b"ged on", b"ging in"),
    b"cred": (b"s", b"entials"),
    b"account": (b"",),
    b"auth": (b" ", b":"),
}

_NAMED, _ENTERED = frozenset(NAMES), frozenset(LOGINS)

# Bytes and words after a name in which a strong word is its password.
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

# Bytes before `password` in which a sentence may give it: `use … as the password`.
LEFT = 180


def _logins(text: Text) -> Iterator[Found]:
    for stem in text.among(LOGINS):
        for at in _places(text, stem, LOGINS[stem], "told logins"):
            if has_digit(line_at(text.data, at)):
                from memsync.secrets.prose.logins import find as find_pair

                yield from find_pair(text, at, stem)


def _gives_away(match: re.Match[bytes]) -> bool:
    value = match["value"].rstrip(b".,;:)]}|*")
    before = match[0][: match.start("value") - match.start()].rstrip()
    return (
        len(value) >= 6
        # `len(user.password) == size` is code; a password would be in quotes.
        and not before.endswith((b"==", b"!="))
        and b"**" not in value
        and not not_secret(value)
        and shapes.looks_like_password(value)
        and has_digit_and_letter(value)
    )
