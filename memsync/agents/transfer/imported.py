"""Which folder an import was from, on this machine.

The origins of a memory name a path below the agent's folder, since the folder differs
from machine to machine. So two folders that were given as PATH, each with a `notes.md`,
would look like one whose file was changed. One JSON file in the state folder for each
agent and memory tells them apart; without it, nothing is lost, since the archive has
what an import replaces.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.memory.files import origins
from memsync.memory.files.origins import source_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.agents.layouts.layout import Found
    from memsync.memory.files.origins import Origin
    from memsync.memory.store.store import Store
    from memsync.paths import Places

# Bytes: one line for each imported file, so even 100,000 of them fit.
_LARGEST = 1 << 26

# The digest and the path of a source, as in its line of the origins.
Source = tuple[str, str]


class Imported(NamedTuple):
    """What was imported from one folder, and from others."""

    file: Path
    folder: str
    rows: dict[str, set[Source]]
    """By folder."""

    @property
    def elsewhere(self) -> set[Source]:
        """What came from other folders alone."""
        others = (rows for folder, rows in self.rows.items() if folder != self.folder)
        return set().union(*others) - self.rows.get(self.folder, set())

    def remember(self, store: Store, agent: str, found: Iterable[Found]) -> None:
        """Keep which items of this folder were taken; raises `OSError`."""
        lines = origins.parse(origins.load(store.memory))
        known = {(each.source, each.path) for each in lines if each.agent == agent}
        read = {(source_digest(each.identity), each.source) for each in found}
        mine = self.rows.get(self.folder, set())
        new = (read & known) - self.elsewhere - mine
        if not new:
            return
        rows = {**self.rows, self.folder: mine | new}
        data = {folder: sorted(taken) for folder, taken in rows.items()}
        atomic.make_folder(self.file.parent, mode=0o700)
        text = json.dumps(data, sort_keys=True, indent=0)
        atomic.write(self.file, text.encode() + b"\n", mode=0o600)


def sources(
    places: Places, memory: Path, rows: Iterable[Origin]
) -> Iterator[tuple[str, Path]]:
    """Each imported note, and the files on this machine that it came from."""
    by_agent: dict[str, list[Origin]] = {}
    for row in rows:
        by_agent.setdefault(row.agent, []).append(row)
    for agent, of_agent in by_agent.items():
        known = load(places, agent, memory, memory).rows
        for folder, taken in known.items():
            for row in of_agent:
                if (row.source, row.path) in taken:
                    yield row.name, Path(folder) / row.file


def load(places: Places, agent: str, folder: Path, memory: Path) -> Imported:
    """What is known of imports into a memory; nothing for a file that is damaged."""
    key = source_digest(os.fsencode(memory))[:16]
    file = places.state / "imports" / f"{agent}-{key}.json"
    rows: dict[str, set[Source]] = {}
    try:
        data = json.loads(atomic.read_regular(file, limit=_LARGEST))
        for name, taken in data.items():
            rows[str(name)] = {(str(digest), str(path)) for digest, path in taken}
    # Missing or damaged counts as empty.
    except (OSError, MemsyncError, ValueError, TypeError, AttributeError):
        rows = {}
    return Imported(file, os.path.realpath(folder), rows)
