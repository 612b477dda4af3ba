"""Secrets and fingerprints as people copy and compare them."""

from __future__ import annotations

import base64
import hashlib
import re

from memsync.errors import KeyTrouble

# A code holds a whole key, so no stretching is needed.
CODE_BYTES = 32
# 24 bits: one typing error in 16 million is missed.
_CHECK_BYTES = 3
_GROUP = 8
_LABEL = b"memsync/v1/code"

# The alphabet of proquints.
_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


def code_text(secret: bytes) -> str:
    """A 32-byte secret as 56 letters and digits in seven groups, with a checksum."""
    text = base64.b32encode(secret + _checksum(secret)).decode("ascii")
    return "-".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))


def parse_code(text: str) -> bytes:
    """The secret in a typed code; ignores case, blanks and hyphens.

    Raises `KeyTrouble` for any other text, and for a typing error. The message never
    contains a part of the code.
    """
    # Base32 has no 0, 1 and 8: a person has misread O, I and B.
    typed = re.sub(r"[\s-]", "", text).upper().translate(str.maketrans("018", "OIB"))
    try:
        data = base64.b32decode(typed)
    except ValueError:
        data = b""
    secret, check = data[:CODE_BYTES], data[CODE_BYTES:]
    if len(secret) != CODE_BYTES or check != _checksum(secret):
        raise KeyTrouble(
            "this is not a valid recovery code",
            hint="it has seven groups of eight letters and digits",
            word="code-malformed",
        )
    return secret


def _checksum(secret: bytes) -> bytes:
    return hashlib.sha256(_LABEL + secret).digest()[:_CHECK_BYTES]


def words(data: bytes) -> str:
    """Bytes as words that can be read aloud, one for each two bytes.

    These are proquints (Wilkerson, "A Proposal for Proquints", 2009): 16 bits as
    consonant, vowel, consonant, vowel, consonant.
    """
    pairs = (int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2))
    return "-".join(map(_word, pairs))


def _word(number: int) -> str:
    return "".join(
        (
            _CONSONANTS[number >> 12],
            _VOWELS[number >> 10 & 3],
            _CONSONANTS[number >> 6 & 15],
            _VOWELS[number >> 4 & 3],
            _CONSONANTS[number & 15],
        )
    )


def same_words(one: str, other: str) -> bool:
    """Whether two texts have the same words; separators do not count."""
    return re.findall("[a-z]+", one.lower()) == re.findall("[a-z]+", other.lower())
