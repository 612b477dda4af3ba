"""Records what runs proposed and what was accepted, for `learn undo`.

A file of JSON lines in the data folder; its loss loses no proposal and no note.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.files import atomic, json_lines
from memsync.memory.archive.journal import moment_of
from memsync.sessions.projects import Project

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.clock import Now

_FILE = "done.jsonl"
# Runs and acceptances that can be undone; older lines are dropped.
_KEPT = 500


class Event(NamedTuple):
    """One run or acceptance."""

    moment: str
    """The moment of the command, the same as in the journals of the memories."""
    command: str
    run: str
    """The id of the run; empty for an acceptance by a person."""
    made: tuple[str, ...]
    """The proposals that the run left for review."""
    accepted: tuple[str, ...]

    @classmethod
    def of(
        cls,
        now: Now,
        run: str = "",
        *,
        made: Sequence[str] = (),
        accepted: Sequence[str] = (),
    ) -> Event:
        """The event of the command that runs now."""
        return cls(moment_of(now), now.by, run, tuple(made), tuple(accepted))


def add(folder: Path, event: Event, project: Project) -> None:
    """Record an event; the caller holds the lock of the proposals. Raises `OSError`."""
    rows = _rows(folder)
    rows.append({**event._asdict(), "project": project._asdict()})
    _save(folder, rows)


def strike(folder: Path, moment: str) -> None:
    """Remove an event that was taken back, like `add`."""
    _save(folder, [row for row in _rows(folder) if row.get("moment") != moment])


def events(folder: Path) -> list[tuple[Event, Project]]:
    """All events with their repositories, the oldest first."""
    found = []
    for row in _rows(folder):
        try:
            event = Event(
                str(row["moment"]),
                str(row["command"]),
                str(row["run"]),
                tuple(map(str, row["made"])),
                tuple(map(str, row["accepted"])),
            )
            project = Project(**row["project"])
        except (KeyError, TypeError):
            continue
        found.append((event, project))
    return found


def _rows(folder: Path) -> list[dict[str, Any]]:
    return json_lines.load(folder / _FILE)


def _save(folder: Path, rows: Sequence[dict[str, Any]]) -> None:
    atomic.make_folder(folder, mode=0o700)
    json_lines.save(folder / _FILE, rows[-_KEPT:])
