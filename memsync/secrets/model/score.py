"""How likely a value is secret: the sum of the weights of what is seen of it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import repeat

from memsync.secrets.model import (
    candidates,
    features,
    form,
    passphrases,
    place,
    wording,
)
from memsync.secrets.model.weights.figures import FIGURES
from memsync.secrets.model.weights.passphrases import PASSPHRASES
from memsync.secrets.model.weights.phrases import PHRASES
from memsync.secrets.model.weights.table import SCALE
from memsync.secrets.model.weights.tokens import TOKENS
from memsync.secrets.model.weights.words import WORDS
from memsync.secrets.values.expressions import is_expression
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.secrets.model.form import Feature
    from memsync.secrets.model.weights.table import Table

_TABLES = {"word": WORDS, "token": TOKENS, "phrase": PHRASES}

# What `scan -v` calls the parts that are seen.
_PARTS = {
    "its form": (*form.OF_SHAPE, *form.OF_LETTERS, "certain"),
    "its words": wording.OF_WORDS,
    "what leads to it": (*wording.BESIDE, *wording.OF_LEAD),
    "the words before it": ("before", "second before", "left"),
    "the words behind it": ("behind", "right", "words"),
    "the signs around it": ("signs before", "signs behind", "quoted", "mark", "line"),
    "what else is on its line": (
        *("piece before", "piece behind", "names on the line"),
        *("on the left", "on the right", "labelled", "label"),
    ),
    "that nothing is about access": ("no access",),
    "the lines above it": ("line above",),
    "the line below it": ("line below",),
    "that it occurs again, or one like it": ("again", "alike", "listed"),
}
_PART = {part: name for name, parts in _PARTS.items() for part in parts}


def is_password(data: bytes, start: int, end: int) -> bool:
    """Whether a word (`candidates`) is likely a password where it stands."""
    value = data[start:end]
    total = of_word(value)
    if total is None or not candidates.stands_free(data, start, end):
        return False
    table = _table(value)
    near = [*place.near(data, start, end)]
    total += _sum(table, near)
    if total < table.least[2]:
        return False
    further = [*features.further(data, start, end, near)]
    return (
        total + _sum(table, further) >= table.medium
        and not features.says_nothing(near + further)
        # Words that are joined look like a path, or like a name in code.
        and not (is_expression if table is PHRASES else is_harmless)(value)
    )


def is_code(data: bytes, start: int, end: int) -> bool:
    """Whether figures (`figures`) are likely a code where they stand."""
    seen = [*features.of_value(data, start, end)]
    total = FIGURES.bias + _sum(FIGURES, seen)
    return total >= FIGURES.medium and features.is_about_access(seen)


def of_passphrase(data: bytes, start: int, end: int) -> int | None:
    """What words with blanks count where they stand; None if that is too little."""
    table = PASSPHRASES
    total = table.bias + _sum(table, wording.beside(data, start, end))
    if total < table.least[0]:
        return None
    total += _sum(table, wording.of_words(data, start, end))
    if total < table.least[1]:
        return None
    near = [*place.near(data, start, end)]
    total += _sum(table, near) + _sum(table, wording.of_lead(data, start, near))
    if total < table.least[2]:
        return None
    further = [*place.further(data, start, end)]
    total += _sum(table, further)
    is_likely = total >= table.medium and features.tells_words([*near, *further])
    return None if not is_likely or passphrases.is_of_interface(data, start) else total


@lru_cache(1 << 14)
def of_word(value: bytes) -> int | None:
    """What a word counts, wherever it stands; None if it can be no password."""
    shape = form.shape(value)
    if not may_have(shape) or not candidates.may_be(value):
        return None
    table = _table(shape)
    total = _of_shape(shape) + _sum(table, form.of_letters(value))
    return total if total >= table.least[1] else None


def may_have(shape: bytes) -> bool:
    """Whether a password may have this shape, by that alone."""
    return _of_shape(shape) >= _table(shape).least[0]


@lru_cache(1 << 14)
def _of_shape(shape: bytes) -> int:
    table = _table(shape)
    return table.bias + _sum(table, form.of_shape(shape))


def _table(value: bytes) -> Table:
    """The weights for a value, or for its shape."""
    return _TABLES[candidates.kind(value)]


def _sum(table: Table, seen: Iterable[Feature]) -> int:
    return sum(map(table.weights.get, seen, repeat(0)))


def reasons(data: bytes, start: int, end: int) -> str:
    """At most three things that count most for a value, and how much each does."""
    value = data[start:end]
    seen = features.of_value(data, start, end)
    if b" " in value:
        table, seen = PASSPHRASES, features.of_passphrase(data, start, end)
    else:
        table = FIGURES if value.isdigit() else _table(value)
    total: Counter[str] = Counter()
    for feature in seen:
        total[said(feature[0])] += table.weights.get(feature, 0)
    most = sorted(total.items(), key=lambda item: -abs(item[1]))[:3]
    told = ", ".join(f"{part} ({count / SCALE:+.1f})" for part, count in most if count)
    return f"what counts most is {told}"


def said(part: str) -> str:
    """What `scan -v` calls a part that is seen; empty for none."""
    return _PART.get(part.rstrip(features.NUMBERS), "")
