"""What a round must not lose of a folder, and what never leaves this machine.

A note that is held, or that a person keeps here, is in no commit. When an agent
overwrites it, only the archive has the earlier version, so a round stores each version
as soon as it sees it. `may_leave` keeps it from being sent. `sweep` removes what a
killed command left; a text that is nowhere else goes to the archive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.memory.archive.archive import Archive, digest_of, saved_at
from memsync.memory.archive.events import LIVE
from memsync.memory.files import texts
from memsync.memory.files.live import leftovers
from memsync.sync.folder.archived import with_stored
from memsync.sync.folder.snapshot import PURGED_REASON
from memsync.sync.merge.canonical import canonical
from memsync.sync.tree.layout import LINE_FILES, Kind, file_of, place

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.files.lock import Held, Memory
    from memsync.memory.archive.version_id import VersionId
    from memsync.memory.files.live import Leftover
    from memsync.memory.store.store import MemoryFolder
    from memsync.sync.folder.snapshot import Snapshot

_LISTS = (Kind.ALLOW, Kind.LINES, Kind.OTHER)


def keep(
    memory: MemoryFolder,
    found: Snapshot,
    now: Now,
    held: Held[Memory],  # noqa: ARG001 -- a proof
) -> None:
    """Store what was read of notes that stay here.

    Raises `OSError`.
    """
    names = [
        name
        for name, kept in found.kept.items()
        # A purge must leave no copy: an edit of a purged note still has its text.
        if not kept.other_profile and kept.reason != PURGED_REASON
    ]
    stored = _store(memory, found, names, now)
    if stored:
        listed = with_stored(found.cache.archive, stored)
        found.cache = found.cache._replace(archive=listed)


def keep_queued(
    memory: MemoryFolder,
    found: Snapshot,
    now: Now,
    held: Held[Memory],  # noqa: ARG001 -- a proof
) -> None:
    """Store what was read and waits in a commit for the remote.

    Until the remote has it, that commit is in the state folder alone, which is safe to
    lose. Raises `OSError`.
    """
    stored = _store(memory, found, sorted(_read_names(found) - found.kept.keys()), now)
    if stored:
        listed = with_stored(found.cache.archive, stored)
        found.cache = found.cache._replace(archive=listed)


def keep_read(
    memory: MemoryFolder,
    found: Snapshot,
    now: Now,
    held: Held[Memory],  # noqa: ARG001 -- a proof
) -> None:
    """Store all that was read, for a round that can send nothing; as `keep`.

    What was written over when a later round sends is new to that round.
    """
    barred = {name for name, kept in found.kept.items() if kept.reason == PURGED_REASON}
    _store(memory, found, sorted(_read_names(found) - barred), now)


def _read_names(found: Snapshot) -> set[str]:
    """The notes and other texts that were read; of lists no versions are kept."""
    places = (place(f"{found.home}/{path}") for path in found.disk)
    return {each.name for each in places if each.kind not in _LISTS}


def _store(
    memory: MemoryFolder, found: Snapshot, names: Iterable[str], now: Now
) -> list[VersionId]:
    """Store what was read of these names; the versions that are new."""
    archive = Archive(memory.archive, private=memory.private)
    stored = []
    for name in names:
        file = file_of(found.home, name)
        data = found.data.get(found.disk.get(file, ""))
        # A hidden file is no note, and in the archive its name is another's: `.events`
        # is the log there, `..` the memory itself.
        if data is None or name in LINE_FILES or name[0] == ".":
            continue
        path = memory.folder / file
        text = _as_it_stands(path, data)
        if archive.holds(name, digest_of(text)):
            continue
        version = archive.store(name, text, saved_at(path, now))
        archive.events.record(LIVE, name, version.digest, now.utc)
        stored.append(version.key)
    return stored


def _as_it_stands(path: Path, data: bytes) -> bytes:
    """The file's own bytes, unless it was changed meanwhile."""
    try:
        live = atomic.read_regular(path)
    except (OSError, MemsyncError):
        return data
    return live if canonical(live) == data else data


def sweep(memory: MemoryFolder, now: Now, held: Held[Memory]) -> None:
    """Remove temporary files; a text that is nowhere else goes to the archive.

    Raises `OSError`.
    """
    for below in texts.folders(memory):
        for left in leftovers(memory.folder / below):
            if left.of is not None:
                _keep_left(memory, below, left, now)
            left.remove(held)
    for left in leftovers(memory.archive):
        if left.of is None:
            left.remove(held)


def _keep_left(memory: MemoryFolder, below: str, left: Leftover, now: Now) -> None:
    from memsync.memory.archive.archive import Archive

    try:
        data = left.read()
    except (FileNotFoundError, MemsyncError):
        return
    if data and data != _read(memory.folder / below / (left.of or "")):
        name = texts.named(below, left.of or "")
        Archive(memory.archive, private=memory.private).store(name, data, now.utc)


def _read(path: Path) -> bytes | None:
    try:
        return atomic.read_regular(path)
    except (FileNotFoundError, MemsyncError):
        return None
