"""Whether words with blanks between are a password, where quotes are around them."""

from __future__ import annotations

from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values.phrase import COMMON

# Words of an interface that asks for a password.
_ASKS = frozenset(
    b"at least characters enter new confirm current old type minimum choose repeat "
    b"again twice forgot forgotten change reset mismatch weak strong short do match "
    b"letters digits numbers symbols of last first four to".split()
)

# The fewest words without a figure, and the fewest characters.
_FEWEST_WORDS = 3
_SHORTEST = 10
# Punctuation behind a word.
_STOPS = b".,:;?!-"


def is_password(value: bytes) -> bool:
    """Whether words in quotes were drawn, and are no sentence."""
    words = value.lower().split(b" ")
    bare = [word.strip(_STOPS) for word in words]
    if len(value) < _SHORTEST or not (COMMON | _ASKS).isdisjoint(bare):
        return False
    if any(b"pass" in word or b"=" in word or b"(" in word for word in bare):
        return False
    if has_digit(value):
        return any(word.isalpha() for word in bare) and value[-1:] not in (b".", b":")
    # Without a digit they must be words as one picks them at random from a list.
    return len(set(words)) >= _FEWEST_WORDS and all(
        word.isalpha() and word.islower() and 3 <= len(word) <= 12
        for word in value.split(b" ")
    )
