"""Lines that hold what some gates need, for the native search.

Such a gate follows each name to the end of its line, and takes a tenth of the time of
the whole search. So the search first looks for the few lines that hold a name and a
value, and for these gates only in them.
"""

from __future__ import annotations

from memsync.secrets.gates import sentences

# Each kind of line, up to its end: a token behind its name, and a number.
KINDS = (
    rb"(?i)%b[^\n]*%b[^\n]*(?:\n|$)" % (sentences.TOKEN_NAME, sentences.LONG),
    rb"(?i)(?:%b|passcode|door|gate|alarm|safe|garage|keypad|lockbox|unlock)"
    rb"[^\n]*(?:[0-9]{4}|[0-9]{2}[ -][0-9]{2}[ -])[^\n]*(?:\n|$)" % sentences.NOUNS,
)

# The gates that match only within such a line.
GATES = frozenset((*sentences.BEHIND, *sentences.NUMBERS, *sentences.LINE_FIGURES))
