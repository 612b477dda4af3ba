"""The hybrid logical clock that orders concurrent edits of several machines.

A clock decides which of two concurrent versions wins; it never decides what
survives (the loser is archived). It follows Kulkarni et al., "Logical Physical
Clocks" (2014): physical milliseconds, and a counter for ties.
"""

from __future__ import annotations

import re

from memsync.record import NamedTuple

TRAILER = "Memsync-Clock"

# A clock further ahead than this is not followed: see `Clock.tick`.
HORIZON_MS = 24 * 60 * 60 * 1000

# The machine of a version that memsync did not save, such as a web edit.
NO_MACHINE = "00000000"

# 9999-12-31T23:59:59.999Z: the last moment that an archive stamp can name.
_LATEST_MS = 253402300799999

# Milliseconds, a counter, and the machine's eight hex digits.
_TEXT = re.compile(r"([0-9]{1,15})-([0-9]{1,9})-([0-9a-f]{8})")


class Clock(NamedTuple):
    """One tick. Clocks compare as tuples, so that every two differ or are equal."""

    ms: int
    """Milliseconds since 1970 in UTC, at most the end of the year 9999."""
    counter: int
    machine: str
    """Eight hex digits, random for each machine: they break ties, name nobody."""

    def __str__(self) -> str:
        return f"{self.ms}-{self.counter}-{self.machine}"

    @property
    def seconds(self) -> int:
        """Whole seconds since 1970 in UTC, as git dates a commit."""
        return self.ms // 1000

    @property
    def stamp(self) -> str:
        """The moment as archive names have it: `20261121T225100Z`."""
        from datetime import UTC, datetime

        from memsync.memory.archive.version_id import STAMP

        return datetime.fromtimestamp(self.seconds, UTC).strftime(STAMP)


def parse(text: str) -> Clock | None:
    """The clock that `str` made, or None for anything else."""
    found = _TEXT.fullmatch(text)
    if not found or int(found[1]) > _LATEST_MS:
        return None
    return Clock(int(found[1]), int(found[2]), found[3])


def tick(now_ms: int, machine: str, *seen: Clock) -> Clock:
    """The next clock of this machine, later than every credible clock in `seen`.

    `seen` holds the clocks of the commits that the new one stands on and the
    last tick of this machine. One that lies more than `HORIZON_MS` ahead of
    `now_ms` is passed over: otherwise one machine set to the wrong year would
    drag all others there for good.
    """
    now_ms = min(max(now_ms, 0), _LATEST_MS)
    # Passing over a clock far ahead keeps one machine's wrong year from all others.
    credible = [clock for clock in seen if clock.ms <= now_ms + HORIZON_MS]
    latest = max(credible, default=Clock(-1, 0, machine))
    if now_ms > latest.ms:
        return Clock(now_ms, 0, machine)
    return Clock(latest.ms, latest.counter + 1, machine)


def of_foreign_commit(seconds: int, now_ms: int) -> Clock:
    """The clock of a commit without one: its date, never later than now."""
    # Git allows dates before 1970 and after 9999; clocks do not.
    ms = min(max(seconds, 0) * 1000, max(now_ms, 0), _LATEST_MS)
    return Clock(ms, 0, NO_MACHINE)


class Who(NamedTuple):
    """The machine whose clock ticks in this round."""

    machine: str
    now_ms: int
    name: str = ""
    """The name that its user gave it."""
    says: str = ""
    """What its next save must say of its id: see `memsync.sync.tree.machines`."""
