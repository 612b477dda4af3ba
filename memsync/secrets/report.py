"""From raw matches to findings: one for each place, with line, column and allowance."""

from __future__ import annotations

from memsync.secrets import allow
from memsync.secrets.doubts import confidence, public
from memsync.secrets.doubts.levels import LOW, at_least
from memsync.secrets.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.forms import Form

# How the names of rules begin that give way to a more precise rule, in order.
_VAGUE = (
    "jwt",
    "bearer-",
    "basic-",
    "authorization-",
    "service-",
    "generic-",
    "prose-",
)

# Rules of what the model finds, among others.
_LIKELY = ("prose-password", "prose-code", "prose-phrase")

# The rank of what any tier finds, of what only counts where nothing else is found, and
# of samples.
_FIRST, _LATE, _LAST = range(3)

# Bytes before and after a finding that decide its confidence.
_ABOVE, _RIGHT = 600, 300


def findings(
    data: bytes,
    found: list[Found],
    meant: list[Found],
    late: list[Found],
    samples: Sequence[Found] = (),
) -> list[tuple[Finding, bool]]:
    """The findings in order; where some overlap, the most precise rule gives the name.

    `found` is in the text itself, and `meant` in its normal form: a provider's token of
    `meant` outranks what a vaguer rule has `found`, and all else of it counts as late.
    A `late` match counts only where it overlaps none of the former, and one of
    `samples` only where it overlaps nothing else. A sample has low confidence.
    """
    precise = [item for item in meant if not _vague(item[3])]
    vague = [item for item in meant if _vague(item[3])]
    kept = _without_overlaps(found, precise, late + vague, samples)
    shown = set(samples).difference(found, meant, late)
    markers = allow.markers(data)
    lines = _Lines(data)
    result = []
    page = None
    for at, start, end, rule in kept:
        first, _ = lines.locate(at)
        line, column = lines.locate(start)
        last, _ = lines.locate(end - 1)
        above, right = data[max(0, start - _ABOVE) : start], data[end : end + _RIGHT]
        sure, why = confidence.of(rule, data[start:end], above, right)
        if sure != LOW and rule in _LIKELY:
            from memsync.secrets.model import search

            why = search.reasons(rule, data, start, end) or why
        if sure != LOW and (at, start, end, rule) in shown:
            sure, why = LOW, confidence.SHOWN
        in_page = public.of_page(rule, above)
        if in_page and not at_least(in_page[0], sure):
            page = public.is_page(data) if page is None else page
            sure, why = in_page if page else (sure, why)
        finding = Finding(rule, line, column, start, end, sure, why)
        result.append((finding, markers.allow(rule, first, last)))
    return result


def _without_overlaps(
    found: list[Found], meant: list[Found], late: list[Found], samples: Sequence[Found]
) -> list[Found]:
    """The findings in order; of those that overlap, the one of the better rule."""
    from bisect import bisect_left

    kept: list[Found] = []
    starts: list[int] = []
    ranked = [
        *(*_ranked(found, _FIRST), *_ranked(meant, _FIRST, in_form=True)),
        *(*_ranked(late, _LATE), *_ranked(samples, _LAST)),
    ]
    for *_, item in sorted(ranked):
        # The kept ones do not overlap, so only the two neighbours can overlap this one.
        at = bisect_left(starts, item[1])
        before = at > 0 and kept[at - 1][2] > item[1]
        behind = at < len(kept) and kept[at][1] < item[2]
        if not (before or behind):
            kept.insert(at, item)
            starts.insert(at, item[1])
    return kept


def _ranked(
    matches: Sequence[Found], rank: int, *, in_form: bool = False
) -> Iterator[tuple[int, int, bool, int, int, int, Found]]:
    """Matches behind what sorts them; `in_form`: of a normal form of the text."""
    for i, match in enumerate(matches):
        _, start, end, rule = match
        # What looks like a token within a private key is there by chance.
        own = _FIRST if rule == "private-key" else rank
        yield own, _vague(rule), in_form, start, start - end, i, match


def _vague(rule: str) -> int:
    for rank, start in enumerate(_VAGUE, 1):
        if rule.startswith(start):
            return rank
    return 0


def of_decoded(
    here: list[tuple[Finding, bool]], inner: list[tuple[Finding, bool]], wide: Form
) -> list[tuple[Finding, bool]]:
    """The findings of a text and of its decoded form, at their places in the file."""
    result = list(here)
    for found, allowed in inner:
        start, end = wide.place(found.start, found.end)
        if not any(f.start < end and start < f.end for f, _ in here):
            placed = Finding(
                *(found.rule, found.line, found.column, start, end),
                *(found.confidence, found.why),
            )
            result.append((placed, allowed))
    return sorted(result, key=lambda one: one[0].start)


class _Lines:
    """Converts offsets to lines and columns, each from the one before it."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at, self._line, self._start = 0, 1, 0
        """The last offset, its line, and where that begins."""
        self._counted = (0, 1)
        """Where the column was counted last, and what it was."""

    def locate(self, offset: int) -> tuple[int, int]:
        self._go_to(offset)
        start, column = self._start, 1
        # With ten thousand findings on one line, counting must not start anew for each.
        if start <= self._counted[0] <= offset:
            start, column = self._counted
        between = self._data[start:offset]
        try:
            column += len(between.decode())
        except UnicodeDecodeError:
            column += len(between)
        self._counted = (offset, column)
        return self._line, column

    def _go_to(self, offset: int) -> None:
        data, first = self._data, min(self._at, offset)
        lines = data.count(b"\n", first, max(self._at, offset))
        if lines:
            self._line += lines if offset > self._at else -lines
            self._start = data.rfind(b"\n", 0, offset) + 1
        self._at = offset
