"""Which notes may be among the best, by the words of a query that they have."""

from __future__ import annotations

from memsync.retrieval.cache.postings import ALL_COUNTED, RANGE, most_counted
from memsync.retrieval.ranking.weights import Gain

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from memsync.retrieval.cache.postings import Posting
    from memsync.retrieval.ranking.weights import Bound

# Of what a note is to score at least, words that give a smaller part together are not
# looked up.
_LEFT_OUT = 8


def needed_of(gains: Mapping[str, Gain], least: float) -> tuple[dict[str, Gain], Gain]:
    """The words that are looked up, and what all others give a note together.

    Those are the ones that give least, and a small part of `least` together: they are
    the most common words, which stand in most notes (Turtle and Flood, Query
    Evaluation: Strategies and Optimizations, 1995).
    """
    needed = dict(sorted(gains.items(), key=lambda one: (-one[1].score, one[0])))
    score = held = 0.0
    while needed:
        word, gain = needed.popitem()
        if score + gain.score >= least / _LEFT_OUT:
            needed[word] = gain
            break
        score += gain.score
        held += gain.held
    return needed, Gain(score, held)


def bounds(
    words: Iterable[tuple[Gain, Mapping[int, Posting]]],
    rest: Gain,
    bound: Bound,
    least: float,
    average: float,
) -> Iterator[tuple[int, float]]:
    """How much each note of one cache can score that has any of these words.

    It may have the rest, too. Those that can score no more than `least` are left out.
    """
    counted = most_counted(average) if bound.curved else ALL_COUNTED
    ranges: dict[int, list[tuple[Posting, list[complex]]]] = {}
    for gain, postings in words:
        # One addition for two sums: what the word gives is real, what it holds of the
        # query is imaginary.
        given = [complex(gain.score * much, gain.held) for much in counted]
        for range_, posting in postings.items():
            ranges.setdefault(range_, []).append((posting, given))
    alone = 1 - bound.together
    for range_, found in ranges.items():
        sums = [0j] * RANGE
        for (notes, levels), given in found:
            for note, level in zip(notes, levels, strict=True):
                sums[note] += given[level]
        for note, both in enumerate(sums, range_ * RANGE):
            score = both.real + rest.score
            if both and score >= least:
                held = min(1.0, both.imag + rest.held)
                most = score * (alone + bound.together * held)
                if most >= least:
                    yield note, most
