"""What the ledger tells of calls, runs and sessions."""

from __future__ import annotations

from typing import NamedTuple


class Spent(NamedTuple):
    """The calls and tokens of the last 24 hours."""

    calls: int
    tokens_in: int
    tokens_out: int


class Call(NamedTuple):
    """One call of a model."""

    run: str
    stage: str
    session: str
    """Empty in stage two."""
    model: str
    time: float
    seconds: float
    tokens_in: int
    tokens_out: int
    outcome: str
    """`ok`, or why there was no usable answer."""


class Run(NamedTuple):
    """One run of learning in one project."""

    id: str
    project: str
    root: str
    model: str
    by_itself: bool
    began: float
    ended: float | None
    report: dict[str, object]


class Trouble(NamedTuple):
    """A session that could not be read, and why."""

    session: str
    kind: str
    reason: str
    state: str
    next: float
