"""When a watcher runs a round: soon after a change, and at intervals without one.

All but `look` is pure: callers pass the time, in seconds of a monotonic clock.
"""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.sync.folder import listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from memsync.memory.note.records import MemoryFolder

# Seconds without a change before a round: an agent may write several files.
_QUIET = 2.0

# Seconds after which a round runs, even if files keep changing.
_LONGEST_QUIET = 30.0

# The random part of a pause, as a fraction of it, more or less: so that machines do
# not all ask the remote at once.
_SPREAD = 0.2

# The longest pause, in seconds: it doubles while the remote cannot be reached.
_LONGEST_PAUSE = 3600.0


class Schedule:
    """When the next round is due."""

    def __init__(self, interval: float, chance: Callable[[], float]) -> None:
        """`interval` is in seconds; `chance` returns a random number from 0 to 1."""
        self._interval = interval
        self._quiet = min(_QUIET, interval)
        self._chance = chance
        self._looked = 0
        self._first: float | None = None
        self._last = 0.0
        self._failures = 0
        self._next = 0.0

    def see(self, word: int, now: float) -> None:
        """Record `word`, which `look` returned at `now`."""
        if word != self._looked:
            self._looked = word
            self._last = now
            self._first = now if self._first is None else self._first

    def is_due(self, now: float) -> bool:
        """Whether a round should run at `now`."""
        if self._first is not None and (
            now - self._last >= self._quiet or now - self._first >= _LONGEST_QUIET
        ):
            return True
        return now >= self._next

    def ran(self, word: int, now: float, *, reached: bool) -> float:
        """Record the end of a round; return the seconds until the next one at most.

        `word` is what `look` returns after the round; `reached` tells whether the
        remote answered.
        """
        self._looked, self._first = word, None
        self._failures = 0 if reached else self._failures + 1
        pause = self._interval * 2.0 ** min(self._failures, 12)
        pause = max(min(pause, _LONGEST_PAUSE), self._interval)
        pause *= 1 - _SPREAD + 2 * _SPREAD * self._chance()
        self._next = now + pause
        return pause


def look(folders: Iterable[Path], agents: Iterable[MemoryFolder] = ()) -> int:
    """A checksum that changes with any note, log or memory index in these folders.

    It also changes with any file in the folders of `agents`. Never 0. For a folder
    that cannot be listed it covers the error's text; the round reports the error.
    """
    found = 1
    ours = [listing.notes(os.fspath(folder)) for folder in folders]
    theirs = [
        listing.agent_files(os.fspath(each.folder), each.ending, each.apart)
        for each in agents
    ]
    for entries in (*ours, *theirs):
        lines = []
        try:
            for name, entry in entries:
                stat = entry.stat(follow_symlinks=False)
                times = f"{stat.st_mtime_ns} {stat.st_ino} {stat.st_ctime_ns}"
                lines.append(listing.line(name, f"{stat.st_size} {times}"))
        except (OSError, Refused) as error:
            lines = [f"{error}"]
        text = "".join(sorted(lines)).encode("utf-8", "surrogateescape")
        found = zlib.crc32(text, found)
    return found or 1
