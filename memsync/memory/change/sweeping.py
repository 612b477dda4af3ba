"""Cleans up after killed commands, before every change of a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.memory.archive import learned
from memsync.memory.archive.logs import FOLDERS
from memsync.memory.change.changes import keeper
from memsync.memory.change.unfinished import resume
from memsync.memory.files.live import leftovers
from memsync.memory.note.names import SUFFIX

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.memory.change.base import LockedStore


def sweep(store: LockedStore, now: Now) -> None:
    """Clean up what a killed command left, keeping any text that exists nowhere else.

    Reverts or finishes a forget or rename that was stopped.
    """
    folders = (*FOLDERS, *learned.folders(store.memory.folder))
    for part in ("", *(f"{folder}/" for folder in folders)):
        _sweep(store, part, now)
    for left in leftovers(store.memory.archive):
        if left.of is None:
            left.remove(store.held)
    resume(store, now)


def _sweep(store: LockedStore, part: str, now: Now) -> None:
    for left in leftovers(store.memory.folder / part):
        if left.of is not None:
            name = part + left.of.removesuffix(SUFFIX)
            data = left.read()
            if data and data != store.live(name):
                keeper(store, name, now)(data)
        left.remove(store.held)
