"""Whether a value that no keyword assigns is a password or a token.

A sentence, a table or a command gives it: `the token for Acme is …`, `mysql -p…`.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit, has_digit_and_letter
from memsync.secrets.values import fillers, shapes
from memsync.secrets.values.certainty import SYMBOL
from memsync.secrets.values.harmless import is_harmless

# Characters that a run without a sign needs to be a secret.
_LONG, _DRAWN = 16, 10

# What follows an element such as `<app-password title="…">`.
_ATTRIBUTE = lazy(rb"[A-Za-z][\w.:-]{0,40}=(?:[\"'{]|\Z)")


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
        and not is_harmless(value)
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
        and not is_harmless(value)
    )


def stands_out(value: bytes) -> bool:
    """Whether a password is unlike the words and numbers of usual sentences."""
    return (
        SYMBOL.search(value) is not None
        or (value.lower() != value and value.upper() != value)
        or (len(value) >= _DRAWN and shapes.looks_random(value))
    )


def is_typed(value: bytes) -> bool:
    """Whether it is a word that the sentence tells somebody to type."""
    return len(value) >= 8 and stands_out(value) and may_be_password(value)


def is_argument(value: bytes, *, sure: bool) -> bool:
    """Whether an argument of a command or a call is a password.

    `sure`: nothing else can be there.
    """
    return (
        not value.startswith((b"(", b"["))
        and not _ATTRIBUTE.match(value)
        and has_digit(value)
        and not is_harmless(value)
        and (sure or not shapes.is_slug(value))
        and shapes.looks_like_password(value)
    )
