"""What the model judges, for the native search: see `model`."""

from __future__ import annotations

import re

from memsync.secrets.model import candidates, figures

_GAP = rb"\x00-\x20\x7f-\xff" + re.escape(candidates.SEPARATES)

# A word with letters and figures up to its end, so that each is reported once.
WORDS = (
    rb"(?:[A-Za-z][^%b]*[0-9]|[0-9][^%b]*[A-Za-z])[^%b]*(?:[%b]|$)" % ((_GAP,) * 4),
)
# Figures, and the lines that may hold some.
FIGURES = (rb"[0-9]{4}(?:[^0-9]|$)",)
LINES = rb"(?i)(?:%b)[^\n]*[0-9]{4}" % b"|".join(map(re.escape, figures.WORDS))
