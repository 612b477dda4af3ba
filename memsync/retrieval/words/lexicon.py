"""All terms of some texts, sorted, and ways to find those similar to a given one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left

from memsync.retrieval.words.stem import stem

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

# Shorter beginnings match too many words.
_SHORTEST_PREFIX = 4

# No word that people write is longer, and all beginnings of a word of 100,000 letters
# are five billion letters together.
_LONGEST_PREFIX = 64

# Words with this share of letter triples in common count as one word.
_ALIKE = 0.6


def prefix_of(stem_: str) -> str:
    """What every word of a stem begins with."""
    # Endings change a stem's last letter at most: happy is happi, rely is reli.
    return stem_[:-1] if len(stem_) > 3 else stem_[:2]


class Lexicon(ABC):
    """A set of lower-case terms. Stems are made only for terms that may have them.

    Each call takes many words at once, because in a file each query costs time.
    """

    @abstractmethod
    def beginning(self, prefixes: Collection[str]) -> Mapping[str, Sequence[str]]:
        """For each prefix the terms that begin with it, sorted."""

    @abstractmethod
    def begun(self, prefixes: Collection[str]) -> AbstractSet[str]:
        """Those of the prefixes that some term begins with."""

    @abstractmethod
    def present(self, terms: Collection[str]) -> AbstractSet[str]:
        """Those of the terms that are in the lexicon exactly."""

    def with_stems(self, wanted: Collection[str]) -> Mapping[str, Sequence[str]]:
        """For each stem the terms that have it."""
        near = self.beginning({prefix_of(each) for each in wanted})
        return {
            each: [term for term in near[prefix_of(each)] if stem(term) == each]
            for each in wanted
        }

    def forms(self, words: Collection[str]) -> Mapping[str, Sequence[str]]:
        """The terms that are forms of each word; a word that has none may be left out.

        The stem of a word is made only if necessary.
        """
        # No ending is longer than four letters, whatever the length of the word.
        starts = {word: word[: min(4, max(2, len(word) - 4))] for word in words}
        begun = self.begun(set(starts.values()))
        stems = {word: stem(word) for word in words if starts[word] in begun}
        found = self.with_stems(set(stems.values()))
        return {word: found[its] for word, its in stems.items()}

    def extending(self, terms: Collection[str]) -> Mapping[str, Sequence[str]]:
        """For each term its longer and shorter forms: config, k8s."""
        long = [term for term in terms if len(term) >= _SHORTEST_PREFIX]
        longer = self.beginning(long)
        cut = {term: [term[:end] for end in _ends_before(len(term))] for term in long}
        there = self.present({short for its in cut.values() for short in its})
        found: dict[str, list[str]] = {term: [] for term in terms}
        for term in long:
            found[term] += [other for other in longer[term] if other != term]
            found[term] += [short for short in cut[term] if short in there]
        return found

    def alike(self, term: str) -> Sequence[str]:
        """The terms with a similar spelling, for a word of which no form is there."""
        if len(term) < _SHORTEST_PREFIX:
            return []
        own = _triples(term)
        return [
            found
            for found in self.beginning(term[:1])[term[:1]]
            if abs(len(found) - len(term)) <= 2
            and _share(own, _triples(found)) >= _ALIKE
        ]


class SortedTerms(Lexicon):
    """A lexicon in memory."""

    def __init__(self, terms: Iterable[str]) -> None:
        self.terms = sorted(terms)

    def beginning(self, prefixes: Collection[str]) -> Mapping[str, Sequence[str]]:
        """As `Lexicon.beginning`."""
        found = {}
        for prefix in prefixes:
            first = bisect_left(self.terms, prefix)
            end = bisect_left(self.terms, prefix + "\U0010ffff", first)
            found[prefix] = self.terms[first:end]
        return found

    def begun(self, prefixes: Collection[str]) -> AbstractSet[str]:
        """As `Lexicon.begun`."""
        return {each for each in prefixes if self._from(each).startswith(each)}

    def present(self, terms: Collection[str]) -> AbstractSet[str]:
        """As `Lexicon.present`."""
        return {each for each in terms if self._from(each) == each}

    def _from(self, text: str) -> str:
        """The first term that does not sort before the text; empty at the end."""
        at = bisect_left(self.terms, text)
        return self.terms[at] if at < len(self.terms) else ""


def _ends_before(length: int) -> range:
    """Where the shorter forms of a term of this length end."""
    return range(_SHORTEST_PREFIX, min(length, _LONGEST_PREFIX + 1))


def _triples(term: str) -> frozenset[str]:
    framed = f" {term} "
    return frozenset(framed[i : i + 3] for i in range(len(framed) - 2))


def _share(ours: frozenset[str], theirs: frozenset[str]) -> float:
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))
