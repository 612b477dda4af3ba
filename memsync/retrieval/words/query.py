"""A query's words, and the other words in the notes that may replace each."""

from __future__ import annotations

from itertools import pairwise

from memsync.record import NamedTuple
from memsync.retrieval.words.stem import stem
from memsync.retrieval.words.terms import STOPWORDS, terms, words
from memsync.retrieval.words.thesaurus import thesaurus

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from memsync.retrieval.words.lexicon import Lexicon
    from memsync.retrieval.words.thesaurus import Idea

# The share of an exact match that other matches count: a longer or shorter form; a
# synonym; a word related to such words; a word related to the query's word; a similar
# spelling.
FORMS, SAME, NEAR, AROUND, ALIKE = 0.6, 0.65, 0.35, 0.3, 0.5

# The factor for synonyms if no note has the query's own word.
_ABSENT = 1.2

# Words so common in English that they tell little, even if few notes have them.
_LIGHT_WORDS = """
able actually add after again always another any anyone anything appear area ask
back bad before begin believe between big bit both bring call case certain change
child come consider continue create day deal different do doing done down each early
else end even ever every everything exactly expect eye fact fall feel few find first
follow give go good great grow handle happen head hear help here high hold home hour
include item just keep kind know large last lead learn leave let life like line
little live long look lot make man many matter mean meet month more most move much
name need needs never new next nothing now number off offer old one only open other
out own part people person play point provide put reach read real really remain
remember right run same say second see seem serve set show side sit small somebody
someone something sort speak stand stay still stuff supposed take tell thing think
three time try two understand use used using very wait walk want watch way week well
who whole whom whose why within without woman work world write year young
"""
LIGHT = frozenset(_LIGHT_WORDS.split())
# The weight of such a light word; a content word has 1.
LIGHT_WEIGHT = 0.6

# The weight of a part of a compound; the whole has 1. `Retry-After` is one thing, and
# only its own words match it.
PART = 0.5


class Slot(NamedTuple):
    """Terms of the notes that count as one, with their share of the query's word."""

    terms: frozenset[str]
    weight: float


class Facet(NamedTuple):
    """One word of a query with all that may replace it; the best match counts."""

    slots: tuple[Slot, ...]
    weight: float
    exact: bool
    """The word itself, in some form of it, is in the notes: the first slot."""


def facets(query: str, lexicon: Lexicon, *, alike: bool = True) -> list[Facet]:
    """The words of a query that may be in the notes; stop words if it has no others.

    With `alike`, words that are spelled similarly replace a word that no note has.
    """
    asked = _asked(query, lexicon)
    matches = _Matches(asked, lexicon, alike=alike)
    return [_facet(term, weight, matches) for term, weight in asked.items()]


class _Matches:
    """Finds the terms of the notes that match those of a query."""

    def __init__(
        self, asked: Mapping[str, float], lexicon: Lexicon, *, alike: bool
    ) -> None:
        of_stem = lexicon.with_stems({stem(term) for term in asked})
        self.exact = {term: frozenset(of_stem[stem(term)]) for term in asked}
        """The terms that are forms of each term."""
        self.every = frozenset(term for its in self.exact.values() for term in its)
        self.extending = lexicon.extending(asked.keys())
        self.ideas = {
            term: ([], []) if weight == PART else thesaurus().ideas(term)
            for term, weight in asked.items()
        }
        """As `Thesaurus.ideas`; nothing else stands for a part of a compound."""
        meant = {word for ideas in self.ideas.values() for word in _words_of(*ideas)}
        self._forms = lexicon.forms(meant)
        self._lexicon = lexicon if alike else None

    def forms(self, words: Iterable[str]) -> frozenset[str]:
        """All forms of some words of `ideas`."""
        return frozenset(form for word in words for form in self._forms.get(word, ()))

    def alike(self, term: str) -> frozenset[str]:
        """The terms with a similar spelling, if they may replace this one."""
        return frozenset(self._lexicon.alike(term) if self._lexicon else ())


def _words_of(same: Iterable[Idea], around: Iterable[Idea]) -> Iterator[str]:
    for idea in same:
        yield from idea.same
        yield from idea.near
    for idea in around:
        yield from idea.same


def plain_terms(query: str) -> list[str]:
    """The distinct terms of a query without its stop words, if others are left."""
    every = list(dict.fromkeys(t for word in words(query) for t in terms(word)))
    return [term for term in every if term not in STOPWORDS] or every


def _asked(query: str, lexicon: Lexicon) -> dict[str, float]:
    """The terms of a query, one for each stem, with their weights."""
    found = dict.fromkeys(plain_terms(query), 1.0)
    written = words(query)
    pairs = dict.fromkeys((a + b).casefold() for a, b in pairwise(written))
    joined = [pair for pair in pairs if pair.isalnum()]
    there = lexicon.present({*joined, *(terms(word)[-1] for word in written)})
    for word in written:
        *parts, whole = terms(word)
        if parts and whole in there:
            found.update((part, PART) for part in parts if part in found)
    # People also write `log in`, `data base` and `time zone` as one word.
    for one in joined:
        if one in there or thesaurus().has(one):
            found[one] = 1.0
    by_stem = {stem(term): term for term in reversed(found)}
    return {term: found[term] for term in found if by_stem[stem(term)] == term}


def _facet(term: str, weight: float, matches: _Matches) -> Facet:
    exact = matches.exact[term]
    forms = frozenset(matches.extending[term]) - exact
    slots = [Slot(exact, 1.0), Slot(forms, FORMS)]
    if not exact and not forms:
        slots.append(Slot(matches.alike(term), ALIKE))
    lift = 1.0 if exact else _ABSENT
    ideas, around = matches.ideas[term]
    for meant, without, part in (
        *((idea.same, exact, SAME) for idea in ideas),
        *((idea.near, matches.every, NEAR) for idea in ideas),
        *((idea.same, matches.every, AROUND) for idea in around),
    ):
        slots.append(Slot(matches.forms(meant) - without, part * lift))
    if term in LIGHT:
        weight *= LIGHT_WEIGHT
    return Facet(tuple(slot for slot in slots if slot.terms), weight, bool(exact))
