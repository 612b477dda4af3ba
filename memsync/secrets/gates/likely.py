"""What the model judges, for the native search: see `model`."""

from __future__ import annotations

import re

from memsync.secrets.model import candidates, clues, figures

_GAP = rb"\x00-\x20\x7f-\xff" + re.escape(candidates.SEPARATES)

_REST = rb"[^%b]*(?:[%b]|$)" % (_GAP, _GAP)
_SIGN = b"[%b]" % re.escape(candidates.SIGNS)
# A word with letters and figures up to its end, so that each is reported once; one with
# a sign, and words that are joined.
WORDS = (
    rb"(?:[A-Za-z][^%b]*[0-9]|[0-9][^%b]*[A-Za-z])" % (_GAP, _GAP) + _REST,
    rb"[A-Za-z]%b[A-Za-z]" % _SIGN + _REST,
    rb"[A-Za-z]{3}[-.][A-Za-z]{2}[^%b]*[-.][A-Za-z]{2}" % _GAP + _REST,
)
# What stands near a passphrase.
PHRASES = (
    rb"(?i)%b|%b|%b[%b]"
    % (
        b"|".join(map(re.escape, clues.WORDS)),
        *(clues.OWN, clues.PASS, clues.BEHIND_PASS),
    ),
)
# Figures, and the lines that may hold some.
FIGURES = (rb"[0-9]{4}(?:[^0-9]|$)",)
LINES = rb"(?i)(?:%b)[^\n]*[0-9]{4}" % b"|".join(map(re.escape, figures.WORDS))
