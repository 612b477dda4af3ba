"""Rounds in this process, at a moment when no file counts as changed just now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import time_ns
from typing import TYPE_CHECKING

from memsync.clock import Now
from memsync.config import settings as config
from memsync.paths import Places
from memsync.sync.early.door import early_round
from memsync.sync.early.idle import NotDone
from memsync.sync.round.opening import open_context
from memsync.sync.round.repair import run

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.sync.early.idle import Done
    from memsync.sync.state.result import Result
    from support.machine import Machine

# Seconds from now.
LATER = 60


def later_ns() -> int:
    """That moment, in nanoseconds since 1970."""
    return time_ns() + LATER * 10**9


def whole_round(machine: Machine, *, days: int = 0) -> Result:
    """A round in full; `days` later still."""
    utc = datetime.now(UTC) + timedelta(seconds=LATER, days=days)
    places = Places(machine.environ)
    desk = open_context(places, config.load(places, None), Now(utc, utc.date()))
    return run(desk, machine.environ)


def answered(machine: Machine) -> Done | None:
    """What an idle or a short round did; None where a whole one has to be run."""
    done = early_round(machine.environ, later_ns())
    return None if isinstance(done, NotDone) else done


def put(machine: Machine, name: str, text: str) -> Path:
    """Write a note as an agent does."""
    file = machine.user_memory / f"{name}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def with_remote(machine: Machine, remote: Path | str) -> None:
    """Set sync up."""
    machine.config.mkdir(parents=True)
    (machine.config / "config.yaml").write_text(f"sync:\n  remote: {remote}\n")
