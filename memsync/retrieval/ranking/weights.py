"""The weight of a word in a note, and the most that a note can score by its words."""

from __future__ import annotations

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from memsync.retrieval.words.documents import Counted

# The weight of a word in each of `documents.Counted`: name, description, headings (in
# the body, too), body, type. A name counts little more than a body: with 3 for it, a
# note with exactly the query's words ranked after one with two of them as its name.
PARTS = (1.3, 1.1, 0.3, 1.0, 0.2)

HEAD = 0b10011

# Parts as bits, `1 << part`: name, description and type; the body.
BODY = 0b01000

# How soon further occurrences add little, and how much of that depends on length.
_SATURATION = 1.5
_LENGTH = 0.5


class Place(NamedTuple):
    """The place of one written word in one note."""

    weight: float
    """Its occurrences, each by the weight of its part."""
    parts: int
    """The parts that have it, as bits."""


def counted(weight: float, share: float) -> float:
    """How much a weight counts, below 1: less in a longer note.

    `share` is the note's length divided by the average length.
    """
    return weight / (weight + norm(share))


def norm(share: float) -> float:
    """The weight that counts a half in a note with this share."""
    return _SATURATION * (1 - _LENGTH) + _SATURATION * _LENGTH * share


class Gain(NamedTuple):
    """The most that one word can add to a note's score."""

    score: float
    """Before the curve lets its weight count."""
    held: tuple[tuple[int, float], ...] = ()
    """The facets of the query that it stands for, and for what share of the query."""


class Bound(NamedTuple):
    """How much a note can score by the gains of its words.

    No more than their scores, each as far as its weight counts where it is `curved`,
    times 1 - together + together x what they hold: of each facet the most that any of
    them does, and 1 at most.
    """

    curved: bool
    together: float = 0.0


def places_in(text: Counted) -> dict[str, Place]:
    """Every written word of a note, with its place in it."""
    weights: dict[str, float] = {}
    parts: dict[str, int] = {}
    for part, written in enumerate(text):
        for word in written:
            weights[word] = weights.get(word, 0.0) + PARTS[part]
            parts[word] = parts.get(word, 0) | 1 << part
    return {word: Place(weight, parts[word]) for word, weight in weights.items()}


def length(text: Counted) -> int:
    """The number of written words in a note's description and body."""
    return len(text.description) + len(text.body)
