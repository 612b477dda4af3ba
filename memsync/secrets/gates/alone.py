"""A word that can only be a password, for the native search: see `prose.alone`."""

from __future__ import annotations

import re

from memsync.secrets.gates.values import with_both
from memsync.secrets.prose.alone import access, candidates, colons, phrases
from memsync.secrets.texts import mixed

_BLANK = rb"\x00-\x20\x7f-\xff"
_GAP = _BLANK + re.escape(mixed.SEPARATES)

# Characters of the word, its last one, and what may be behind it.
_ANY, _LAST = rb"[^%b]*" % _GAP, rb"[^%b*_.]" % _GAP
_ENDS = rb"(?:[%b]*(?:[%b]|$)|\.\.\.)" % (re.escape(candidates.STOPS), _BLANK)

_SIGN = rb"[%b]" % re.escape(mixed.SIGNS)

# Words that may be ones, by what is fast to look for: what precedes the first capital
# or figure may be anything.
KINDS = (
    rb"(?:[A-Z]%b[0-9]%b%b|[0-9]%b[A-Z])%b%b" % (_ANY, _ANY, _LAST, _ANY, _ANY, _ENDS),
    rb"[0-9]%b%b%b" % (_ANY, _SIGN, _ENDS),
)


def _in_order(*classes: bytes) -> bytes:
    return _ANY.join(classes)


_CAPITAL, _FIGURE, _SMALL = b"[A-Z]", b"[0-9]", b"[a-z]"
# Those among them: a word has a capital, a figure that is not its last character, and a
# small letter, …
MIXED = (
    rb"(?:(?:%b|%b)%b%b|(?:%b|%b|%b|%b)%b)%b"
    % (
        _in_order(_CAPITAL, _SMALL, _FIGURE),
        _in_order(_SMALL, _CAPITAL, _FIGURE),
        *(_ANY, _LAST),
        _in_order(_CAPITAL, _FIGURE, _SMALL),
        _in_order(_FIGURE, _CAPITAL, _SMALL),
        _in_order(_FIGURE, _SMALL, _CAPITAL),
        _in_order(_SMALL, _FIGURE, _CAPITAL),
        *(_ANY, _ENDS),
    ),
    # or small letters and figures with a sign behind them, …
    rb"(?:%b|%b)%b%b%b"
    % (
        _in_order(_SMALL, _FIGURE),
        _in_order(_FIGURE, _SMALL),
        *(_ANY, _SIGN, _ENDS),
    ),
)
WORDS = (
    *MIXED,
    # … or between them.
    rb"[a-z]{3}%b[a-z0-9]*[0-9]{2}%b" % (_SIGN, _ENDS),
)

# Words about logging in, and a word with a letter and a figure behind one of them.
SAID = b"|".join(
    re.escape(stem + more) for stem, goes_on in access.WORDS.items() for more in goes_on
)
GIVEN = (rb"(?i)(?:%b)[^\n={}<>\\]*[ \t\"'`*_(\[]%b" % (SAID, with_both(rb"\s")),)
# Words that hyphens join.
PHRASES = (rb"(?:%b-){3}[A-Za-z][a-z]{2}" % phrases.WORD,)
# A usual user with a password behind a colon.
USER_PAIRS = (
    rb"(?i)(?:%b)[^\s:/@]*[0-9]"
    % b"|".join(x for y in colons.NAMES.values() for x in y),
)
