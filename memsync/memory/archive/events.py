"""The archive's diary: an append-only log, local to one machine.

One line an event: `<UTC stamp> <event> <digest> <name>`. `live` says that a version
of a note went live, the other events why a version stopped being so. A line that
cannot be read is passed over, and a missing log is an empty one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from pathlib import Path

    from memsync.files.lock import Held, Memory

Reason = Literal["overwritten", "forgotten", "renamed", "merged", "restored", "synced"]
REASONS = frozenset(get_args(Reason))
LIVE: Final = "live"

_GONE = ("forgotten", "renamed")

# Bytes; below that a log with lines to spare costs less than writing it anew.
_COMPACT_ABOVE = 1 << 20


class Past(NamedTuple):
    """What is known of one version."""

    reason: str | None
    """Why it was replaced last; None when memsync never replaced it."""
    when: str
    """The UTC stamp of what happened to it last."""
    order: int
    """Grows with each event: tells the versions of one second apart."""


class Events:
    """The log at `path`."""

    def __init__(self, path: Path, *, mode: int) -> None:
        self.path = path
        self._mode = mode

    def record(
        self, event: Reason | Literal["live"], name: str, digest: str, when: datetime
    ) -> None:
        """Add one event; raises `OSError`."""
        self.record_all(event, [(name, digest)], when)

    def record_all(
        self,
        event: Reason | Literal["live"],
        versions: Iterable[tuple[str, str]],
        when: datetime,
    ) -> None:
        """Add an event for each version, by name and digest; raises `OSError`."""
        start = f"{when:%Y%m%dT%H%M%SZ} {event}"
        # No line can hold a name of two lines, and only its reason is lost.
        lines = "".join(
            f"{start} {digest} {name}\n"
            for name, digest in versions
            if "\n" not in name
        )
        atomic.make_folder(self.path.parent)
        atomic.append(self.path, os.fsencode(lines), mode=self._mode)

    def past(self) -> dict[tuple[str, str], Past]:
        """What is known of each version, by name and digest."""
        found: dict[tuple[str, str], Past] = {}
        for order, (when, event, digest, name) in enumerate(self._lines()):
            before = found.get((name, digest))
            reason = event if event in REASONS else before.reason if before else None
            found[name, digest] = Past(reason, when, order)
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

    def revise(
        self,
        digests: Mapping[tuple[str, str], str | None],
        held: Held[Memory],  # noqa: ARG002 -- a proof
    ) -> None:
        """Name other digests for versions, by name and digest; None: no such version.

        Raises `OSError`.
        """
        lines = []
        for when, event, digest, name in self._lines():
            new = digests.get((name, digest), digest)
            if new is not None:
                lines.append(f"{when} {event} {new} {name}\n")
        if self.path.exists():
            atomic.write(self.path, os.fsencode("".join(lines)))

    def compact(self, held: Held[Memory]) -> None:  # noqa: ARG002 -- a proof
        """Write a long log anew with what still decides something."""
        try:
            if self.path.stat().st_size < _COMPACT_ABOVE:
                return
        except FileNotFoundError:
            return
        lines = atomic.read_regular(self.path).splitlines(keepends=True)
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
