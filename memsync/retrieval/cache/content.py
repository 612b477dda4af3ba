"""The words of one note, packed into one value of the cache."""

from __future__ import annotations

from array import array

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.retrieval.ranking.weights import Place

# Bytes of one word: its id, its weight, its parts.
_SIZE = 4 + 8 + 1


class Content(NamedTuple):
    """Three arrays of equal length: the words of a note, their weights and parts."""

    words: array[int]
    """Their ids."""
    weights: array[float]
    """As `corpus.Place` has them, to the last bit."""
    parts: bytes


def packed(words: Sequence[tuple[int, Place]]) -> bytes:
    """One value that holds these words."""
    ids = array("I", [word for word, _ in words])
    weights = array("d", [place.weight for _, place in words])
    parts = bytes(place.parts for _, place in words)
    return ids.tobytes() + weights.tobytes() + parts


def words_of(value: bytes) -> array[int]:
    """The ids of the words in a value."""
    return array("I", value[: len(value) // _SIZE * 4])


def unpacked(value: bytes) -> Content:
    """The words, weights and parts of a value that `packed` made."""
    words = words_of(value)
    end = len(words) * 12
    return Content(words, array("d", value[len(words) * 4 : end]), value[end:])
