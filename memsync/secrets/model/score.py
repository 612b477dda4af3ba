"""How likely a word is a password: the sum of the weights of what is seen of it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from memsync.secrets.model import candidates, features, weights
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.secrets.model.features import Feature

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


def is_likely(data: bytes, start: int, end: int) -> bool:
    """Whether a word is likely a password where it stands."""
    value = data[start:end]
    sure = of_value(value)
    if sure < weights.LEAST or not candidates.stands_free(data, start, end):
        return False
    seen = [*features.of_place(data, start, end)]
    return (
        sure + _sum(seen) >= weights.MEDIUM
        and features.is_about_access(seen)
        and not is_harmless(value)
    )


@lru_cache(1 << 14)
def of_value(value: bytes) -> int:
    """What a value counts, wherever it stands; less than `LEAST` if it can be none."""
    sure = _of_shape(features.shape(value))
    # To look at letters takes longer, and most words are names in code.
    if sure < weights.LEAST_SHAPE or not candidates.may_be(value):
        return weights.LEAST - 1
    return sure + _sum(features.of_letters(value))


@lru_cache(1 << 14)
def _of_shape(shape: bytes) -> int:
    return weights.BIAS + _sum(features.of_shape(shape))


def _sum(seen: Iterable[Feature]) -> int:
    return sum(weights.WEIGHTS.get(feature, 0) for feature in seen)


def reasons(data: bytes, start: int, end: int) -> str:
    """The three things that count most for a word, and how much each does."""
    total: Counter[str] = Counter()
    for feature in features.of_word(data, start, end):
        total[said(feature[0])] += weights.WEIGHTS.get(feature, 0)
    most = sorted(total.items(), key=lambda item: -abs(item[1]))[:3]
    return ", ".join(f"{part} ({count / weights.SCALE:+.1f})" for part, count in most)


def said(part: str) -> str:
    """What `scan -v` calls a part that is seen; empty for none."""
    return _PART.get(part.rstrip(_STEPS), "")
