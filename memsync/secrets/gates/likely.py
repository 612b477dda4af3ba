"""A word with letters and figures, for the native search: see `model.candidates`."""

from __future__ import annotations

import re

from memsync.secrets.model import candidates

_GAP = rb"\x00-\x20\x7f-\xff" + re.escape(candidates.SEPARATES)

# Up to the end of the word, so that each word is reported once.
WORDS = (
    rb"(?:[A-Za-z][^%b]*[0-9]|[0-9][^%b]*[A-Za-z])[^%b]*(?:[%b]|$)" % ((_GAP,) * 4),
)
