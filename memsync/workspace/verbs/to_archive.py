"""Moves a whole memory to its archive, or says what of it would stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.config.settings import load
from memsync.files.unlinked import remove
from memsync.memory.archive.archive import saved_at
from memsync.memory.archive.events import LIVE
from memsync.memory.archive.learned import DECIDED, LEARNED, SKILLS
from memsync.memory.archive.learned import entries as learned_entries
from memsync.memory.archive.learned import folders as learned_folders
from memsync.memory.archive.logs import FOLDERS
from memsync.memory.archive.logs import entries as log_entries
from memsync.memory.change.changes import keeps_changing
from memsync.memory.change.sweeping import sweep
from memsync.memory.files.live import leftovers, remove_keeping
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.store.store import Store
from memsync.workspace.place.vanished import leave_behind
from memsync.workspace.steps.steps import remove_empty

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Mapping
    from pathlib import Path

    from memsync.clock import Now
    from memsync.memory.change.base import LockedStore
    from memsync.paths import Places
    from memsync.workspace.place.spot import Spot


class Contents(NamedTuple):
    """What of a memory goes to the archive."""

    notes: int
    names: tuple[str, ...]
    """Of the notes, logs, files of learning, and the memory index, which is last."""


def archive_notes(spot: Spot, places: Places, now: Now) -> int:
    """Move every live note to the archive; returns how many there were.

    Removes folders that are empty then; files that are not notes stay.
    """
    store = _store_of(spot, places)
    with store.locked("deinit") as locked:
        sweep(locked, now)
        contents = _contents(store)
        stored = {
            name: data
            for name in contents.names
            if (data := _store(locked, name, now)) is not None
        }
        # Recorded first: what a killed deinit removed must not count as lost.
        leave_behind(store.archive)
        for name, data in stored.items():
            _remove(locked, name, data, now)
        if (spot.folder / LEARNED).is_dir():
            remove(spot.folder / DECIDED)
    remove_empty_folders(spot)
    return contents.notes


def names_of(spot: Spot, places: Places, files: Container[Path]) -> dict[Path, str]:
    """The names of those of the files that are notes, logs or files of learning."""
    store = _store_of(spot, places)
    named = {store.path_of(name): name for name in _contents(store).names}
    return {path: name for path, name in named.items() if path in files}


def archive_files(
    spot: Spot, places: Places, now: Now, named: Mapping[Path, str]
) -> None:
    """Move these files of a memory to its archive."""
    store = _store_of(spot, places)
    # Not swept: another memory is in the same folder, and may be writing.
    with store.locked("set aside") as locked:
        for name in named.values():
            if (data := _store(locked, name, now)) is not None:
                _remove(locked, name, data, now)
        if (spot.folder / LEARNED).is_dir():
            remove(spot.folder / DECIDED)


def would_archive(spot: Spot, places: Places) -> tuple[int, list[str]]:
    """How many notes `archive_notes` would move, and what would stay."""
    store = _store_of(spot, places)
    contents = _contents(store)
    if store.archive.folder.is_relative_to(spot.folder):
        return contents.notes, [store.archive.folder.name]
    gone = {spot.folder / DECIDED, *map(store.path_of, contents.names)}
    return contents.notes, others_in(spot, gone)


def others_in(spot: Spot, gone: Collection[Path] = ()) -> list[str]:
    """What a memory's folder has besides `gone` and what memsync removes itself.

    That is empty folders of its own, and what killed commands left. The paths are
    below the folder, sorted.
    """
    parts = [spot.folder / part for part in ("", *_own_folders(spot))]
    left = {part / each.name for part in parts for each in leftovers(part)}
    own = {*parts, *gone, *left}
    found = (path for path in spot.folder.rglob("*") if path not in own)
    return sorted(str(path.relative_to(spot.folder)) for path in found)


def remove_empty_folders(spot: Spot) -> None:
    """Remove the folders of a memory that are empty, and the memory's own."""
    for part in _own_folders(spot):
        remove_empty(spot.folder / part)
    remove_empty(spot.folder)
    remove_empty(spot.folder.parent)


def _own_folders(spot: Spot) -> tuple[str, ...]:
    """The folders that memsync makes in a memory, the innermost first."""
    learned = (*learned_folders(spot.folder), SKILLS)
    return (*FOLDERS, *sorted(learned, reverse=True))


def _store_of(spot: Spot, places: Places) -> Store:
    settings = load(places, spot.root.top if spot.root else None)
    return Store(spot.memory_folder, settings)


def _contents(store: Store) -> Contents:
    names = [note.name for note in store.entries() if not note.unread]
    logs = sorted(
        name
        for entries in (log_entries, learned_entries)
        for name, _ in entries(store.memory.folder)
    )
    return Contents(len(names), (*names, *logs, MEMORY_INDEX_NAME))


def _store(store: LockedStore, name: str, now: Now) -> bytes | None:
    data = store.live(name)
    if data is not None:
        version = store.archive.store(name, data, saved_at(store.path_of(name), now))
        store.archive.events.record(LIVE, name, version.digest, now.utc)
    return data


def _remove(store: LockedStore, name: str, data: bytes, now: Now) -> None:
    path = store.path_of(name)

    def keep(late: bytes) -> None:
        store.archive.store(name, late, now.utc)

    if not remove_keeping(path, data, keep):
        raise keeps_changing(name)
