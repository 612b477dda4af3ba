"""Whether figures alone were drawn as a password, as people take them for a network."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import fillers

# The fewest and the most figures, and different ones among them.
_SHORTEST, _LONGEST, _DIFFERENT = 6, 16, 4

# A day, with or without its time, and the seconds since 1970 in this century.
_TIME = lazy(
    rb"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?"
    rb"|1[0-9]\d{8}(?:\d{3})?"
)
# What ends a size or a duration: nobody draws it.
_ROUND = b"000"


def are_drawn(value: bytes) -> bool:
    """Whether these are figures, and no sequence, time, size or duration."""
    if not (value.isdigit() and _SHORTEST <= len(value) <= _LONGEST):
        return False
    number = int(value)
    return (
        len(set(value)) >= _DIFFERENT
        and not fillers.is_filler(value)
        and not fillers.is_sequence(value)
        and not fillers.is_count(value)
        and not value.endswith(_ROUND)
        # A power of two.
        and number & (number - 1) != 0
        and not _TIME.fullmatch(value)
    )
