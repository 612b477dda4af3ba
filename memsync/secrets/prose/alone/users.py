"""A user in front of a word: a mail address, a usual name, or what a label calls one.

What follows one of them and can hardly be anything else is the user's password, whether
a sentence says so or not: `netflix: ann@acme.com …`, `mongo root …`, `user ann …`.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.accounts import NO_WORDS
from memsync.secrets.values.certainty import CERTAIN, LIKELY
from memsync.secrets.values.drawn import is_drawn
from memsync.secrets.values.given import is_only_chosen, may_be_name

# Bytes right before a word that are read.
_REACH = 110
# Characters of the longest password with signs: a longer one may be a digest in base64.
_LONGEST_WITH_SIGNS = 24

_MAIL = rb"[\w.+-]{1,40}@[\w-]{1,30}(?:\.[\w-]{1,20}){1,4}"
_NAMED = rb"(?:\.?\\{1,2})?(?:%b)" % b"|".join(NO_WORDS)
_LABELLED = (
    rb"(?:(?:user(?: ?name)?|login|account)[:=]?[ \t]+|(?:u|un|usr)[:=][ \t]*)"
    rb"[\w.@\\-]{2,40}"
)
# Both labels shortened: `u: ann, p: …`, `u/p ann …`.
_SHORT = lazy(
    rb"(?i)(?:\A|[\s(,;])(?:u(?:n|sr|ser)?[:=]?[ \t]{1,4}[\w.@\\-]{2,40}[\s,;/|]{1,4}"
    rb"p[:=]?[ \t]{1,4}|u/p:?[ \t]{1,4}[\w.@\\-]{2,40}[ \t,/]{1,4})[\"'`]?\Z"
)
# A line of a file that holds nothing but secrets, up to the password: of a client of
# PPP, a mount of WebDAV, and of IPsec; and what may be behind the password.
_OF_FILE = lazy(
    rb"[ \t]*[\"']?[\w.@*\\-]{1,40}[\"']?[ \t]+\*[ \t]+[\"']?\Z"
    rb"|[ \t]*https?://\S+[ \t]+[\w.@-]{2,40}[ \t]+[\"']?\Z"
    rb"|[\w.@% -]{0,60}:[ \t]*(?:EAP|XAUTH|NTLM)[ \t]+(?:[\w.@-]+[ \t]+)?[\"']\Z"
)
_FILE_ENDS = lazy(rb"[\"']?(?:[ \t]+(?:\*|[\d./:-]+))*[ \t\r]*\Z")
# Columns without a heading: what it is, its address, and the user.
_COLUMNS = lazy(
    rb"\S[^\n]{0,60}?(?:[ \t]{2,}|\t)"
    rb"(?:https?://[^\s/]{3,80}/?|\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?"
    rb"|[\w-]{1,40}(?:\.[\w-]{2,20}){1,4}(?::\d{2,5})?)(?:[ \t]{2,}|\t)[ \t]{0,40}"
    rb"[\w.@\\-]{2,40}(?:[ \t]{2,}|\t)\Z"
)
_GAPS = (b"  ", b"\t")
# Who somebody is there: `you go in as ann (…)`.
_AS = (
    rb"(?:in|on|into|connect|authenticate|ssh|log[io]ns?|access)[ \t]+as[ \t]+"
    rb"[\"'`*]{0,2}[\w.@\\-]{2,40}"
)
_OPENS = rb"(?:\A|(?<=[\s:,;(>\"'`*]))[\"'`*<]{0,2}"
_CLOSES = rb"[\"'`*>]{0,2}"
# What may be between a user and a password.
_JOINS = (
    rb"(?:[ \t]*[,;/|+][ \t]*|[ \t]+(?:(?:->|=>|\xe2\x86\x92|-|and|then|with)[ \t]+)?)"
)
_USER = lazy(
    rb"(?i)%b(?:(?P<mail>%b)|%b|%b|%b)%b%b[\"'`*(]{0,2}\Z"
    % (_OPENS, _MAIL, _NAMED, _LABELLED, _AS, _CLOSES, _JOINS)
)
_WORD_WORD = lazy(rb"[A-Z][a-z]{2,12}[-_+&][a-z]{3,12}[-_+&]?\d{2,4}[!?]?")
# A sign between a user and a password; a usual user needs none.
_JOINED = lazy(
    rb"(?i)(?:[,;/|+(]|->|=>|\xe2\x86\x92| -|\b(?:and|with|root|administrator))[ \t]*"
    rb"[\"'`*(]{0,2}\Z"
)
# A user with nothing else on the line, apart from who says it or a label.
_ALONE = lazy(
    rb"(?i)\s*(?:\[[^\]\n]{1,30}\][ \t]*)?(?:[\w .-]{1,24}:[ \t]*){0,2}"
    rb"[\"'`*>-]{0,3}[ \t]*(?:%b|%b|%b)[\"'`*]{0,2}[ \t\r]*\Z"
    % (_MAIL, _NAMED, _LABELLED)
)
# What a clause ends with.
_ENDS = lazy(rb"[\"'`*)\]]{0,3}(?:[.,;!?]?(?:\s|\Z)|[ \t]+[(#-])")
# Signs of code, where a name may be anything.
_CODE = lazy(rb"[={}<>\\$]|\w\(|//|->")


def is_behind(before: bytes, behind: bytes) -> bool:
    """Whether a user is right before a word that ends a clause, and all is no code."""
    if not _ENDS.match(behind):
        return False
    user = _USER.search(before[-_REACH:])
    return user is not None and not _CODE.search(before[: user.start()] + behind)


def is_entry(before: bytes, behind: bytes) -> bool:
    """Whether labels, or the form of a line, say that a word is a user's password."""
    return _SHORT.search(before[-_REACH:]) is not None or (
        _FILE_ENDS.match(behind) is not None and _OF_FILE.match(before) is not None
    )


def is_in_columns(before: bytes, value: bytes) -> bool:
    """Whether an address and a user precede a word, in columns, that is no name."""
    return (
        before.endswith(_GAPS)
        and not may_be_name(value)
        and _COLUMNS.match(before) is not None
    )


def may_have(value: bytes, known: int) -> bool:
    """Whether a word can hardly be anything but the user's password.

    `known` is its `certainty`.
    """
    if not value.isalnum() and len(value) > _LONGEST_WITH_SIGNS:
        return False
    return known >= CERTAIN or (known >= LIKELY and is_drawn(value))


def is_two_words(value: bytes) -> bool:
    """Whether it has the form of `Word-word-12`, which few names have."""
    return _WORD_WORD.fullmatch(value) is not None


def may_have_chosen(before: bytes, value: bytes) -> bool:
    """Whether the user may have made it up: `ann@acme.com / Word-word-12`."""
    return (is_only_chosen(value) or not may_be_name(value)) and _JOINED.search(
        before[-_REACH:]
    ) is not None


def is_above(above: bytes) -> bool:
    """Whether the line above has a user, and nothing else."""
    return _ALONE.match(above.rstrip(b"\r\n").rpartition(b"\n")[2]) is not None
