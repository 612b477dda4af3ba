"""All that the model sees of a value, in steps.

Each step takes longer than those before it, so a word is followed to the next one only
if its sum is what nearly all likely secrets have by then: the tables say how much.
"""

from __future__ import annotations

from memsync.secrets.model import form, place, wording
from memsync.secrets.model.words import ACCESS
from memsync.secrets.values.certainty import certainty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.secrets.model.form import Feature

# The parts of each step but the last: a value's shape, its letters, and what is near.
STEPS = (form.OF_SHAPE, form.OF_LETTERS, place.NEAR)
# The same of words with blanks between them.
STEPS_OF_WORDS = (
    wording.BESIDE,
    wording.OF_WORDS,
    (*place.NEAR, *wording.OF_LEAD),
)
_OF_WORDS = ACCESS | {b"worded"}
# How the names of parts end that have a number.
NUMBERS = " 123456"


def of_value(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """All that is seen of a value and around it."""
    value = data[start:end]
    yield from form.of_shape(form.shape(value))
    yield from form.of_letters(value)
    near = [*place.near(data, start, end)]
    yield from near
    yield from further(data, start, end, near)


def of_passphrase(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """All that is seen of words with blanks between them, and around them."""
    yield from wording.beside(data, start, end)
    yield from wording.of_words(data, start, end)
    near = [*place.near(data, start, end)]
    yield from near
    yield from wording.of_lead(data, start, near)
    yield from place.further(data, start, end)


def further(
    data: bytes, start: int, end: int, near: list[Feature]
) -> Iterator[Feature]:
    """The last step: what is further away, and how sure the value alone is."""
    seen = [*place.further(data, start, end)]
    yield from seen
    sure = form.number(certainty(data[start:end]))
    yield "certain", sure
    if not is_about_access([*near, *seen]):
        yield "no access", sure
        yield "no access", b"any"


def says_nothing(seen: Iterable[Feature]) -> bool:
    """Whether no word near by is about access, and the line has no word at all.

    Then only chance could tell a password from a digest.
    """
    return {("words", b"0"), ("no access", b"any")}.issubset(seen)


def tells_words(seen: Iterable[Feature]) -> bool:
    """Whether a word near by is about access, or what a passphrase is called."""
    return any(what in _OF_WORDS for _, what in seen)


def is_about_access(seen: Iterable[Feature]) -> bool:
    """Whether a word near by is one about access."""
    return any(what in ACCESS for _, what in seen)
