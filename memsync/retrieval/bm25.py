"""Okapi BM25 over the parts of a note, with what stands for a word beside the word.

Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond
(2009): section 3.6 weighs the parts of a text before term frequencies saturate.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from memsync.retrieval.documents import counted, vocabulary
from memsync.retrieval.lexicon import Lexicon
from memsync.retrieval.query import facets
from memsync.retrieval.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.retrieval.documents import Counted, Document
    from memsync.retrieval.query import Facet, Slot

PARTS = (3.0, 2.2, 1.0, 1.0, 0.5)
"""Name, description, headings (in the body, too), body, type: what a word counts."""

_SATURATION = 1.5
_LENGTH = 0.5
_REST = 0.6
"""What the matches of a query's word besides its best one add."""


def bm25(query: str, documents: Sequence[Document]) -> list[float]:
    """A score of at least 0 for each document; 0 where nothing stands for the query."""
    texts = [counted(document) for document in documents]
    forms = {word: terms(word) for word in vocabulary(texts)}
    asked = facets(query, Lexicon({term for found in forms.values() for term in found}))
    slots = [slot for facet in asked for slot in facet.slots]
    if not slots:
        return [0.0] * len(texts)
    frequencies = _frequencies(texts, _wanted(forms, slots), len(slots))
    lengths = _lengths(texts)
    rarities = [
        _rarity(sum(row[at] > 0 for row in frequencies), len(texts))
        for at in range(len(slots))
    ]
    return [
        _score(asked, slots, rarities, row, length)
        for row, length in zip(frequencies, lengths, strict=True)
    ]


def _wanted(
    forms: dict[str, tuple[str, ...]], slots: Sequence[Slot]
) -> dict[str, tuple[int, ...]]:
    """For each written word that counts, the slots that it counts in."""
    of_term: dict[str, set[int]] = {}
    for number, slot in enumerate(slots):
        for term in slot.terms:
            of_term.setdefault(term, set()).add(number)
    found = {}
    for word, its_terms in forms.items():
        hit: set[int] = set()
        for term in its_terms:
            hit |= of_term.get(term, set())
        if hit:
            found[word] = tuple(sorted(hit))
    return found


def _frequencies(
    texts: Iterable[Counted], wanted: dict[str, tuple[int, ...]], slots: int
) -> list[list[float]]:
    rows = []
    for text in texts:
        row = [0.0] * slots
        for part, weight in zip(text, PARTS, strict=True):
            for word in part:
                if word in wanted:
                    for slot in wanted[word]:
                        row[slot] += weight
        rows.append(row)
    return rows


def _lengths(texts: Sequence[Counted]) -> list[float]:
    """Each text's length as a share of the average."""
    sizes = [len(text.description) + len(text.body) for text in texts]
    average = sum(sizes) / len(sizes) or 1
    return [size / average for size in sizes]


def _rarity(having: int, all_: int) -> float:
    return log(1 + (all_ - having + 0.5) / (having + 0.5))


def _score(
    asked: Sequence[Facet],
    slots: Sequence[Slot],
    rarities: Sequence[float],
    row: Sequence[float],
    length: float,
) -> float:
    norm = _SATURATION * (1 - _LENGTH + _LENGTH * length)
    total = 0.0
    at = 0
    for facet in asked:
        end = at + len(facet.slots)
        found = [
            slots[i].weight * rarities[i] * row[i] / (row[i] + norm)
            for i in range(at, end)
            if row[i]
        ]
        if found:
            best = max(found)
            total += facet.weight * (best + _REST * (sum(found) - best))
        at = end
    return total
