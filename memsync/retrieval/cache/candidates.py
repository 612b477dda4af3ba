"""Which notes may be among the best, by the words of a query that they have."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from memsync.record import NamedTuple
from memsync.retrieval.cache.postings import ALL_COUNTED, RANGE, most_counted

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from memsync.retrieval.cache.postings import Posting
    from memsync.retrieval.ranking.weights import Bound, Gain

# Words that together can give less than the least score divided by this are not
# looked up.
_LEFT_OUT = 8


class Rest(NamedTuple):
    """The most that the words which are not looked up can give a note together."""

    score: float
    held: float


def needed_of(gains: Mapping[str, Gain], least: float) -> tuple[dict[str, Gain], Rest]:
    """The words to look up, and the most that all others give a note together.

    The others give least, together a small part of `least`: they are the most common
    words, which most notes have (Turtle and Flood, Query Evaluation: Strategies and
    Optimizations, 1995).
    """
    # The least gain last, since `popitem` takes from the end.
    needed = dict(sorted(gains.items(), key=lambda one: (-one[1].score, one[0])))
    score = held = 0.0
    while needed:
        word, gain = needed.popitem()
        if score + gain.score >= least / _LEFT_OUT:
            needed[word] = gain
            break
        score += gain.score
        held += sum(share for _, share in gain.held)
    return needed, Rest(score, held)


class Found(NamedTuple):
    """The words of a query in one cache."""

    words: Sequence[tuple[Gain, Mapping[int, Posting]]]
    """How much each can give a note, and the notes that have it, by range."""
    shadowed: Mapping[int, AbstractSet[int]]
    """The places of shadowed notes, by range."""


def bounds(
    found: Found, rest: Rest, bound: Bound, least: float, average: float
) -> Iterator[tuple[float, int]]:
    """How much each note of one cache can score that has any of these words.

    A note may have the rest, too. Each comes as minus that score and its number, the
    least first, since a heap gives the least. Notes that can score at most `least` are
    left out, and so are shadowed ones.
    """
    facets = _Facets(gain for gain, _ in found.words)
    ranges, sums, helds = _sums(found, facets, bound, average)
    scores = sums.__getitem__
    counts = facets.counts(rest, bound)
    waiting: list[tuple[float, int]] = []
    # No note counts more than in full, so those with less can wait: only the share of
    # a few hundred is computed, which took a search more time than all the rest.
    for place in sorted(range(len(sums)), key=scores, reverse=True):
        score = sums[place]
        if not score or score + rest.score < least:
            break
        score += rest.score
        while waiting and -waiting[0][0] > score:
            yield heappop(waiting)
        score *= counts(helds[place])
        if score >= least:
            range_, at = divmod(place, RANGE)
            heappush(waiting, (-score, ranges[range_] * RANGE + at))
    while waiting:
        yield heappop(waiting)


def _sums(
    found: Found, facets: _Facets, bound: Bound, average: float
) -> tuple[list[int], list[float], list[int]]:
    """The ranges in order, and of each place in them what its words give and hold.

    A note without any of the words has 0, as a shadowed one.
    """
    counted = most_counted(average) if bound.curved else ALL_COUNTED
    of_range: dict[int, tuple[list[float], list[int]]] = {}
    for gain, postings in found.words:
        given = [gain.score * much for much in counted]
        held = facets.bits(gain)
        for range_, (notes, levels) in postings.items():
            if range_ not in of_range:
                of_range[range_] = [0.0] * RANGE, [0] * RANGE
            sums, helds = of_range[range_]
            for note, level in zip(notes, levels, strict=True):
                sums[note] += given[level]
                helds[note] |= held
    for range_ in found.shadowed.keys() & of_range.keys():
        for note in found.shadowed[range_]:
            of_range[range_][0][note] = 0.0
    ranges = sorted(of_range)
    return (
        ranges,
        [score for range_ in ranges for score in of_range[range_][0]],
        [held for range_ in ranges for held in of_range[range_][1]],
    )


class _Facets:
    """What words stand for, as bits of one number: a field of it for each facet.

    In a field there is one bit for each share, the least share first.
    """

    def __init__(self, gains: Iterable[Gain]) -> None:
        shares: dict[int, set[float]] = {}
        for gain in gains:
            for facet, share in gain.held:
                shares.setdefault(facet, set()).add(share)
        self._fields: list[tuple[int, int, list[float]]] = []
        self._bits: dict[tuple[int, float], int] = {}
        begin = 0
        for facet, its in shares.items():
            ordered = sorted(its)
            self._fields.append((begin, (1 << len(its)) - 1, [0.0, *ordered]))
            for at, share in enumerate(ordered, begin):
                self._bits[facet, share] = 1 << at
            begin += len(its)

    def bits(self, gain: Gain) -> int:
        """All that a word stands for."""
        bits = 0
        for part in gain.held:
            bits |= self._bits[part]
        return bits

    def counts(self, rest: Rest, bound: Bound) -> Callable[[int], float]:
        """The share of its score that counts for a note, by its words' bits.

        Each facet counts with its best. The sets repeat, so each is computed once.
        """
        fields = self._fields

        @cache
        def counts(bits: int) -> float:
            held = rest.held
            for begin, mask, shares in fields:
                held += shares[(bits >> begin & mask).bit_length()]
            return 1 - bound.together + bound.together * min(1.0, held)

        return counts
