"""Okapi BM25 over the parts of a note, with other words that may replace a query's.

Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond
(2009): section 3.6 weighs the parts of a text before term frequencies saturate.
"""

from __future__ import annotations

from itertools import islice
from math import log

from memsync.record import NamedTuple
from memsync.retrieval.ranking.gains import REST, gains
from memsync.retrieval.ranking.weights import PARTS, Bound, norm
from memsync.retrieval.words.query import facets

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memsync.retrieval.ranking.corpus import Corpus
    from memsync.retrieval.words.query import Facet, Slot

# The share of the word's own score that its substitutes may reach in the same place.
_WITHOUT = 0.95

# The share of a score that depends on how much of the query a note has: all of its
# words in one note say more than a few of them, even rarer ones.
_TOGETHER = 0.6

# Sums in another order differ in the last digits; scores this close are equal.
_ROUNDING = 1e-9

# Notes that are scored together, before checking whether the best are found.
_AT_ONCE = 32


class Scored(NamedTuple):
    """The result of bm25 for a query."""

    scores: dict[int, float]
    coverage: float
    """The share of the query's rarity that the best note holds in the query's own
    words: 1 where it has all of them, 0 where no note has any."""


def bm25(
    query: str, corpus: Corpus, most: int, *, least: float = 0.0, alike: bool = True
) -> Scored:
    """The best notes with a match for the query, each with its score.

    They include the best `most`, if so many score `least`. Other notes are scored
    only if they may be better. With `alike`, words that are spelled similarly replace
    a word that no note has.
    """
    asked = facets(query, corpus.lexicon, alike=alike)
    slots = [slot for facet in asked for slot in facet.slots]
    if not slots:
        return Scored({}, 0.0)
    of_term: dict[str, set[int]] = {}
    for number, slot in enumerate(slots):
        for term in slot.terms:
            of_term.setdefault(term, set()).add(number)
    hits = {
        word: sorted({at for term in its for at in of_term.get(term, ())})
        for word, its in corpus.written(of_term.keys()).items()
    }
    rarities = _rarities(corpus, hits, len(slots))
    exact = _exact(asked)
    absent = rarity(0, corpus.size)  # a word that is in no note is the rarest of all
    own = _own(asked, rarities, absent)
    worth = gains(asked, own, rarities, hits)
    scores: dict[int, float] = {}
    held: dict[int, float] = {}
    waiting = corpus.candidates(
        worth, Bound(curved=True, together=_TOGETHER), least - _ROUNDING
    )
    while some := list(islice(waiting, _AT_ONCE)):
        if len(scores) >= most:
            least = max(least, sorted(scores.values(), reverse=True)[most - 1])
        if some[0][1] + _ROUNDING < least:
            break
        notes = [number for number, _ in some]
        rows = _frequencies(corpus, hits, exact, notes)
        lengths = corpus.lengths(notes)
        for number, row in rows.items():
            share = lengths[number] / corpus.average
            scores[number] = _score(asked, slots, rarities, row, share, absent)
            held[number] = _held(asked, rarities, row)
    if not scores:
        return Scored({}, 0.0)
    first = max(scores, key=lambda number: (scores[number], held[number]))
    return Scored(scores, held[first] / sum(own))


def _held(
    asked: Sequence[Facet], rarities: Sequence[float], row: Mapping[int, float]
) -> float:
    """How many of the query's own words a note has, weighted by rarity."""
    at = 0
    total = 0.0
    for facet in asked:
        if facet.exact and at in row:
            total += facet.weight * rarities[at]
        at += len(facet.slots)
    return total


def _own(
    asked: Sequence[Facet], rarities: Sequence[float], absent: float
) -> list[float]:
    """The weight of each word of the query, by its rarity."""
    at = 0
    found = []
    for facet in asked:
        found.append(facet.weight * (rarities[at] if facet.exact else absent))
        at += len(facet.slots)
    return found


def _rarities(
    corpus: Corpus, hits: Mapping[str, Sequence[int]], slots: int
) -> list[float]:
    words: list[list[str]] = [[] for _ in range(slots)]
    for word, hit in hits.items():
        for at in hit:
            words[at].append(word)
    return [rarity(corpus.having(its), corpus.size) for its in words]


def _frequencies(
    corpus: Corpus,
    hits: Mapping[str, Sequence[int]],
    exact: frozenset[int],
    notes: Sequence[int],
) -> dict[int, dict[int, float]]:
    """For each note, how often it has a match for each slot.

    A query's own word counts each time, substitutes once for each part: several words
    with one meaning count no more than one of them.
    """
    rows: dict[int, dict[int, float]] = {number: {} for number in notes}
    seen: dict[tuple[int, int], int] = {}
    for number, word, place in corpus.places(hits.keys(), notes):
        row = rows[number]
        for at in hits[word]:
            if at in exact:
                row[at] = row.get(at, 0.0) + place.weight
            else:
                seen[number, at] = seen.get((number, at), 0) | place.parts
    for (number, at), parts in seen.items():
        rows[number][at] = sum(w for i, w in enumerate(PARTS) if parts >> i & 1)
    return rows


def _exact(asked: Sequence[Facet]) -> frozenset[int]:
    """The slots of the query's own words: the first of each facet that has one."""
    at = 0
    found = set()
    for facet in asked:
        if facet.exact:
            found.add(at)
        at += len(facet.slots)
    return frozenset(found)


def rarity(having: int, all_: int) -> float:
    """The weight of a word that `having` of all notes have."""
    return log(1 + (all_ - having + 0.5) / (having + 0.5))


def _score(
    asked: Sequence[Facet],
    slots: Sequence[Slot],
    rarities: Sequence[float],
    row: Mapping[int, float],
    length: float,
    absent: float,
) -> float:
    half = norm(length)
    total = held = every = 0.0
    at = 0
    for facet in asked:
        end = at + len(facet.slots)
        found = [
            slots[i].weight * rarities[i] * row[i] / (row[i] + half)
            for i in range(at, end)
            if i in row
        ]
        rarity = facet.weight * (rarities[at] if facet.exact else absent)
        every += rarity
        if found:
            held += rarity * max(
                1.0 if i == at and facet.exact else min(1.0, slots[i].weight)
                for i in range(at, end)
                if i in row
            )
            best = max(found)
            gain = best + REST * (sum(found) - best)
            if facet.exact and at not in row:
                most = max(row[i] for i in range(at, end) if i in row)
                gain = min(gain, _WITHOUT * rarities[at] * most / (most + half))
            total += facet.weight * gain
        at = end
    return total * (1 - _TOGETHER + _TOGETHER * held / every)
