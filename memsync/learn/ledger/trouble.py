"""When to try a failed session again: three classes of failure."""

from __future__ import annotations

from typing import NamedTuple

# A session that fails this often by its own content is parked.
MOST_TRIES = 3

# The reason where a run was killed at each try, and so could not record one.
ALL_KILLED = "three runs ended while they read it"

# Seconds: two minutes, doubled with each failure, up to a day.
_FIRST_WAIT = 120.0
_LONGEST_WAIT = 86_400.0


class Standing(NamedTuple):
    """The state of a session in the ledger."""

    digest: str
    state: str
    """`claimed`, `read`, `failed`, `parked` or `refused`."""
    tries: int
    waits: int
    """How many temporary failures came in a row."""
    next: float
    """Seconds since 1970; the session is not tried before."""
    kind: str
    reason: str
    changed: float


def wait_after(waits: int, asked: float) -> float:
    """Seconds until the next try: 2, 4, 8 … minutes up to a day, or what was asked."""
    grown = _FIRST_WAIT * float(2 ** min(max(waits - 1, 0), 20))
    return max(min(grown, _LONGEST_WAIT), asked)


def why_not(standing: Standing | None, digest: str, now: float) -> str:
    """Why a session is not read now; empty if it is."""
    if standing is None or standing.digest != digest:
        return ""
    if standing.state == "read":
        return "already read"
    if standing.state in ("parked", "refused"):
        return f"{standing.state}: {standing.reason}"
    # A clock that was set back must not delay a session for years.
    if standing.state == "failed" and standing.changed <= now < standing.next:
        return f"tried again later: {standing.reason}"
    if standing.state == "claimed" and standing.tries >= MOST_TRIES:
        return f"parked: {ALL_KILLED}"
    return ""
