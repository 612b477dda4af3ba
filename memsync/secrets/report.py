"""From raw matches to findings: one a place, with line, column and allowance."""

from __future__ import annotations

from memsync.secrets import allow
from memsync.secrets.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.context import Found

_VAGUE = (
    "jwt",
    "bearer-",
    "basic-",
    "authorization-",
    "service-",
    "generic-",
    "prose-",
)
"""Beginnings of rules that a more precise rule at the same place outranks, in order."""


def findings(data: bytes, found: list[Found]) -> list[tuple[Finding, bool]]:
    """The findings in order; where two overlap, the more precise rule names it."""
    kept: list[Found] = []
    for item in sorted(found, key=lambda f: (_vague(f[3]), f[1], f[1] - f[2])):
        if not any(item[1] < k[2] and k[1] < item[2] for k in kept):
            kept.append(item)
    kept.sort(key=lambda f: f[1])
    markers = allow.markers(data)
    lines = _Lines(data)
    result = []
    for at, start, end, rule in kept:
        line, column = lines.locate(start)
        finding = Finding(rule, line, column, start, end)
        last, _ = lines.locate(end - 1)
        first, _ = lines.locate(at)
        result.append((finding, markers.allow(rule, first, last)))
    return result


def _vague(rule: str) -> int:
    for rank, start in enumerate(_VAGUE, 1):
        if rule.startswith(start):
            return rank
    return 0


class _Lines:
    """Offsets to lines and columns."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._starts = [0]
        at = data.find(b"\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = data.find(b"\n", at + 1)

    def locate(self, offset: int) -> tuple[int, int]:
        from bisect import bisect_right

        line = bisect_right(self._starts, offset)
        before = self._data[self._starts[line - 1] : offset]
        try:
            return line, len(before.decode()) + 1
        except UnicodeDecodeError:
            return line, len(before) + 1
