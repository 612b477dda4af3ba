"""The archive's event log: append-only, and local to one machine.

One line for each event: `<UTC stamp> <event> <digest> <name>`. `live` says that a
version of a note went live, the other events why it was replaced. Unreadable lines are
skipped, and a missing log counts as empty.
"""

from __future__ import annotations

import os

from memsync.files import atomic
from memsync.memory.archive.version_id import STAMP
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from pathlib import Path
    from typing import Final, Literal

    from memsync.files.lock import Held, Memory

    Reason = Literal[
        "overwritten", "forgotten", "renamed", "merged", "restored", "synced"
    ]

REASONS = frozenset(
    ("overwritten", "forgotten", "renamed", "merged", "restored", "synced")
)
LIVE: Final = "live"

# A version was removed on purpose, and its reason is another event's.
GONE: Final = "gone"

# Events after which a missing note is not lost: somebody removed it.
_GONE = ("forgotten", "renamed", GONE)

# Bytes; a smaller log with useless lines costs less than rewriting it.
_COMPACT_ABOVE = 1 << 20


class Past(NamedTuple):
    """What is known of one version."""

    reason: str | None
    """Why it was last replaced; None if memsync never replaced it."""
    when: str
    """The UTC stamp of its last event."""
    order: int
    """A counter of events, which orders versions of one second."""


class Events:
    """The log at `path`."""

    def __init__(self, path: Path, *, mode: int) -> None:
        self.path = path
        self._mode = mode

    def record(
        self,
        event: Reason | Literal["live", "gone"],
        name: str,
        digest: str,
        when: datetime,
    ) -> None:
        """Add one event; raises `OSError`."""
        self.record_all(event, [(name, digest)], when)

    def record_all(
        self,
        event: Reason | Literal["live", "gone"],
        versions: Iterable[tuple[str, str]],
        when: datetime,
    ) -> None:
        """Add an event for each version, by name and digest; raises `OSError`."""
        start = f"{when:{STAMP}} {event}"
        # A name with a newline fits in no line; only the reason is lost.
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
        """The digest of the last live version of each note.

        Includes notes that vanished without memsync, but not those that were forgotten,
        renamed or taken back.
        """
        found: dict[str, str] = {}
        # Not by `_lines`: with 10,000 notes its tuples take twice as long as this.
        for line in self._text().split("\n"):
            row = line.split(" ", 3)
            if len(row) == 4:
                if row[1] == LIVE:
                    found[row[3]] = row[2]
                elif row[1] in _GONE:
                    found.pop(row[3], None)
        return found

    def revise(
        self,
        digests: Mapping[tuple[str, str], str | None],
        held: Held[Memory],  # noqa: ARG002 -- a proof
    ) -> None:
        """Replace the digests of versions, by name and digest; None drops a version.

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
        """Rewrite a long log with only the lines that still matter."""
        try:
            if self.path.stat().st_size < _COMPACT_ABOVE:
                return
        except FileNotFoundError:
            return
        lines = atomic.read_regular(self.path).splitlines(keepends=True)
        last: dict[tuple[bytes, ...], int] = {}
        for number, line in enumerate(lines):
            words = line.split(b" ", 3)
            # Keep the last event of each version, and the last one of each note.
            last[tuple(words[1:])] = number
        kept = b"".join(lines[number] for number in sorted(last.values()))
        atomic.write(self.path, kept)

    def _lines(self) -> list[tuple[str, str, str, str]]:
        rows = (line.split(" ", 3) for line in self._text().split("\n"))
        return [(row[0], row[1], row[2], row[3]) for row in rows if len(row) == 4]

    def _text(self) -> str:
        try:
            return os.fsdecode(atomic.read_regular(self.path))
        except FileNotFoundError:
            return ""
