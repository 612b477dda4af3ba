"""The few notes that come with a prompt, because they say something about it.

The scores of bm25 have no scale: even if no note is about the prompt, one of them has
the best score. So a note's score is compared with that of a note which has three words
of the prompt and is the only one to have them.
"""

from __future__ import annotations

from math import log

from memsync.record import NamedTuple
from memsync.retrieval.ranking.bm25 import bm25
from memsync.retrieval.words.query import LIGHT, LIGHT_WEIGHT, plain_terms
from memsync.retrieval.words.terms import words

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from memsync.retrieval.ranking.corpus import Corpus

# The most notes that come with one prompt.
MOST = 3

# Words of a prompt that a note must have: at least, and of the longest prompt.
_FEWEST, _ENOUGH = 2, 3

# Characters of a long prompt that are searched, at its beginning and at its end.
_ENDS = 2000

# The most different words of a prompt that are searched.
_WORDS = 40


class Prompted(NamedTuple):
    """A note of the corpus by its number."""

    at: int
    share: float
    """From 0 to 1: how much of the prompt is in the note."""


def prompted(
    prompt: str, corpus: Corpus, most: int, least: float = 0.0
) -> list[Prompted]:
    """The `most` notes that say most about a prompt, the best first.

    Leaves out those whose share is below `least`. No other word replaces one that no
    note has: in a prompt it is more often a new thing than a typing error.
    """
    query = query_of(prompt)
    asked = plain_terms(query)
    if not asked or not corpus.size:
        return []
    weight = sum(LIGHT_WEIGHT if term in LIGHT else 1.0 for term in asked)
    alone = log(1 + (corpus.size - 0.5) / 1.5)
    full = min(max(weight, _FEWEST), _ENOUGH) * alone
    scores = bm25(query, corpus, most, least=least * full, alike=False).scores
    best = sorted(scores, key=lambda at: (-scores[at], at))[:most]
    found = [Prompted(at, min(scores[at] / full, 1.0)) for at in best if scores[at]]
    return [one for one in found if one.share >= least]


def query_of(prompt: str) -> str:
    """The words to search for: of a long prompt those at its two ends."""
    if len(prompt) > 2 * _ENDS:
        prompt = f"{prompt[:_ENDS]} {prompt[-_ENDS:]}"
    return " ".join(list(dict.fromkeys(words(prompt)))[:_WORDS])
