"""What the forms of commands consist of: patterns of values, and what these must be.

A form is what precedes a value, the pattern of the value, the program in front of it
(None for any), and what the value must be: `True` if nothing else can be there, `False`
if only what looks like a password counts, or a function that checks it.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import LIKELY, POSSIBLE, certainty
from memsync.secrets.values.harmless import is_harmless

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
    return certainty(value) >= POSSIBLE


def drawn(value: bytes) -> bool:
    """Whether it has signs, or looks drawn."""
    return certainty(value) >= LIKELY
