"""Lines that hold what some gates need, for the native search.

Such a gate follows each name to the end of its line, and together they take as long as
all others. So the search first looks for the lines that hold a name, and mostly a
figure, and for these gates only in them.
"""

from __future__ import annotations

from memsync.secrets.gates import likely, sentences
from memsync.secrets.prose import names

_TO_END = rb"[^\n]*(?:\n|$)"
_PASSWORDS = sentences.names_of(names.PASSWORDS)
# Words for logging in, and for a token.
_LOGINS = rb"%b|logging on|cred" % sentences.names_of(names.LOGINS)
_TOKENS = rb"token|secret|key|pat(?:\b|[0-9_])"

# Each kind of line, up to its end.
KINDS = (
    # A name and a figure, in any order; a name may end the line above.
    rb"(?i)(?:%b|%b|%b)[^\n0-9]*[0-9]%b" % (_PASSWORDS, _TOKENS, _LOGINS, _TO_END),
    rb"(?i)[0-9][^\n]*(?:%b|%b)%b" % (_PASSWORDS, sentences.NAME_OF_TOKEN, _TO_END),
    rb"(?i)pw\r?\n",
    # What is called a password behind it.
    rb"(?i) (?:the|our|my|as) [^\n]{0,40}pass(?:word|phrase|code|wort|wd)" + _TO_END,
    # A number.
    rb"(?i)(?:%b|passcode|passkey|door|gate|alarm|safe|garage|keypad|lock|opens)"
    rb"[^\n]*(?:[0-9]{4}|[0-9]{2}[ -][0-9]{2}[ -])%b" % (sentences.NOUNS, _TO_END),
    # What the model judges.
    likely.LINES + _TO_END,
)

# The gates that match only within such a line.
GATES = frozenset(
    (
        *sentences.ON_LINE,
        *sentences.TOKENS,
        *sentences.LOGINS,
        sentences.IN_FRONT,
        *sentences.NUMBERS,
        *sentences.LINE_FIGURES,
        *likely.FIGURES,
    )
)
