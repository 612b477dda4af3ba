"""Which notes may be among the best, by the words of a query that they have."""

from __future__ import annotations

from functools import cache

from memsync.record import NamedTuple
from memsync.retrieval.cache.postings import ALL_COUNTED, RANGE, most_counted

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

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


def bounds(
    words: Iterable[tuple[Gain, Mapping[int, Posting]]],
    rest: Rest,
    bound: Bound,
    least: float,
    average: float,
) -> Iterator[tuple[int, float]]:
    """How much each note of one cache can score that has any of these words.

    A note may have the rest, too. Notes that can score at most `least` are left out.
    """
    counted = most_counted(average) if bound.curved else ALL_COUNTED
    parts: dict[tuple[int, float], int] = {}
    ranges: dict[int, list[tuple[Posting, list[float], int]]] = {}
    for gain, postings in words:
        given = [gain.score * much for much in counted]
        held = 0
        for part in gain.held:
            held |= parts.setdefault(part, 1 << len(parts))
        for range_, posting in postings.items():
            ranges.setdefault(range_, []).append((posting, given, held))
    counts = _counts(parts, rest, bound)
    for range_, found in ranges.items():
        sums, helds = [0.0] * RANGE, [0] * RANGE
        for (notes, levels), given, held in found:
            for note, level in zip(notes, levels, strict=True):
                sums[note] += given[level]
                helds[note] |= held
        for note, score in enumerate(sums):
            if score and score + rest.score >= least:
                most = (score + rest.score) * counts(helds[note])
                if most >= least:
                    yield range_ * RANGE + note, most


def _counts(
    parts: Mapping[tuple[int, float], int], rest: Rest, bound: Bound
) -> Callable[[int], float]:
    """The share of its score that counts for a note, by the query's parts that it has.

    The parts are bits. Each facet counts with its best. The sets repeat, so each is
    computed once.
    """

    @cache
    def counts(bits: int) -> float:
        most: dict[int, float] = {}
        for (facet, share), bit in parts.items():
            if bits & bit:
                most[facet] = max(most.get(facet, 0.0), share)
        held = min(1.0, sum(most.values()) + rest.held)
        return 1 - bound.together + bound.together * held

    return counts
