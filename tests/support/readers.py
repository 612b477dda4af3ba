"""A reader of sessions fed by hand: lines, and what it tells of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.sessions.readers.table import READERS
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.reader import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.sessions.reading.events import Event


def source(agent: str, name: str = "0f6c2d4e.jsonl", parent: str = "") -> Source:
    """A file of lines that need not exist."""
    path = Path("/s/sessions") / name
    return Source(agent, path, "lines", path.stem, parent)


def told(
    of: Source, lines: Sequence[bytes], *, stop_at: Sequence[int] = ()
) -> list[Event]:
    """What a reader tells of some lines; it stops before some, and goes on later."""
    reader = READERS[of.agent]
    talk = reader.conversation(of, None)
    found: list[Event] = []
    for number, line in enumerate(lines, 1):
        if number in stop_at:
            found += talk.end()
            # As it is kept in the index.
            talk = reader.conversation(of, json.loads(json.dumps(talk.state())))
        found += talk.feed(number, line)
    return [*found, *talk.end()]


def as_lines(records: Iterable[object]) -> list[bytes]:
    """Records as JSON lines."""
    return [json.dumps(record).encode() for record in records]


def turns(events: Iterable[Event]) -> list[tuple[str, str]]:
    """Role and text of each turn."""
    return [(each.role, each.text) for each in events if isinstance(each, Turn)]


def skipped(events: Iterable[Event]) -> list[bool]:
    """For each record that was passed over, whether it is malformed."""
    return [each.malformed for each in events if isinstance(each, Skipped)]


def about(events: Iterable[Event]) -> dict[str, object]:
    """All that was told of the session, the last word on each."""
    known: dict[str, object] = {}
    for each in events:
        if isinstance(each, About):
            known |= {k: v for k, v in each._asdict().items() if v not in (None, "")}
    return known
