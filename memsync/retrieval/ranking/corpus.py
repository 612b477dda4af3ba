"""The notes that a query ranks, by their words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from memsync.retrieval.ranking.weights import counted, length, places_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from memsync.retrieval.ranking.weights import Bound, Gain, Place
    from memsync.retrieval.words.documents import Document
    from memsync.retrieval.words.lexicon import Lexicon


class Corpus(Protocol):
    """Notes by number, as bm25 and keyword need them."""

    @property
    def size(self) -> int:
        """How many notes there are."""

    @property
    def average(self) -> float:
        """The average of `lengths`; never 0."""

    @property
    def lexicon(self) -> Lexicon:
        """Every term by which a written word of the notes can be found."""

    def written(self, wanted: AbstractSet[str]) -> Mapping[str, tuple[str, ...]]:
        """The written words that match a wanted term, each with those it matches."""

    def having(self, words: Collection[str]) -> int:
        """How many notes have any of these written words."""

    def candidates(
        self, gains: Mapping[str, Gain], bound: Bound, least: float = 0.0
    ) -> Iterator[tuple[int, float]]:
        """The notes that have any of these words, the most promising first.

        Each comes with an upper bound of its score; notes that can score no more than
        `least` may be left out.
        """

    def places(
        self, words: Collection[str], notes: Collection[int]
    ) -> Iterable[tuple[int, str, Place]]:
        """The places of these words in these notes, in one order for every corpus."""

    def lengths(self, notes: Collection[int]) -> Mapping[int, int]:
        """The number of written words in each note's description and body."""


class Texts:
    """A corpus of documents in memory; a note's number is its index among them."""

    def __init__(self, documents: Sequence[Document]) -> None:
        # A hook gets its corpus from a cache, and must not wait for this import.
        from memsync.retrieval.words import documents as of
        from memsync.retrieval.words.lexicon import SortedTerms
        from memsync.retrieval.words.terms import terms

        texts = [of.counted(document) for document in documents]
        self._terms = {word: terms(word) for word in of.vocabulary(texts)}
        self.lexicon: Lexicon = SortedTerms(set().union(*self._terms.values()))
        self.size = len(texts)
        self._lengths = [length(text) for text in texts]
        self.average = sum(self._lengths) / (self.size or 1) or 1.0
        self._places: dict[str, dict[int, Place]] = {}
        for number, text in enumerate(texts):
            for word, place in places_in(text).items():
                self._places.setdefault(word, {})[number] = place

    def written(self, wanted: AbstractSet[str]) -> Mapping[str, tuple[str, ...]]:
        """As `Corpus.written`."""
        found = {}
        for word, its in self._terms.items():
            if meant := tuple(term for term in its if term in wanted):
                found[word] = meant
        return found

    def having(self, words: Collection[str]) -> int:
        """As `Corpus.having`."""
        return len(set().union(*(self._places[word] for word in words)))

    def candidates(
        self, gains: Mapping[str, Gain], bound: Bound, least: float = 0.0
    ) -> Iterator[tuple[int, float]]:
        """As `Corpus.candidates`."""
        sums: dict[int, float] = {}
        helds: dict[int, dict[int, float]] = {}
        curved, together = bound
        for word, gain in gains.items():
            for number, (weight, _) in self._places[word].items():
                share = self._lengths[number] / self.average
                own = gain.score * (counted(weight, share) if curved else 1.0)
                sums[number] = sums.get(number, 0.0) + own
                held = helds.setdefault(number, {})
                for facet, much in gain.held:
                    held[facet] = max(held.get(facet, 0.0), much)
        scores = {
            number: score
            * (1 - together + together * min(1.0, sum(helds[number].values())))
            for number, score in sums.items()
        }
        found = [one for one in scores.items() if one[1] >= least]
        # Equal scores by number, so that they always come in one order.
        return iter(sorted(found, key=lambda one: (-one[1], one[0])))

    def places(
        self, words: Collection[str], notes: Collection[int]
    ) -> Iterable[tuple[int, str, Place]]:
        """As `Corpus.places`."""
        for word in sorted(words):
            here = self._places[word]
            for number in notes:
                if number in here:
                    yield number, word, here[number]

    def lengths(self, notes: Collection[int]) -> Mapping[int, int]:
        """As `Corpus.lengths`."""
        return {number: self._lengths[number] for number in notes}
