"""Runs that nobody started by hand: at most one an hour, to a model that is known."""

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
# The time at which the last unattended run began.
_STAMP = "learn.started"
_CONFIRMED = "learn-model.json"
# Bytes of the confirmed command line.
_LARGEST = 64 << 10


def is_due(state: Path, now: float) -> bool:
    """Whether the last run that nobody started is an hour ago, by any clock."""
    try:
        last = float(atomic.read_regular(state / _STAMP, limit=64))
    # Without a readable stamp a run is due.
    except (OSError, ValueError, MemsyncError):
        return True
    # A stamp of a clock that ran ahead must not stop all runs until then.
    return not 0 <= now - last < HOUR


def take_turn(state: Path, now: float) -> bool:
    """Whether it is this process that starts the run that is due."""
    if not is_due(state, now):
        return False
    atomic.make_folder(state, mode=0o700)
    try:
        with hold(state / "learn.turn.lock", what="learn", wait=0.0):
            if not is_due(state, now):
                return False
            atomic.write(state / _STAMP, f"{now:.0f}\n".encode(), mode=0o600)
            return True
    # Another session started one just now.
    except Locked:
        return False


class Confirmed(NamedTuple):
    """The models that a person let their sessions go to."""

    id: str
    name: str


def confirmed(config: Path) -> Confirmed | None:
    """What was confirmed last; None where nothing was, or nothing can be read."""
    try:
        given = json.loads(atomic.read_regular(config / _CONFIRMED, limit=_LARGEST))
        return Confirmed(str(given["id"]), str(given["name"]))
    # Never confirmed, or unreadable: the safe answer is that nothing was.
    except (OSError, ValueError, TypeError, KeyError, MemsyncError):
        return None


def confirm(config: Path, named: Named) -> None:
    """Keep that sessions may go to these models also when nobody is there."""
    known = confirmed(config)
    if known is not None and known.id == named.id:
        return
    atomic.make_folder(config, mode=0o700)
    text = json.dumps({"id": named.id, "name": named.extract}) + "\n"
    atomic.write(config / _CONFIRMED, text.encode(), mode=0o600)


def has_changed(config: Path, named: Named) -> str:
    """What was confirmed where another model is set now; empty where it is the same.

    Where nothing was confirmed yet, the person's own file is what they said.
    """
    known = confirmed(config)
    return "" if known is None or known.id == named.id else known.name
