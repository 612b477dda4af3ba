"""Whether the value that a sentence gives is a password or a token."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit, has_digit_and_letter
from memsync.secrets.values import fillers, shapes
from memsync.secrets.values.verdict import not_secret

# A sign that no word, path or number has.
_SYMBOL = lazy(rb"[^\w.:/-]")
# Characters that a run without a sign needs to be a secret.
_LONG, _DRAWN = 16, 10
_LONGEST = 40

# Letters of a name that can be told from random ones, and how it reads.
_NAME, _WORDS = 6, 0.5

# Signs of code, paths and addresses, which a password in a sentence hardly has.
_CODE_SIGNS = b"()[]{}<>/\\|;:,\"'`"


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


def is_drawn(value: bytes) -> bool:
    """Whether a password is unlike the words and numbers of usual sentences."""
    return (
        _mixed(value)
        or (value.lower() != value and value.upper() != value)
        or (len(value) >= _DRAWN and shapes.looks_random(value))
    )


def _mixed(value: bytes) -> bool:
    return _SYMBOL.search(value) is not None


def is_option(value: bytes) -> bool:
    """Whether it is an option, not a password: `pass -fsimple=1 to it`."""
    name, equals, rest = value.partition(b"=")
    word = name.translate(None, b"_.-")
    return value.startswith(b"-") or bool(
        equals
        and word.isalnum()
        # Random letters before the sign are no name, but may be base64.
        and (
            not rest.strip(b"=")
            or len(word) < _NAME
            or shapes.word_score(word) >= _WORDS
        )
    )


def is_typed(value: bytes) -> bool:
    """Whether it is a word that the sentence tells somebody to type."""
    return (
        len(value) >= 8
        and has_digit_and_letter(value)
        and shapes.looks_like_password(value)
        and is_drawn(value)
        and not not_secret(value)
    )


def is_strong(value: bytes, *, named: bool = False) -> bool:
    """Whether a word must be a password: it has signs, or random letters.

    `Word#1234` is an issue of a project, unless it is `named` a password.
    """
    if not (8 <= len(value) <= _LONGEST and has_digit_and_letter(value)):
        return False
    if value.translate(None, _CODE_SIGNS) != value or value.lower() == value:
        return False
    signs = _SYMBOL.search(value) is not None
    if b"@" in value and b"." in value.partition(b"@")[2]:
        return False
    issue = value.partition(b"#")[2].isdigit() and not named
    if issue or b"**" in value or is_option(value):
        return False
    if not signs and (value.upper() == value or not shapes.looks_random(value)):
        return False
    return not (not_secret(value) or shapes.is_slug(value) or shapes.is_public(value))
