"""Finds the lines of a session that are on its live branch.

Agents append and never delete: an edited prompt, or a turn that was undone, begins a
second branch from an earlier record. The live branch is the path from the last record
to the first. Stores a number of eight bytes for each line, and a tuple for each record
that does not follow the one before it.
"""

from __future__ import annotations

import zlib
from array import array
from base64 import b64decode, b64encode
from hashlib import blake2b
from typing import NamedTuple

# With more forks no branch is searched for: no real session has so many.
_MOST_LINKS = 20_000


class _Run(NamedTuple):
    """Lines that follow one another, up to the next run."""

    first: int
    parent: int
    """The record that the first follows; 0 for none."""


class Tree:
    """The records of one file, as they come."""

    def __init__(self) -> None:
        self._ids = array("Q")
        """Of each line the digest of its id; 0 for lines without one."""
        self._beside = bytearray()
        """Of each line whether it belongs to what it follows, as a tool's result."""
        self._runs: list[_Run] = []
        self._last = 0
        self._given_up = False

    def add(
        self, line: int, id_: str, parent: str | None, *, beside: bool = False
    ) -> None:
        """Take in the record of a line; lines that are left out have no place."""
        if self._given_up:
            return
        node = _digest(id_)
        above = _digest(parent) if parent else 0
        while len(self._ids) < line:
            self._ids.append(0)
            self._beside.append(0)
        self._ids[line - 1] = node
        self._beside[line - 1] = beside
        if above != self._last or not self._runs:
            self._runs.append(_Run(line, above))
            self._given_up = len(self._runs) > _MOST_LINKS
        self._last = node

    def abandoned(self) -> tuple[tuple[int, int], ...]:
        """The first and last line of each stretch that was left behind."""
        runs = self._runs
        if self._given_up or len(runs) < 2:
            return ()
        parents = self._lines_of({run.parent for run in runs} - {0})
        starts = [run.first for run in runs]
        # How far each run is live: up to this line.
        live = [0] * len(runs)
        at, until = len(runs) - 1, len(self._ids)
        while live[at] < until:
            live[at] = until
            run = runs[at]
            line = parents.get(run.parent, 0)
            if line >= run.first:
                break  # a cycle: hostile, or a collision of digests
            if not line:
                # The parent is not in the file: take the record before it.
                if not run.parent or at == 0:
                    break
                line = run.first - 1
            at, until = _run_at(starts, line), line
        for number, run in enumerate(runs):
            above = parents.get(run.parent, 0)
            follows = 0 < above < run.first and live[_run_at(starts, above)] >= above
            if live[number] or follows:
                line = max(live[number], run.first - 1)
                live[number] = max(live[number], self._with_results(line, number))
        return tuple(
            (max(live[number] + 1, run.first), self._end(number))
            for number, run in enumerate(runs)
            if live[number] < self._end(number)
        )

    def _with_results(self, line: int, number: int) -> int:
        """How far what belongs to a line's record follows it in its run."""
        for after in range(line + 1, self._end(number) + 1):
            if self._ids[after - 1] and not self._beside[after - 1]:
                return after - 1
        return self._end(number)

    def _end(self, number: int) -> int:
        last = number + 1 == len(self._runs)
        return len(self._ids) if last else self._runs[number + 1].first - 1

    def _lines_of(self, wanted: set[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        for number, node in enumerate(self._ids, 1):
            if node in wanted:
                found.setdefault(node, number)
        return found

    def saved(self) -> dict[str, object]:
        """What `restored` needs, as JSON."""
        return {
            "ids": b64encode(zlib.compress(self._ids.tobytes(), 1)).decode(),
            "beside": b64encode(zlib.compress(self._beside, 1)).decode(),
            "runs": self._runs,
            "last": self._last,
            "given_up": self._given_up,
        }

    @classmethod
    def restored(cls, saved: dict[str, object]) -> Tree:
        """The tree as it was; raises `TypeError`, `ValueError` or `KeyError`."""
        made = cls()
        made._ids.frombytes(zlib.decompress(b64decode(str(saved["ids"]))))
        made._beside += zlib.decompress(b64decode(str(saved["beside"])))
        runs = saved["runs"]
        last = saved["last"]
        if not isinstance(runs, list) or not isinstance(last, int):
            raise TypeError("no tree")
        made._runs = [_Run(*run) for run in runs]
        made._last = last
        made._given_up = bool(saved.get("given_up"))
        return made


def _run_at(starts: list[int], line: int) -> int:
    from bisect import bisect_right

    return max(bisect_right(starts, line) - 1, 0)


def _digest(id_: str) -> int:
    made = blake2b(id_.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(made, "big") or 1
