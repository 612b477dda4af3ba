"""Lines that hold what some gates need, for the native search.

Such a gate follows each name to the end of its line, and together they take as long as
all others. So the search first looks for the lines that hold a name, and mostly a
figure, and for these gates only in them.
"""

from __future__ import annotations

from memsync.secrets.gates import sentences
from memsync.secrets.prose import names

_TO_END = rb"[^\n]*(?:\n|$)"
# Words for a password, and for passwords of words; words for logging in.
_PASSWORDS = rb"%b|pass[^\n]*(?:phrase| words)" % sentences.names_of(names.PASSWORDS)
_LOGINS = rb"%b|logging on|cred[ \t]*[:=]" % sentences.names_of(names.LOGINS)
_TOKENS = rb"token|secret|key|pat(?:\b|[0-9_])"

# Each kind of line, up to its end: a word for a password, and the line behind one that
# ends with it; another name and a figure, in any order; a number.
KINDS = (
    rb"(?i)(?:%b)%b" % (_PASSWORDS, _TO_END),
    rb"(?i)pw\r?\n",
    rb"(?i)(?:%b|%b)[^\n0-9]*[0-9]%b" % (_TOKENS, _LOGINS, _TO_END),
    rb"(?i)[0-9][^\n]*%b%b" % (sentences.NAME_OF_TOKEN, _TO_END),
    rb"(?i)(?:%b|passcode|door|gate|alarm|safe|garage|keypad|lockbox|unlock)"
    rb"[^\n]*(?:[0-9]{4}|[0-9]{2}[ -][0-9]{2}[ -])%b" % (sentences.NOUNS, _TO_END),
)

# The gates that match only within such a line.
GATES = frozenset(
    (
        *sentences.ON_LINE,
        *sentences.TOKENS,
        *sentences.LOGINS,
        *sentences.PHRASES,
        *sentences.NUMBERS,
        *sentences.LINE_FIGURES,
    )
)
