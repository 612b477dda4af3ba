"""Record when a person last saw what sync merged, and undo that record."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.files import atomic
from memsync.sync.state.rounds import load_rounds, merged_since
from memsync.sync.state.state import state_folder_of

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.state.state import StateFolder

# The file's content if nobody had looked before.
_NEVER = "never"

# The most bytes that the file may have; a longer one is damaged.
_LONGEST = 64

# How a time is written, in UTC.
_TIME = "%Y-%m-%dT%H:%M:%SZ"


def time_of(path: Path) -> str | None:
    """When a file was last written, as ISO 8601 in UTC; None if it is missing."""
    from datetime import UTC, datetime

    try:
        moment = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None
    return moment.strftime(_TIME)


def last_look(state_folder: StateFolder) -> str:
    """When a person last saw what was merged, as ISO 8601 in UTC; empty for never."""
    return time_of(state_folder.looked_file) or ""


def looked(places: Places, settings: Settings, now: Now) -> None:
    """Record that a person has seen all merges until now. Raises `OSError`."""
    state_folder = state_folder_of(places, settings.profile)
    if not state_folder.diary_file.exists():
        return
    before = last_look(state_folder)
    file = state_folder.looked_file
    # Only a look that showed merges can be undone: keep the time before it.
    if merged_since(load_rounds(state_folder.diary_file), before):
        atomic.write(file, f"{before or _NEVER}\n".encode(), mode=0o600)
    else:
        file.touch(mode=0o600)
    _date(file, now.utc)


def unlooked(places: Places, settings: Settings) -> bool:
    """Undo the last look that showed merges; return whether there was one.

    Those merges count as new again. Raises `OSError`.
    """
    from datetime import UTC, datetime

    file = state_folder_of(places, settings.profile).looked_file
    try:
        data = atomic.read_regular(file, limit=_LONGEST + 1)
        if len(data) > _LONGEST:
            return False
        before = data.decode("ascii", "replace").strip()
        moment = None
        if before != _NEVER:
            moment = datetime.strptime(before, _TIME).replace(tzinfo=UTC)
    except (FileNotFoundError, ValueError, Refused):
        return False
    if moment is None:
        file.unlink()
        return True
    atomic.write(file, b"", mode=0o600)
    _date(file, moment)
    return True


def _date(file: Path, moment: datetime) -> None:
    seconds = moment.timestamp()
    os.utime(file, (seconds, seconds))
