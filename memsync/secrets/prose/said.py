"""Whether the value that a sentence gives is a password or a token."""

from __future__ import annotations

from memsync.secrets.texts.glance import has_digit, has_digit_and_letter
from memsync.secrets.values import fillers, shapes
from memsync.secrets.values.certainty import SYMBOL
from memsync.secrets.values.verdict import not_secret

# Characters that a run without a sign needs to be a secret.
_LONG, _DRAWN = 16, 10


def trim(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The place of a value without the punctuation that follows it."""
    while end > start and data[end - 1] in b".,;:)]}|*":
        end -= 1
    return start, end


def is_hex_key(value: bytes) -> bool:
    """Whether a value has the length of a hexadecimal key, where no hash can be."""
    return len(value) >= 2 * _LONG and shapes.is_hex(value) and has_digit(value)


def is_token(value: bytes) -> bool:
    """Whether a value without a name looks like a token, and like nothing else."""
    return (
        len(value) >= _LONG
        and b":" not in value
        and not not_secret(value)
        and not (shapes.is_hash(value) or shapes.is_uuid(value))
        and not (shapes.is_slug(value) or fillers.is_sequence(value))
        and has_digit(value)
        and shapes.looks_random(value)
    )


def may_be_password(value: bytes) -> bool:
    """Whether it looks like a password, and is of no kind that is harmless."""
    return (
        has_digit_and_letter(value)
        and shapes.looks_like_password(value)
        and not not_secret(value)
    )


def is_drawn(value: bytes) -> bool:
    """Whether a password is unlike the words and numbers of usual sentences."""
    return (
        _mixed(value)
        or (value.lower() != value and value.upper() != value)
        or (len(value) >= _DRAWN and shapes.looks_random(value))
    )


def _mixed(value: bytes) -> bool:
    return SYMBOL.search(value) is not None


def is_typed(value: bytes) -> bool:
    """Whether it is a word that the sentence tells somebody to type."""
    return len(value) >= 8 and is_drawn(value) and may_be_password(value)
