"""How likely a value is secret: the sum of the weights of what is seen of it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from memsync.secrets.model import candidates, features
from memsync.secrets.model.figure_weights import FIGURES
from memsync.secrets.model.table import SCALE
from memsync.secrets.model.word_weights import WORDS
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.secrets.model.features import Feature
    from memsync.secrets.model.table import Table

# What `scan -v` calls the parts that are seen.
_PARTS = {
    "its form": features.OF_SHAPE + features.OF_LETTERS,
    "the words before it": ("before", "second before", "left", "left "),
    "the words behind it": ("behind", "right", "right ", "words"),
    "the signs around it": ("signs before", "signs behind", "quoted", "mark", "line"),
    "the lines above it": ("line above ",),
    "the line below it": ("line below",),
    "that it occurs again, or one like it": ("again",),
}
_PART = {part: name for name, parts in _PARTS.items() for part in parts}
_STEPS = "123456"


def is_password(data: bytes, start: int, end: int) -> bool:
    """Whether a word (`candidates`) is likely a password where it stands."""
    value = data[start:end]
    sure = of_word(value)
    if sure < WORDS.least or not candidates.stands_free(data, start, end):
        return False
    seen = [*features.of_place(data, start, end)]
    return (
        sure + _sum(WORDS, seen) >= WORDS.medium
        and features.is_about_access(seen)
        and not is_harmless(value)
    )


def is_code(data: bytes, start: int, end: int) -> bool:
    """Whether figures (`figures`) are likely a code where they stand."""
    seen = [*features.of_value(data, start, end)]
    sure = FIGURES.bias + _sum(FIGURES, seen)
    return sure >= FIGURES.medium and features.is_about_access(seen)


@lru_cache(1 << 14)
def of_word(value: bytes) -> int:
    """What a word counts, wherever it stands; less than the least if it can be none."""
    sure = _of_shape(features.shape(value))
    # To look at letters takes longer, and most words are names in code.
    if sure < WORDS.least_shape or not candidates.may_be(value):
        return WORDS.least - 1
    return sure + _sum(WORDS, features.of_letters(value))


@lru_cache(1 << 14)
def _of_shape(shape: bytes) -> int:
    return WORDS.bias + _sum(WORDS, features.of_shape(shape))


def _sum(table: Table, seen: Iterable[Feature]) -> int:
    return sum(table.weights.get(feature, 0) for feature in seen)


def reasons(data: bytes, start: int, end: int) -> str:
    """At most three things that count most for a value, and how much each does."""
    table = FIGURES if data[start:end].isdigit() else WORDS
    total: Counter[str] = Counter()
    for feature in features.of_value(data, start, end):
        total[said(feature[0])] += table.weights.get(feature, 0)
    most = sorted(total.items(), key=lambda item: -abs(item[1]))[:3]
    told = ", ".join(f"{part} ({count / SCALE:+.1f})" for part, count in most if count)
    return f"what counts most is {told}"


def said(part: str) -> str:
    """What `scan -v` calls a part that is seen; empty for none."""
    return _PART.get(part.rstrip(_STEPS), "")
