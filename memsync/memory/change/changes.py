"""The single change of one file of a memory.

The archive stores the earlier version first and, if git could delete the file, the
later one, too. If either cannot be stored, nothing changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.files import atomic
from memsync.memory.archive.archive import digest_of, saved_at
from memsync.memory.archive.events import LIVE
from memsync.memory.archive.journal import Journal
from memsync.memory.archive.learned import is_learned
from memsync.memory.archive.logs import is_log
from memsync.memory.files.live import remove_keeping, replace_keeping
from memsync.memory.index import memory_index
from memsync.memory.note.names import MEMORY_INDEX_NAME, SUFFIX

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.clock import Now
    from memsync.memory.archive.archive import Version
    from memsync.memory.archive.events import Reason
    from memsync.memory.change.base import LockedStore

# Attempts at a change while another program keeps changing its file.
ATTEMPTS = 20


class Moved(Exception):
    """The live file has changed since it was read; nothing was written."""


def put(
    store: LockedStore,
    name: str,
    new: bytes,
    old: bytes | None,
    now: Now,
    *,
    reason: Reason = "overwritten",
    contained: bool = False,
    late: list[bytes] | None = None,
) -> str | None:
    """Replace the live text `old` by `new` (None: no file); the id of the stored `old`.

    `contained`: `new` contains all of `old`, so that no earlier version is stored. What
    another program writes to `old` at the last moment is stored, and added to `late`.
    Raises `Moved` if anything but `old` is live.
    """
    archive, path = store.archive, store.path_of(name)
    earlier = None
    if old is not None and not contained:
        earlier = archive.store(name, old, saved_at(path, now))
    later = archive.store(name, new, now.utc) if store.memory.guards_live else None
    mode = 0o600 if store.memory.private else None
    if mode is None and old is not None and is_learned(name):
        mode = path.stat().st_mode & 0o666  # no execute bits: a skill is text
    if is_log(name):
        folder_mode = 0o700 if store.memory.private else atomic.PLAIN_FOLDER
        atomic.make_folder(path.parent, mode=folder_mode)
    store_late = keeper(store, name, now)

    def keep(data: bytes) -> None:
        store_late(data)
        if late is not None:
            late.append(data)

    Journal(archive).note(name, old, new, now)
    if not replace_keeping(path, new, old, keep, mode=mode):
        raise Moved
    if earlier is not None:
        archive.events.record(reason, name, earlier.digest, now.utc)
    if later is not None:
        archive.events.record(LIVE, name, later.digest, now.utc)
        if old is not None and contained:
            _drop_contained(store, name, digest_of(old))
    prune(store, name, new, now)
    return earlier.id if earlier else None


def take(store: LockedStore, name: str, old: bytes, reason: Reason, now: Now) -> str:
    """Remove the live file, after storing it; the id of the stored version.

    Raises `Moved` if anything but `old` is live.
    """
    path = store.path_of(name)
    version = store.archive.store(name, old, saved_at(path, now))
    Journal(store.archive).note(name, old, None, now)
    if not remove_keeping(path, old, keeper(store, name, now)):
        raise Moved
    store.archive.events.record(reason, name, version.digest, now.utc)
    prune(store, name, None, now)
    return version.id


def update_index(
    store: LockedStore,
    transform: Callable[[str], str],
    now: Now,
    known: tuple[str, str] | None = None,
) -> bool:
    """Apply `transform` to the memory index; returns whether that changed it.

    Stores no earlier version if only lines are added; nor if only a note's entry
    changes besides, and `known` has that note's name and a description that an archived
    version of the note contains. Leaves an agent's own index as it is.
    """
    if store.memory.agent:
        return False
    for _ in range(ATTEMPTS):
        old = store.live(MEMORY_INDEX_NAME)
        # Bytes that are not UTF-8 survive the round trip.
        text = (old or b"").decode("utf-8", "surrogateescape")
        new = transform(text)
        if new == text:
            return False
        contained = _is_contained(text, new, known)
        data = new.encode("utf-8", "surrogateescape")
        try:
            put(store, MEMORY_INDEX_NAME, data, old, now, contained=contained)
        # An agent wrote the file meanwhile: start again from its text.
        except Moved:
            continue
        return True
    raise keeps_changing(MEMORY_INDEX_NAME)


def _is_contained(old: str, new: str, known: tuple[str, str] | None) -> bool:
    if known is not None:
        name, description = known
        about = [e.description for e in memory_index.entries(old) if e.name == name]
        if about == [description]:
            old, new = (memory_index.without_entry(text, name) for text in (old, new))
    rest = iter(new.splitlines())
    return all(line in rest for line in old.splitlines())


def keeps_changing(name: str) -> Broken:
    """The error if another program changes a file faster than we can."""
    return Broken(
        f"'{name}{SUFFIX}' keeps being changed by another program",
        hint="try again when it is done",
        word="busy",
    )


def prune(store: LockedStore, name: str, live: bytes | None, now: Now) -> list[Version]:
    """Remove the versions of a note that retention does not cover."""
    retention = store.retention
    if retention is None:
        return []
    gone = store.archive.expendable(name, live, retention, now)
    for version in gone:
        store.archive.drop(version)
    if gone:
        store.archive.events.compact(store.held)
    return gone


def keeper(store: LockedStore, name: str, now: Now) -> Callable[[bytes], None]:
    """A callback that stores a text written to a file while it was being replaced."""

    def keep(late: bytes) -> None:
        version = store.archive.store(name, late, now.utc)
        store.archive.events.record("overwritten", name, version.digest, now.utc)

    return keep


def _drop_contained(store: LockedStore, name: str, digest: str) -> None:
    """Drop a stored version that was never replaced: the new text contains it."""
    past = store.archive.events.past().get((name, digest))
    if past is None or past.reason is None:
        for version in store.archive.versions(name):
            if version.digest == digest:
                store.archive.drop(version)
