"""What a round must not lose of a folder, and what never leaves this machine.

A note that is held, or that a person keeps here, is in no commit. When its agent
writes over it, the archive is all that has the version of before, so a round
stores it there as soon as it sees it. `may_leave` keeps it from being sent. What a
killed command left is cleared; a text that is nowhere else goes to the archive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.memory.archive import learned
from memsync.memory.archive.archive import Archive, digest_of, saved_at
from memsync.memory.archive.events import LIVE
from memsync.memory.files.live import leftovers
from memsync.memory.note.names import SUFFIX
from memsync.sync.folder.archived import with_stored
from memsync.sync.folder.snapshot import PURGED_REASON
from memsync.sync.merge.canonical import canonical
from memsync.sync.tree.layout import LOG_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.files.lock import Held, Memory
    from memsync.memory.files.live import Leftover
    from memsync.memory.store.store import MemoryFolder
    from memsync.sync.folder.snapshot import Snapshot


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
        # An edit of what was purged elsewhere holds what is to be nowhere.
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
    read = {path.removesuffix(SUFFIX) for path in found.disk if path.endswith(SUFFIX)}
    stored = _store(memory, found, sorted(read - found.kept.keys()), now)
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
    read = {path.removesuffix(SUFFIX) for path in found.disk if path.endswith(SUFFIX)}
    _store(memory, found, sorted(read - barred), now)


def _store(
    memory: MemoryFolder, found: Snapshot, names: Iterable[str], now: Now
) -> list[str]:
    """Store what was read of these names; the ids of versions that are new."""
    archive = Archive(memory.archive, private=memory.private)
    stored = []
    for name in names:
        data = found.data.get(found.disk.get(f"{name}{SUFFIX}", ""))
        if data is None:
            continue
        path = memory.folder / f"{name}{SUFFIX}"
        text = _as_it_stands(path, data)
        if archive.holds(name, digest_of(text)):
            continue
        version = archive.store(name, text, saved_at(path, now))
        archive.events.record(LIVE, name, version.digest, now.utc)
        stored.append(version.id)
    return stored


def _as_it_stands(path: Path, data: bytes) -> bytes:
    """The file's own bytes, unless it was changed meanwhile."""
    try:
        live = atomic.read_regular(path)
    except (OSError, MemsyncError):
        return data
    return live if canonical(live) == data else data


def sweep(memory: MemoryFolder, now: Now, held: Held[Memory]) -> None:  # noqa: ARG001 -- a proof
    """Remove temporary files; a text that is nowhere else goes to the archive.

    Raises `OSError`.
    """
    for below in ("", *LOG_FOLDERS, *learned.folders(memory.folder)):
        for left in leftovers(memory.folder / below):
            if left.of is not None:
                name = f"{below}/{left.of}".strip("/").removesuffix(".md")
                _keep_left(memory, name, left, now)
            left.remove()
    for left in leftovers(memory.archive):
        if left.of is None:
            left.remove()


def _keep_left(memory: MemoryFolder, name: str, left: Leftover, now: Now) -> None:
    from memsync.memory.archive.archive import Archive

    try:
        data = left.read()
    except (FileNotFoundError, MemsyncError):
        return
    if data and data != _read(memory.folder / f"{name}.md"):
        Archive(memory.archive, private=memory.private).store(name, data, now.utc)


def _read(path: Path) -> bytes | None:
    try:
        return atomic.read_regular(path)
    except (FileNotFoundError, MemsyncError):
        return None
