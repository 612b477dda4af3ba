"""Okapi BM25 over the parts of a note, with other words that may replace a query's.

Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond
(2009): section 3.6 weighs the parts of a text before term frequencies saturate.
"""

from __future__ import annotations

from itertools import islice
from math import log

from memsync.record import NamedTuple
from memsync.retrieval.ranking.gains import gains
from memsync.retrieval.ranking.scale import TOGETHER, Scale
from memsync.retrieval.ranking.weights import PARTS, Bound
from memsync.retrieval.words.query import facets

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memsync.retrieval.ranking.corpus import Corpus

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
    absent = rarity(0, corpus.size)  # a word that is in no note is the rarest of all
    scale = Scale(asked, rarities, absent)
    exact = scale.exact
    worth = gains(asked, scale.own, rarities, hits)
    scores: dict[int, float] = {}
    held: dict[int, float] = {}
    waiting = corpus.candidates(
        worth, Bound(curved=True, together=TOGETHER), least - _ROUNDING
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
            scores[number] = scale.score(row, share)
            held[number] = scale.held(row)
    if not scores:
        return Scored({}, 0.0)
    first = max(scores, key=lambda number: (scores[number], held[number]))
    return Scored(scores, held[first] / sum(scale.own))


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


def rarity(having: int, all_: int) -> float:
    """The weight of a word that `having` of all notes have."""
    return log(1 + (all_ - having + 0.5) / (having + 0.5))
