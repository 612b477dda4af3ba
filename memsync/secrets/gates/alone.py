"""A word that can only be a password, for the native search: see `prose.alone`."""

from __future__ import annotations

import re

from memsync.secrets.prose.alone import candidates
from memsync.secrets.texts import mixed

_BLANK = rb"\x00-\x20\x7f-\xff"
_GAP = _BLANK + re.escape(mixed.SEPARATES)

# Characters of the word, its last one, and what may be around it.
_ANY, _LAST = rb"[^%b]*" % _GAP, rb"[^%b*_.]" % _GAP
_BEGINS = rb"(?:^|[%b])[%b]*" % (_BLANK, re.escape(candidates.OPENS))
_ENDS = rb"[%b]*(?:[%b]|$)" % (re.escape(candidates.STOPS), _BLANK)

# A capital; a figure, which is not the last character; a sign, which may be the last
# one unless it is for emphasis; and a figure with another one, or with a letter
# somewhere behind it.
_CAPITAL, _FIGURE = rb"[A-Z]", rb"[0-9]%b%b" % (_ANY, _LAST)
_SIGN, _SIGN_LAST = rb"[!#$%&*=?@^~]", rb"(?:[!#$%%&=?@^~]|\*%b%b)" % (_ANY, _LAST)
_INNER = rb"[0-9](?:[0-9]|%b[A-Za-z])" % _ANY

# A word has a capital, a figure, and a sign or more behind the figure.
_ORDERS = (
    (_CAPITAL, _INNER),
    (rb"[0-9]", _CAPITAL),
    (_CAPITAL, rb"[0-9]", _SIGN_LAST),
    (_CAPITAL, _SIGN, _FIGURE),
    (_SIGN, _CAPITAL, _FIGURE),
)

WORDS = (
    _BEGINS
    + _ANY
    + rb"(?:%b)" % b"|".join(_ANY.join(order) for order in _ORDERS)
    + _ANY
    + _ENDS,
)
