"""When a watcher runs a round: soon after a change, and now and then anyway.

Pure but for `look`: moments are given, in seconds of a clock that never goes back.
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

# Seconds for which nothing may have changed: an agent writes several files.
_QUIET = 2.0

# Seconds: a folder in which something changes all the time is synced all the same.
_LONGEST_QUIET = 30.0

# Of the interval, to either side: machines shall not all ask at once.
_SPREAD = 0.2

# Seconds: the pause doubles while the remote cannot be reached.
_LONGEST_PAUSE = 3600.0


class Schedule:
    """When the next round is due."""

    def __init__(self, interval: float, chance: Callable[[], float]) -> None:
        """`interval` is in seconds, `chance` gives a number from 0 to 1."""
        self._interval = interval
        self._quiet = min(_QUIET, interval)
        self._chance = chance
        self._looked = 0
        self._first: float | None = None
        self._last = 0.0
        self._failures = 0
        self._next = 0.0

    def see(self, word: int, now: float) -> None:
        """Take note of what `look` said of the memories."""
        if word != self._looked:
            self._looked = word
            self._last = now
            self._first = now if self._first is None else self._first

    def is_due(self, now: float) -> bool:
        """Whether a round is to run."""
        if self._first is not None and (
            now - self._last >= self._quiet or now - self._first >= _LONGEST_QUIET
        ):
            return True
        return now >= self._next

    def ran(self, word: int, now: float, *, reached: bool) -> float:
        """Take note of a round that ended; seconds until the next one, at the latest.

        `word` is what `look` says after it, `reached` whether the remote answered.
        """
        self._looked, self._first = word, None
        self._failures = 0 if reached else self._failures + 1
        pause = self._interval * 2.0 ** min(self._failures, 12)
        pause = max(min(pause, _LONGEST_PAUSE), self._interval)
        pause *= 1 - _SPREAD + 2 * _SPREAD * self._chance()
        self._next = now + pause
        return pause


def look(folders: Iterable[Path], agents: Iterable[MemoryFolder] = ()) -> int:
    """A word that changes with any note, log or memory index in these folders.

    And with any file of those of `agents`. Never 0. What cannot be listed counts as
    it is: the round says what is wrong.
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
