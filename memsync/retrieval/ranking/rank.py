"""Ranking notes by a query: one function for `search`, `context` and `eval`."""

from __future__ import annotations

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    from memsync.retrieval.ranking.corpus import Corpus

    class Meaning(Protocol):
        """Knows how like a query notes are."""

        def scores(self, query: str) -> Mapping[int, float]:
            """How like the query each note is; notes without an answer are missing."""


# `auto` is semantic if a model is ready, else bm25.
STRATEGIES = ("auto", "bm25", "keyword", "semantic")

# The number of notes that are ranked, unless the caller asks for more.
MOST = 50

# From this coverage on the query's own words decide, and no model is asked.
_KNOWN = 0.6


class Ranked(NamedTuple):
    """One note of the corpus that was ranked, by its number."""

    at: int
    score: float
    """Above 0, and 1 for the best."""


def rank(
    query: str,
    corpus: Corpus,
    strategy: str,
    most: int = MOST,
    meaning: Meaning | None = None,
) -> list[Ranked]:
    """The `most` best notes that match at all, equal ones by their numbers.

    With `meaning`, `auto` and `semantic` are semantic; without it they are bm25.
    """
    if not corpus.size or not query.strip():
        return []
    scores = _scores(query, corpus, strategy, most, meaning)
    best = max(scores.values(), default=0.0)
    if not best:
        return []
    # Equal scores by number, so that the same query always gives the same order.
    order = sorted(scores, key=lambda at: (-scores[at], at))
    return [Ranked(at, scores[at] / best) for at in order[:most] if scores[at]]


def _scores(
    query: str, corpus: Corpus, strategy: str, most: int, meaning: Meaning | None
) -> dict[int, float]:
    if strategy == "keyword":
        from memsync.retrieval.ranking.keyword import keyword

        return keyword(query, corpus, most)
    from memsync.retrieval.ranking.bm25 import bm25

    found = bm25(query, corpus, most)
    if strategy == "bm25" or meaning is None:
        return found.scores
    if strategy == "auto" and found.coverage >= _KNOWN:
        return found.scores
    similar = meaning.scores(query)
    if not similar:
        return found.scores
    from memsync.retrieval.ranking.fuse import fuse

    return fuse(found.scores, similar, found.coverage)
