"""A text that repeats itself, without the repeats.

A hundred megabytes of `key=key=…` hold no more than their first and last kilobytes, and
checking each keyword takes time. So a long run of the same few bytes is cut down to its
beginning and its end before the scan.
"""

from __future__ import annotations

from memsync.secrets.texts.forms import without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.texts.forms import Form

# Bytes of the shortest text that is checked.
_SHORTEST = 1 << 17

# Bytes between two samples, and bytes of one: enough to notice a file that repeats.
_STEP = 1 << 15
_SAMPLE = 48

# The most bytes of what a run repeats.
_PERIOD = 4096

# Bytes kept at each end of a run: more than any finding with its name has.
_KEPT = 1 << 13


def shortened(data: bytes) -> Form | None:
    """The text without its repeats; None where it has none."""
    if len(data) < _SHORTEST:
        return None
    cuts = [*_cuts(data)]
    return without(data, cuts) if cuts else None


def _cuts(data: bytes) -> Iterator[tuple[int, int]]:
    """What is removed: whole periods of long runs, so that both ends fit together."""
    at = 0
    while at + _STEP < len(data):
        sample = data[at : at + _SAMPLE]
        again = data.find(sample, at + 1, at + _PERIOD + _SAMPLE)
        end = _run(data, at, again - at) if again > 0 else 0
        if end - at < 4 * _KEPT:
            at += _STEP
            continue
        period = again - at
        start = at + _KEPT
        whole = (end - _KEPT - start) // period * period
        yield start, start + whole
        at = end


def _run(data: bytes, at: int, period: int) -> int:
    """Where the run ends that repeats itself every `period` bytes from `at` on."""
    end, step = at + period, _STEP
    while step:
        one = data[end : end + step]
        # Each further piece equals the one a period before it.
        if one and len(one) == step and one == data[end - period : end - period + step]:
            end += step
            # Doubled while pieces repeat, then halved: so there are few comparisons.
            step = min(step * 2, 1 << 20)
        else:
            step //= 2
    return end
