"""What the forms of commands consist of: patterns of values, and what these must be.

A form is what precedes a value, the pattern of the value, the program in front of it
(None for any), and what the value must be: `True` if nothing else can be there, `False`
if only what looks like a password counts, or a function that checks it.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import LIKELY, POSSIBLE, WEAK, certainty
from memsync.secrets.values.drawn import is_chance
from memsync.secrets.values.given import is_argument
from memsync.secrets.values.harmless import is_harmless
from memsync.secrets.values.phrase import is_strung

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    Pattern = re.Pattern[bytes]
    Form = tuple[bytes, Pattern, Pattern | None, bool | Callable[[bytes], bool]]

# A value without quotes, and one that may have them.
BARE = rb"(?P<value>[^\s\"'`|;&<>]{6,128})"
VALUE = rb"[\"']?" + BARE

# A value right behind what precedes it, or with blanks or `=` between.
GLUED = lazy(VALUE)
HERE = lazy(rb"[ \t]{0,4}" + VALUE)
PLAINLY = lazy(rb"[ \t]{1,4}" + VALUE)
APART = lazy(rb"[ \t=]{1,4}" + VALUE)
# An element of Apple's property lists.
IN_STRING = lazy(rb"\s{0,40}<string>(?P<value>[^\s<>]{6,128})</string>")

# Characters of what a service issues: in hexadecimal, and in all letters.
_LONG, _DRAWN = 32, 16
_OF_APP = 16

# A word with figures for letters and a number behind it (`K3lp-4187`), two words with a
# dot between, and a number or a word with a number before its last sign.
_TYPED = lazy(
    rb"(?=[A-Za-z]{0,13}[0-9@$][A-Za-z]|[0-9@$][a-z])(?![A-Za-z]\d[A-Za-z]?[-_.])"
    rb"[A-Za-z0-9@$]{3,14}[-_!@#$%&*+=]\d{3,6}[!?*#$%_-]?"
    rb"|[A-Z][a-z]{2,14}\.[a-z]{3,14}\d{2,6}|[A-Za-z]{3,14}[-_]?\d{3,6}[_-]|[a-z]{3,14}[-_.@]?\d{2,6}[!?*#$%]{1,3}"
)
# Characters of a word that reads as if it was drawn, without capitals.
_PLAIN = 10


def of_service(value: bytes) -> bool:
    """Whether it is what a service issues: drawn, hexadecimal or a UUID."""
    return (
        has_digit(value)
        and not is_harmless(value)
        and not shapes.is_slug(value)
        and (
            (len(value) >= _LONG and (shapes.is_hex(value) or shapes.is_uuid(value)))
            or (len(value) >= _DRAWN and shapes.looks_random(value))
        )
    )


def of_app(value: bytes) -> bool:
    """Whether it is what Google gives an app as its password: sixteen drawn letters."""
    return (
        len(value) == _OF_APP
        and value.isalpha()
        and value.islower()
        and shapes.looks_random(value, expected=True)
    )


def is_key(value: bytes) -> bool:
    """Whether it is a key: what a service issues, or what looks drawn."""
    return of_service(value) or drawn(value)


def made_up(value: bytes) -> bool:
    """Whether a person may have made it up as a password."""
    sure = certainty(value)
    return sure >= POSSIBLE or (sure == WEAK and _is_typed(value))


def _is_typed(value: bytes) -> bool:
    if len(value) >= _PLAIN and is_chance(value):
        return True
    return _TYPED.fullmatch(value) is not None


def worded(value: bytes) -> bool:
    """The same, or words that a sign joins, where hardly anything else can be."""
    return made_up(value) or is_strung(value)


def typed(value: bytes) -> bool:
    """Whether it is a password, or a person may have made it up as one."""
    return is_argument(value, sure=False) or worded(value)


def chosen(value: bytes) -> bool:
    """The same where a name with a number may be, too: `-p eu-west-2`."""
    return made_up(value) and not shapes.is_slug(value)


def made_up_or_issued(value: bytes) -> bool:
    """Whether a person may have made it up, or a service has issued it."""
    return made_up(value) or of_service(value)


def drawn(value: bytes) -> bool:
    """Whether it has signs, or looks drawn."""
    return certainty(value) >= LIKELY
