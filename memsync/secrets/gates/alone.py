"""A word that can only be a password, for the native search: see `prose.alone`."""

from __future__ import annotations

import re

from memsync.secrets.prose.alone import candidates
from memsync.secrets.texts import mixed

_BLANK = rb"\x00-\x20\x7f-\xff"
_GAP = _BLANK + re.escape(mixed.SEPARATES)

# Characters of the word, its last one, and what may be behind it.
_ANY, _LAST = rb"[^%b]*" % _GAP, rb"[^%b*_.]" % _GAP
_ENDS = rb"[%b]*(?:[%b]|$)" % (re.escape(candidates.STOPS), _BLANK)

_SIGN = rb"[%b]" % re.escape(mixed.SIGNS)

# A word has a capital and a figure; a figure behind the capital is not the last one.
# What precedes the word is checked later: with it, the search takes twice as long.
MIXED = (
    rb"(?:[A-Z]%b[0-9]%b%b|[0-9]%b[A-Z])%b%b" % (_ANY, _ANY, _LAST, _ANY, _ANY, _ENDS),
    # Or small letters and figures with a sign behind them, …
    rb"[0-9]%b%b%b" % (_ANY, _SIGN, _ENDS),
)
WORDS = (
    *MIXED,
    # … or between them.
    rb"[a-z]{3}%b[a-z0-9]*[0-9]{2}%b" % (_SIGN, _ENDS),
)
