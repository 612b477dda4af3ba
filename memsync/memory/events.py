"""The archive's diary: an append-only log, local to one machine.

One line an event: `<UTC stamp> <event> <digest> <name>`. `live` says that a version
of a note went live, the other events why a version stopped being so. A line that
cannot be read is passed over, and a missing log is an empty one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Literal, get_args

from memsync import atomic

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

Reason = Literal["overwritten", "forgotten", "renamed", "merged", "restored", "synced"]
REASONS = frozenset(get_args(Reason))
LIVE: Final = "live"

_GONE = ("forgotten", "renamed")
_COMPACT_ABOVE = 1 << 20


class Events:
    """The log at `path`."""

    def __init__(self, path: Path, *, mode: int) -> None:
        self.path = path
        self._mode = mode

    def record(
        self, event: Reason | Literal["live"], name: str, digest: str, when: datetime
    ) -> None:
        """Add one event; raises `OSError`."""
        if "\n" in name:
            return  # a line cannot hold it, and only its reason is lost
        line = f"{when:%Y%m%dT%H%M%SZ} {event} {digest} {name}\n"
        atomic.make_folder(self.path.parent)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(self.path, flags, self._mode)
        try:
            os.write(handle, os.fsencode(line))
        finally:
            os.close(handle)

    def reasons(self) -> dict[tuple[str, str], str]:
        """Why each version, by name and digest, was replaced last.

        A version that nobody replaced through memsync, and that is not live any
        more, was overwritten in place.
        """
        found: dict[tuple[str, str], str] = {}
        for _, event, digest, name in self._lines():
            if event in REASONS:
                found[name, digest] = event
            elif event == LIVE:
                found.setdefault((name, digest), "overwritten")
        return found

    def live(self) -> dict[str, str]:
        """The digest of each note's version that went live last.

        Notes that were forgotten or renamed are not among them; those that
        vanished without memsync are.
        """
        found: dict[str, str] = {}
        for _, event, digest, name in self._lines():
            if event == LIVE:
                found[name] = digest
            elif event in _GONE:
                found.pop(name, None)
        return found

    def was_replaced(self, name: str, digest: str) -> bool:
        """Whether memsync ever replaced or removed this version."""
        return any(
            row[1] in REASONS and row[2:] == (digest, name) for row in self._lines()
        )

    def last_times(self, name: str) -> dict[str, str]:
        """When something last happened to each version of a note, by digest.

        The times are UTC stamps as in the archive's file names.
        """
        return {row[2]: row[0] for row in self._lines() if row[3] == name}

    def compact(self) -> None:
        """Write a long log anew with what still decides something.

        Only for the holder of the memory's lock.
        """
        try:
            if self.path.stat().st_size < _COMPACT_ABOVE:
                return
        except FileNotFoundError:
            return
        lines = self.path.read_bytes().splitlines(keepends=True)
        last: dict[tuple[bytes, ...], int] = {}
        for number, line in enumerate(lines):
            words = line.split(b" ", 3)
            # Of each version the last word; of each note whether it lives.
            last[tuple(words[1:])] = number
        kept = b"".join(lines[number] for number in sorted(last.values()))
        atomic.write(self.path, kept)

    def _lines(self) -> list[tuple[str, str, str, str]]:
        try:
            data = atomic.read_regular(self.path)
        except FileNotFoundError:
            return []
        rows = (line.split(" ", 3) for line in os.fsdecode(data).split("\n"))
        return [(row[0], row[1], row[2], row[3]) for row in rows if len(row) == 4]
