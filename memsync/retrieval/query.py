"""What a query asks for: its words, and what else in the notes may stand for each."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from memsync.retrieval.stem import stem
from memsync.retrieval.terms import STOPWORDS, terms, words
from memsync.retrieval.thesaurus import thesaurus

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.retrieval.lexicon import Lexicon

FORMS, SAME, NEAR, ALIKE = 0.6, 0.5, 0.2, 0.5
"""How much of an exact match a longer or shorter form counts, a word of the same
meaning, one that is near in meaning, and one that is spelled nearly so."""

_LIGHT_WORDS = """
anything bit do done else ever everything exactly find give go good handle happen
help item keep kind know like look lot make matter mean need new one part put really
remember see set something sort still stuff take tell thing use used using want way
work
"""
_LIGHT = frozenset(_LIGHT_WORDS.split())
_LIGHT_WEIGHT = 0.4


class Slot(NamedTuple):
    """Terms of the notes that count as one, and for how much of the query's own."""

    terms: frozenset[str]
    weight: float


class Facet(NamedTuple):
    """One word of a query with all that may stand for it; the best match counts."""

    slots: tuple[Slot, ...]
    weight: float


def facets(query: str, lexicon: Lexicon) -> list[Facet]:
    """The words of a query that may be in the notes; a query of stop words is all."""
    asked = _asked(query, lexicon)
    stems = {stem(term) for term in asked}
    return [_facet(term, stems, lexicon) for term in asked]


def plain_terms(query: str) -> list[str]:
    """The distinct terms of a query without its stop words, if others are left."""
    every = list(dict.fromkeys(t for word in words(query) for t in terms(word)))
    return [term for term in every if term not in STOPWORDS] or every


def _asked(query: str, lexicon: Lexicon) -> list[str]:
    found = plain_terms(query)
    # `log in`, `data base` and `time zone` are written as one as often.
    written = [word.casefold() for word in words(query)]
    for first, second in pairwise(written):
        joined = first + second
        if joined.isalnum() and (lexicon.has(joined) or thesaurus().has(joined)):
            found.append(joined)
    by_stem = {stem(term): term for term in reversed(found)}
    return [term for term in found if by_stem[stem(term)] == term]


def _facet(term: str, stems: Iterable[str], lexicon: Lexicon) -> Facet:
    own = stem(term)
    exact = frozenset(lexicon.with_stem(own))
    slots = [Slot(exact, 1.0)]
    forms = frozenset(lexicon.extending(term)) - exact
    if forms:
        slots.append(Slot(forms, FORMS))
    weight = _LIGHT_WEIGHT if term in _LIGHT else 1.0
    for idea in thesaurus().ideas(term):
        others = idea.same - {own}
        slots.append(Slot(_standing(others, lexicon), SAME))
        slots.append(Slot(_standing(idea.near - set(stems), lexicon), NEAR))
    if not exact and not forms:
        slots.append(Slot(frozenset(lexicon.alike(term)), ALIKE))
    return Facet(tuple(slot for slot in slots if slot.terms), weight)


def _standing(stems: Iterable[str], lexicon: Lexicon) -> frozenset[str]:
    return frozenset(term for each in stems for term in lexicon.with_stem(each))
