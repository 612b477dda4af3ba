"""Whether a value that no keyword assigns is a password or a token.

A sentence, a table or a command gives it: `the token for Acme is …`, `mysql -p…`.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit, has_digit_and_letter
from memsync.secrets.values import fillers, shapes
from memsync.secrets.values.certainty import SYMBOL, is_spelt
from memsync.secrets.values.drawn import is_drawn, is_name
from memsync.secrets.values.harmless import is_harmless
from memsync.secrets.values.phrase import is_strung

# Characters that a run without a sign needs to be a secret.
_LONG, _DRAWN = 16, 10

# A byte as URLs quote it, a member, a name with a digest, an alphabet's name, and one
# with an address in a program or with a version behind capitals.
_OF_CODE = lazy(
    rb"%[0-9A-F]{2}.*%[0-9A-F]{2}|\w\.[A-Za-z_]{3}|_[0-9a-f]{8,}\Z"
    rb"|(?:[A-Za-z]|16|32|64|128|256|512)\#[a-z]{3,}\Z"
    rb"|_(?=\d*[A-F])[0-9A-F]{5,8}\Z|-[A-Z]{3,}v\d\Z"
    rb"|[A-Z]{3,}(?:\+[A-Za-z]+\d*)+\Z"
)
# Words with a number behind them, which has more figures than a version has.
_MADE_UP = lazy(rb"(?:[A-Z]?[a-z]{2,}){1,4}\d{3,8}")

# What a sentence or a table puts behind a value, and a sentence behind an argument.
_FOLLOWS = b".,;:)]}|*"
_STOPS = b".,:)]}"

_ARROW = b"\xe2\x86\x92"

# What follows an element such as `<app-password title="…">`.
_ATTRIBUTE = lazy(rb"[A-Za-z][\w.:-]{0,40}=(?:[\"'{]|\Z)")


def trim(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The place of a value without the punctuation that follows it."""
    return start, start + len(shapes.narrow(data[start:end]).rstrip(_FOLLOWS))


def is_hex_key(value: bytes, *, secret: bool = False) -> bool:
    """Whether a value has the length of a hexadecimal key, where no hash can be.

    `secret`: it is called one, so that it may be half as long.
    """
    shortest = _LONG if secret else 2 * _LONG
    return len(value) >= shortest and shapes.is_hex(value) and has_digit(value)


def is_token(value: bytes) -> bool:
    """Whether a value without a name looks like a token, and like nothing else."""
    return (
        len(value) >= _LONG
        and b":" not in value
        # What an arrow joins are steps or a mapping.
        and _ARROW not in value
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


def is_of_code(value: bytes) -> bool:
    """Whether it may be a piece of code or of an address."""
    return _OF_CODE.search(value) is not None


def may_be_name(value: bytes) -> bool:
    """Whether it may be a name, a piece of code or of an address."""
    if is_of_code(value):
        return True
    if not value.isalnum():
        return False
    return is_name(value) if len(value) >= _DRAWN else not is_drawn(value)


def is_only_chosen(value: bytes) -> bool:
    """Whether it is words with a long number, or with figures for letters."""
    return _MADE_UP.fullmatch(value) is not None or is_spelt(value)


def is_argument(value: bytes, *, sure: bool) -> bool:
    """Whether an argument of a command or a call is a password.

    `sure`: nothing else can be there.
    """
    if sure and is_strung(value.rstrip(_STOPS)):
        return True
    return (
        not value.startswith((b"(", b"["))
        and not _ATTRIBUTE.match(value)
        and has_digit(value)
        and not is_harmless(value)
        and (sure or not shapes.is_slug(value))
        and shapes.looks_like_password(value)
    )
