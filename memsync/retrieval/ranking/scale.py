"""What a note scores for a query, by how often it has a match for each slot."""

from __future__ import annotations

from memsync.retrieval.ranking.gains import REST
from memsync.retrieval.ranking.weights import norm

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memsync.retrieval.words.query import Facet

# The share of the word's own score that its substitutes may reach in the same place.
_WITHOUT = 0.95

# The share of a score that depends on how much of the query a note has: all of its
# words in one note say more than a few of them, even rarer ones.
TOGETHER = 0.6


class Scale:
    """Scores notes for one query: what is the same for all notes is computed once."""

    def __init__(
        self, asked: Sequence[Facet], rarities: Sequence[float], absent: float
    ) -> None:
        """`rarities` go by slot; `absent` is that of a word that no note has."""
        self.own: list[float] = []
        """The weight of each word of the query, by its rarity."""
        self._own_slots: dict[int, int] = {}
        self._facets: list[Facet] = []
        self._of_slot: list[int] = []
        self._best: list[float] = []
        self._shares: list[float] = []
        self._rarities = rarities
        self._firsts: list[int] = []
        for number, facet in enumerate(asked):
            at = len(self._of_slot)
            self._firsts.append(at)
            self._facets.append(facet)
            self.own.append(facet.weight * (rarities[at] if facet.exact else absent))
            if facet.exact:
                self._own_slots[at] = number
            for slot in facet.slots:
                self._of_slot.append(number)
                self._best.append(slot.weight * rarities[len(self._best)])
                self._shares.append(min(1.0, slot.weight))
            if facet.exact:
                self._shares[at] = 1.0
        self._every = 0.0
        # Not `sum`, which rounds in another way from Python 3.12 on.
        for weight in self.own:
            self._every += weight
        self.exact = frozenset(self._own_slots)
        """The slots of the query's own words: the first of each facet that has one."""

    def held(self, row: Mapping[int, float]) -> float:
        """How many of the query's own words a note has, weighted by rarity."""
        total = 0.0
        for at, number in self._own_slots.items():
            if at in row:
                total += self.own[number]
        return total

    def score(self, row: Mapping[int, float], length: float) -> float:
        """The score of a note; `length` is its share of the average."""
        half = norm(length)
        by_facet: dict[int, list[int]] = {}
        for at in sorted(row):
            by_facet.setdefault(self._of_slot[at], []).append(at)
        total = held = 0.0
        for number, slots in by_facet.items():
            facet = self._facets[number]
            found = [self._best[at] * row[at] / (row[at] + half) for at in slots]
            held += self.own[number] * max(self._shares[at] for at in slots)
            best = max(found)
            gain = best + REST * (sum(found) - best)
            first = self._firsts[number]
            if facet.exact and slots[0] != first:
                most = max(row[at] for at in slots)
                cap = _WITHOUT * self._rarities[first] * most / (most + half)
                gain = min(gain, cap)
            total += facet.weight * gain
        return total * (1 - TOGETHER + TOGETHER * held / self._every)
