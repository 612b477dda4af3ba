"""Unattended runs: at most one an hour, and only to a confirmed model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Locked, MemsyncError
from memsync.files import atomic
from memsync.files.lock import hold

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.learn.models.choice import Named

HOUR = 3600.0
# Seconds that a turn may seem to lie ahead: every process counts from its own start,
# and who took the turn may have started later than who looks.
_SKEW = 60.0
# The time at which the last unattended run began.
_STAMP = "learn.started"
_CONFIRMED = "learn-model.json"
# The most bytes of the file that stores the confirmed models.
_LARGEST = 64 << 10


def is_due(state: Path, now: float) -> bool:
    """Whether the last unattended run began at least an hour ago."""
    try:
        last = float(atomic.read_regular(state / _STAMP, limit=64))
    # Without a readable time stamp, a run is due.
    except (OSError, ValueError, MemsyncError):
        return True
    # A time stamp from a clock that was fast must not stop all runs until then.
    return not -_SKEW <= now - last < HOUR


def take_turn(state: Path, now: float) -> bool:
    """Whether this process may start the run that is due."""
    if not is_due(state, now):
        return False
    atomic.make_folder(state, mode=0o700)
    try:
        with hold(state / "learn.turn.lock", what="learn", wait=0.0):
            if not is_due(state, now):
                return False
            atomic.write(state / _STAMP, f"{now:.0f}\n".encode(), mode=0o600)
            return True
    # Another process has just started it.
    except Locked:
        return False


class Confirmed(NamedTuple):
    """The models to which a person let their sessions go."""

    id: str
    name: str


def confirmed(config: Path) -> Confirmed | None:
    """The last confirmation; None if there is none, or it cannot be read."""
    try:
        given = json.loads(atomic.read_regular(config / _CONFIRMED, limit=_LARGEST))
        return Confirmed(str(given["id"]), str(given["name"]))
    # Never confirmed, or unreadable: it is safe to assume no confirmation.
    except (
        OSError,
        ValueError,
        TypeError,
        KeyError,
        RecursionError,
        MemsyncError,
    ):
        return None


def confirm(config: Path, named: Named) -> None:
    """Record that unattended runs may send sessions to these models, too."""
    known = confirmed(config)
    if known is not None and known.id == named.id:
        return
    atomic.make_folder(config, mode=0o700)
    text = json.dumps({"id": named.id, "name": named.extract}) + "\n"
    atomic.write(config / _CONFIRMED, text.encode(), mode=0o600)


def has_changed(config: Path, named: Named) -> str:
    """The confirmed models if others are set now; empty if they are the same.

    Without a confirmation, the person's own settings file counts as one.
    """
    known = confirmed(config)
    return "" if known is None or known.id == named.id else known.name
