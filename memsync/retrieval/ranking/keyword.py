"""Plain overlap: how many of a query's words a note has; those in its head count 3."""

from __future__ import annotations

from itertools import islice

from memsync.retrieval.ranking.weights import BODY, HEAD, Bound, Gain
from memsync.retrieval.words.query import plain_terms

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from memsync.retrieval.ranking.corpus import Corpus

# The weight of a word in the name, type or description; one in the body has 1.
HEAD_COUNTS = 3.0

# Notes read at a time, so that memory stays small.
_AT_ONCE = 512


def keyword(query: str, corpus: Corpus, most: int) -> dict[int, float]:
    """The notes that have a word of the query exactly as written, with their scores.

    They include the best `most`, if there are so many.
    """
    asked = set(plain_terms(query))
    found = {w: asked.intersection(its) for w, its in corpus.written(asked).items()}
    most_of = {word: Gain((HEAD_COUNTS + 1) * len(its)) for word, its in found.items()}
    scores: dict[int, float] = {}
    waiting = corpus.candidates(most_of, Bound(curved=False))
    while some := list(islice(waiting, _AT_ONCE)):
        if len(scores) >= most:
            least = sorted(scores.values(), reverse=True)[most - 1]
            if some[0][1] < least:
                break
        notes = [number for number, _ in some]
        heads: dict[int, set[str]] = {number: set() for number in notes}
        bodies: dict[int, set[str]] = {number: set() for number in notes}
        for number, word, place in corpus.places(found.keys(), notes):
            if place.parts & HEAD:
                heads[number] |= found[word]
            if place.parts & BODY:
                bodies[number] |= found[word]
        for number in notes:
            scores[number] = HEAD_COUNTS * len(heads[number]) + len(bodies[number])
    return scores
