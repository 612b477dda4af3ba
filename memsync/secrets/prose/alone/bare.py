"""A word with nothing else on its line but a label, or who says it.

`- nas: …`, `[14:03] ann: …`: it is a password if a line beside it is about access.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose import called
from memsync.secrets.prose.alone.access import is_about_login
from memsync.secrets.prose.alone.entered import NAMED
from memsync.secrets.values.certainty import LIKELY
from memsync.secrets.values.given import is_of_code, is_only_chosen, may_be_name

# When something was said, and who said it, in a chat or in questions and answers, with
# up to three words before the password: `[14:03] ann: try this: `.
_TIME = rb"(?:\[[\d:, /T.apAPmM-]{4,24}\] *|\d{1,2}:\d\d(?::\d\d)? *)?"
_WHO = (
    rb"(?:\*{0,2}<?[\w.@-]{1,24}(?: [\w.@-]{1,24})?(?: \d{1,2}:\d\d)?"
    rb"(?:>|\*{0,2}:\*{0,2}) +)(?:[A-Za-z']{1,10}:? ){0,3}"
)
# A user before the password: `ann / `.
_USER = rb"(?:[\w.@+\\-]{2,40}(?: /| ->| \xe2\x86\x92| then) )?"
_DASH = rb"(?:\xe2\x80[\x93-\x95] *)?"
_SPEAKER = lazy(_DASH + rb"(?:%b%b)?%b%b" % (_TIME, _WHO, _TIME, _USER))
# Marks of lists, quotes and emphasis.
_MARKS = b" \t\r>*+`_-"
_MARKS_BEHIND = _MARKS + b".,!"
# A line that asks somebody for something.
_ASKS = lazy(
    rb"\?|\b(?:send|give|tell|share|need|remind|forgot|whats?|how|paste|post|dm|know)\b"
)

# An entry of a list: its mark, its label, and what separates that from the value; or a
# label with dots or blanks behind it, as in a column.
_LABEL = lazy(
    rb"[ \t>]{0,8}(?:(?:[-*+]|\xe2\x80\xa2|\d{1,2}[.)]) +[A-Za-z][\w@.',: -]{1,40}?"
    rb"(?:[:=,] *| (?:-|->|/|\xe2\x80[\x93\x94]|\xe2\x86\x92) | +)"
    rb"|[A-Za-z][\w@' -]{1,40}?(?: ?\.[ .]{2,60}|  +))[`*]{0,3}"
)
# Bytes of a line above that is read in part, and too many blank lines.
_LONG_LINE, _GAP = 160, lazy(rb"\n[ \t\r]*\n[ \t\r]*\n[ \t\r]*\Z")
# How the last line of a block of base64 ends.
_PADS = (b"=", b"IDAQAB")
# A line above that is base64 as well, or says that a program made this up.
_SHOWN = lazy(rb"[\w+/]{40}[ \t\r\n]*\Z|generat|\b(?:foo|example)\b")


def is_alone(before: bytes, behind: bytes) -> bool:
    """Whether a line has nothing but the word, who says it, and its user."""
    if behind.strip(_MARKS_BEHIND):
        return False
    said = before.lstrip(_MARKS)
    return not said or _SPEAKER.fullmatch(said) is not None


def is_entry(before: bytes, behind: bytes) -> bool:
    """Whether a line has nothing but the word and its label, as lists have them."""
    return not behind.strip(_MARKS_BEHIND) and _LABEL.fullmatch(before) is not None


def belongs(
    value: bytes, beside: tuple[bytes, bytes], sure: int, *, bare: bool, only: bool
) -> bool:
    """Whether the lines beside a word that is alone on its own are about access.

    `bare`: it has no label; `only`: the word can be nothing but a password.
    """
    above, below = (line.lower() for line in beside)
    # A line that is longer than what is read introduces nothing.
    above = above[above.find(b"\n") + 1 :] if len(above) >= _LONG_LINE else above
    if (
        is_of_code(value)
        or _GAP.search(above)
        or value.endswith(_PADS)
        or _SHOWN.search(above)
    ):
        return False
    name = may_be_name(value) or NAMED.fullmatch(value) is not None
    if name and is_only_chosen(value) and _ASKS.search(above):
        name = False
    if bare and not name and called.names_password(above):
        return True
    if name and not only:
        return False
    if sure >= LIKELY:
        return is_about_login(above) or is_about_login(below)
    return is_about_login(above) and _ASKS.search(above) is not None
