"""Names the files of agents that have a copy of a note, as memsync read or wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.agents.transfer import imported, ledger
from memsync.errors import MemsyncError
from memsync.memory.files import origins

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.note.records import MemoryFolder
    from memsync.paths import Places


def copies(places: Places, memory: MemoryFolder) -> set[tuple[str, Path]]:
    """Each note and file on this machine that an import read or an export wrote.

    What other machines imported or exported is not known here.
    """
    try:
        rows = origins.parse(origins.load(memory))
    except MemsyncError:
        rows = []
    return {
        *imported.sources(places, memory.folder, rows),
        *ledger.written(places, memory.folder),
    }
