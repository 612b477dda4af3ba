"""The most that each word of the notes can add to a note's score for a query.

A note is scored only if the gains of its words may be enough. So the sum of these gains
must never be less than the score, and should not be much more.
"""

from __future__ import annotations

from memsync.retrieval.ranking.weights import Gain

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memsync.retrieval.words.query import Facet

# The share of a query's word that its matches other than the best one add.
REST = 0.4


def gains(
    asked: Sequence[Facet],
    own: Sequence[float],
    rarities: Sequence[float],
    hits: Mapping[str, Sequence[int]],
) -> dict[str, Gain]:
    """The gain of each written word, by the slots that it `hits`.

    `own` is the weight of each facet; `rarities` go by slot. The best slot of a facet
    counts in full, the others in part. A word may be in several. For two words, the
    best slot of both gives no more than the best slots of each together.
    """
    of_slot = [
        (at, facet.weight * slot.weight, min(1.0, slot.weight))
        for at, facet in enumerate(asked)
        for slot in facet.slots
    ]
    every = sum(own)
    found = {}
    for word, hit in hits.items():
        score = 0.0
        held = []
        by_facet: dict[int, list[int]] = {}
        for slot in hit:
            by_facet.setdefault(of_slot[slot][0], []).append(slot)
        for facet, slots in by_facet.items():
            given = [of_slot[slot][1] * rarities[slot] for slot in slots]
            best = max(given)
            score += best + REST * (sum(given) - best)
            share = own[facet] * max(of_slot[slot][2] for slot in slots)
            held.append((facet, share / every))
        found[word] = Gain(score, tuple(held))
    return found
