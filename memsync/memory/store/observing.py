"""Archives versions that an agent wrote directly, before git deletes them."""

from __future__ import annotations

import contextlib
import os
from itertools import chain

from memsync.errors import Locked, MemsyncError
from memsync.files import atomic
from memsync.memory.archive import learned, logs
from memsync.memory.files.listing import name_in
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.terminal import counted

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.memory.change.base import BaseStore

# The cache of file times, in the archive: it is safe to lose.
_SEEN = ".seen"

# From this many notes on, one request makes all of them durable.
_MANY = 32

# A file younger than this may change again while its time and size stay.
_RACY_NS = 2_000_000_000


def observe(store: BaseStore, now: Now) -> tuple[str, ...]:
    """Archive every live version that the archive does not have yet.

    Returns the notes that were live and are gone, though memsync did not remove them.
    With a cache of file times this takes one listing; without it, the notes are read.
    While another process holds the lock, nothing is stored and nothing counts as gone:
    the next command will do it. Raises `OSError` and `Refused`.
    """
    try:
        rows = _rows(store)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    cache = store.memory.archive / _SEEN
    text = _seen(cache)
    if text == "\n".join(rows):
        return ()
    seen = set(text.split("\n"))
    fresh = [name_in(row) for row in sorted(row for row in rows if row not in seen)]
    live = store.archive.events.live()
    lacking = [name for name in fresh if not _is_known(store, name, live)]
    old_enough = int(now.utc.timestamp() * 1_000_000_000) - _RACY_NS
    settled = "\n".join(
        # One that was old enough at an earlier look is so now.
        row
        for row in rows
        if row in seen or int(row.split(" ", 1)[0]) < old_enough
    )
    gone = bool(live.keys() - set(map(name_in, rows)) - {MEMORY_INDEX_NAME})
    if not (lacking or gone or settled != text):
        return ()
    try:
        # Nobody waits for the cache alone.
        with store.locked("observe", wait=1.0 if lacking or gone else 0.0):
            if lacking:
                _store_all(store, lacking, now)
            missing = _missing(store) if gone else ()
            # Not renewed while notes are missing, so that every command warns of them.
            if not missing and settled != text and store.memory.archive.is_dir():
                # Only here: whoever holds the lock removes others' temporary files.
                atomic.write(cache, os.fsencode(settled))
            return missing
    # Somebody is writing: whoever looks next takes it in.
    except Locked:
        return ()
    except OSError:
        if lacking:
            raise
        # Nobody can write here, so nothing changes while it is looked at.
        return _missing(store)


def _rows(store: BaseStore) -> list[str]:
    """The rows of `listing.look`, and those of logs and learned files."""
    seen = store.look(anew=True)
    rows = [*seen.rows, *seen.memory_index]
    folder = store.memory.folder
    for name, entry in chain(logs.entries(folder), learned.entries(folder)):
        with contextlib.suppress(FileNotFoundError):
            s = entry.stat(follow_symlinks=False)
            rows.append(f"{s.st_mtime_ns} {s.st_size} {s.st_ino} {name}")
    return rows


def _seen(cache: os.PathLike[str]) -> str:
    try:
        with open(cache, "rb") as file:  # noqa: PTH123 -- on every command's way
            return os.fsdecode(file.read())
    except OSError:
        return ""


def _is_known(store: BaseStore, name: str, live: dict[str, str]) -> bool:
    from memsync.memory.archive.archive import digest_of

    digest = live.get(name)
    if digest is None or not store.archive.holds(name, digest):
        return False
    data = _read(store, name)
    return data is None or digest_of(data) == digest


def _store_all(store: BaseStore, names: list[str], now: Now) -> None:
    from memsync.memory.archive.archive import saved_at
    from memsync.memory.archive.events import LIVE

    stored = _store_many(store, names, now) if len(names) > _MANY else {}
    for name in names:
        if name not in stored and (data := _read(store, name)) is not None:
            saved = saved_at(store.path_of(name), now)
            stored[name] = store.archive.store(name, data, saved).digest
    store.archive.events.record_all(LIVE, stored.items(), now.utc)


def _store_many(store: BaseStore, names: list[str], now: Now) -> dict[str, str]:
    """Archive the notes that have no version yet, with one request to the disk."""
    if not hasattr(os, "sync"):
        return {}
    from memsync.memory.archive.archive import saved_at

    atomic.make_folder(store.archive.folder)
    stored = {}
    for name in counted(names, "storing notes that are new here"):
        data = _read(store, name)
        if data is not None:
            saved = saved_at(store.path_of(name), now)
            if digest := store.archive.store_first(name, data, saved):
                stored[name] = digest
    os.sync()
    return stored


def _read(store: BaseStore, name: str) -> bytes | None:
    try:
        return store.live(name)
    except MemsyncError:
        return None  # cannot be read, and so not stored; lint reports it


def _missing(store: BaseStore) -> tuple[str, ...]:
    """The notes that are gone without an event that says so.

    The caller holds the lock, or else a note that somebody writes now counts as gone.
    """
    there = set(map(name_in, _rows(store)))
    gone = store.archive.events.live().keys() - there - {MEMORY_INDEX_NAME}
    # Not logs: people delete old days by hand, and no entry tells whether on purpose.
    gone -= {name for name in gone if logs.is_log(name)}
    if not gone:
        return ()
    from memsync.memory.index import memory_index
    from memsync.memory.note import skeleton

    text = (_read(store, MEMORY_INDEX_NAME) or b"").decode("utf-8", "replace")
    if not skeleton.is_untouched(text):
        # Whoever removed the entry, too, meant to delete the note.
        gone &= {entry.name for entry in memory_index.entries(text)}
    return tuple(sorted(gone))
