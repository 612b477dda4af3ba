"""A keyword with its value, for the native search: see `tiers.context`."""

from __future__ import annotations

from memsync.secrets.gates.values import BARE, with_one
from memsync.secrets.tiers import context
from memsync.secrets.values import noise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# What may stand between a name and its value, with blanks and without.
_SIGNS = rb"\"'`\])*>}\\:?|+!~=<,({\["
_GAP = rb"[ \t%b.-]" % _SIGNS
_SIGN = rb"[%b.-]" % _SIGNS
# Words of a type or of grammar that may be there.
_GAP_WORD = rb"(?:is|was|string|str|text|bytes|any|hex|base64|raw|[bruf@]|\#?\d{1,2})"
_WORDS = rb"(?:%b+%b)*" % (_GAP, _GAP_WORD)

# What may separate a name from its value; after a comma it is in quotes or brackets.
_OPERATOR = rb"(?:[=:|>]|<-|(?:is|was)[ \t]|,[ \t]*[bruf@\\]?[\"'`(<\[{*])"
_JOINED = rb"%b*%b%b*(?:%b)?[bruf@]?%b*" % (
    _GAP,
    _OPERATOR,
    _GAP,
    context.CONVERTED.partition(b"(?=")[0] + b")",
    _GAP,
)

# The fewest characters of a password; of a token; and of one without a sign before it.
_SHORT, _LONG, _LONGEST = 6, 10, 16
# Those of a drawn value that may have any sign (`context._drawn_end`).
_DRAWN = noise.SHORTEST
_ANY_LONG = rb"(?:[^%b]{%d}|\S{%d})" % (BARE, _LONG, _DRAWN)
_ANY_LONGEST = rb"[^%b]{%d}" % (BARE, _LONGEST)
# A password has a digit or a sign, or is long, or has a capital behind a small letter.
_PASSWORD = rb"(?:%b|[\w.,:/-]*[^\s\"'`<>\w.,:/-]|%b|(?-i:[A-Za-z]{0,8}[a-z][A-Z]))" % (
    with_one(_SHORT),
    _ANY_LONG,
)
# In XML the value may be on the next line.
_BELOW = rb">[ \t]*[\r\n\v\f]"

# With it a name is an option, and a blank joins it to its value. A prefix of any length
# would cost the search as much as all keywords.
_OPTION = rb"--[\w.-]{0,46}"
# Beside these words a key is a password.
_RADIO = rb"(?:wi-?fi|wlan|wpa)[^\n]*"

# What follows the name of a token.
_TOKEN = b"|".join(
    (
        rb"%b*%b%b*%b" % (_GAP, _SIGN, _GAP, with_one(_LONG)),
        rb"%b(?:%b|%b)" % (_JOINED, with_one(_LONG), _ANY_LONG),
        rb"%b+(?:%b|%b)" % (_GAP, with_one(_LONGEST), _ANY_LONGEST),
        rb"%b*%b" % (_GAP, _BELOW),
    )
)


def gates(stem: bytes) -> tuple[bytes, ...]:
    """Names that have the stem, and a value after them."""
    if stem == b"api":
        found = [*_api()]
    elif stem in context.PASSWORDS:
        found = [_password(stem), _OPTION + _beside(stem, _PASSWORD)]
        if stem == b"psk":
            found.append(_beside(stem, _PASSWORD))
    else:
        found = [rb"%b%b(?:%b)" % (_name(stem), _WORDS, _TOKEN)]
        found.append(_OPTION + _beside(stem, _ANY_LONG))
        if stem == b"key":
            found.append(_RADIO + _password(stem))
    return tuple(b"(?i)" + one for one in found)


def _name(stem: bytes) -> bytes:
    """A stem and the rest of its name."""
    opens = b"|".join((rb"[0-9_.-]", *context.goes_on(stem)))
    return rb"%b(?:(?:%b)[\w.-]*)?" % (stem, opens)


def _password(stem: bytes) -> bytes:
    after = rb"%b%b|%b*%b" % (_JOINED, _PASSWORD, _GAP, _BELOW)
    return rb"%b%b(?:%b)" % (_name(stem), _WORDS, after)


def _beside(stem: bytes, value: bytes) -> bytes:
    return rb"%b%b%b+%b" % (_name(stem), _WORDS, _GAP, value)


def _api() -> Iterator[bytes]:
    """The same where the word ends the name: no dot or hyphen follows it."""
    gap = rb"%b?%b%b*[bruf@]?%b*" % (_GAP_WORD, _WORDS, _GAP, _GAP)
    yield rb"api(?:->|[%b])%b%b" % (_SIGNS, gap, with_one(_LONG))
    yield rb"api(?:->|[=:|>])%b%b" % (gap, _ANY_LONG)
    yield rb"api[ \t]%b(?:%b|%b)" % (gap, with_one(_LONGEST), _ANY_LONGEST)
    yield rb"api(?:->|[ \t%b])%b?%b(?:%b)" % (_SIGNS, _GAP_WORD, _WORDS, _TOKEN)
    yield _OPTION + rb"api[ \t]%b%b" % (gap, _ANY_LONG)
    yield rb"api" + _BELOW
