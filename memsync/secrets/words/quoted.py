"""Words in quotes, with blanks between, given as the password."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values.phrase import COMMON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Only its quotes tell a password of several words from a sentence.
_WORDS = lazy(
    rb"(?i)pass(?:word|phrase|wd|code)?"
    rb"(?:[\"'`*]{0,2}[ \t]{0,4}(?::|=)|\*{0,2}[ \t](?:is|was)(?=[ \t]))"
    rb"[ \t]{0,4}(?P<quote>[\"'`])"
    rb"(?P<value>%b(?: %b){1,5})(?P=quote)".replace(b"%b", rb"[^\s\"'`<>\\%{}$]{1,24}")
)

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


def find(text: Text) -> Iterator[Found]:
    """Three words or more, or fewer with a figure among them, in quotes."""
    for at in text.places(b"pass"):
        match = _WORDS.match(text.data, at)
        if match and is_password(match["value"]):
            yield at, *match.span("value"), "prose-phrase"


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
    return len(words) >= _FEWEST_WORDS and all(
        word.isalpha() and word.islower() and 3 <= len(word) <= 12
        for word in value.split(b" ")
    )
