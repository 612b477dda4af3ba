"""How certain it is that the best note of a ranking is the one that was meant.

Ranking compares notes with each other, so even the best of bad matches would look like
a hit. This compares the note with the query: how many of its words the note has.
"""

from __future__ import annotations

from memsync.retrieval.ranking.bm25 import rarity
from memsync.retrieval.words.query import plain_terms
from memsync.retrieval.words.stem import stem

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from memsync.retrieval.ranking.corpus import Corpus

# The score of a best note with no word of the query, only with substitutes; and the
# least score of one with a word.
_NOTHING, _LITTLE = 0.4, 0.5

# The share of a query's words that makes a hit: few notes repeat a whole question.
_ENOUGH = 0.25


def certainty(query: str, corpus: Corpus, number: int) -> float:
    """The score of the best note: 1 for a quarter of the query's words, by rarity."""
    share = _share(query, corpus, number)
    return max(_LITTLE, min(1.0, share / _ENOUGH)) if share else _NOTHING


def _share(query: str, corpus: Corpus, number: int) -> float:
    stems = {term: stem(term) for term in plain_terms(query)}
    of_stem = corpus.lexicon.with_stems(set(stems.values()))
    forms = {term: {term, *of_stem[its]} for term, its in stems.items()}
    every = {form for its in forms.values() for form in its}
    written = corpus.written(every)
    there = {word for _, word, _ in corpus.places(written.keys(), [number])}
    total = said = 0.0
    for its in forms.values():
        words = [word for word, terms in written.items() if not its.isdisjoint(terms)]
        weight = rarity(corpus.having(words), corpus.size)
        total += weight
        if not there.isdisjoint(words):
            said += weight
    return said / total if total else 0.0
