"""Restores versions from the archive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Broken, MemsyncError
from memsync.files.atomic import read_regular
from memsync.memory.archive.archive import digest_of
from memsync.memory.archive.logs import is_log
from memsync.memory.change.changes import (
    ATTEMPTS,
    Moved,
    keeps_changing,
    put,
    update_index,
)
from memsync.memory.change.changes import prune as prune_note
from memsync.memory.change.relinking import named
from memsync.memory.change.sweeping import sweep
from memsync.memory.index import memory_index
from memsync.memory.note import skeleton
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.note.note import Note
from memsync.memory.note.records import Written
from memsync.memory.store.writing import replace_bytes
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.memory.archive.archive import Version
    from memsync.memory.change.base import BaseStore, LockedStore


def archived(store: BaseStore, name: str | None = None) -> list[Version]:
    """The stored versions that are not live, the newest first."""
    versions = store.archive.versions(name)
    last_live = store.archive.events.live()
    digests: dict[str, str | None] = {}
    found = []
    for version in versions:
        if version.name not in digests:
            digests[version.name] = _live_digest(store, version.name)
        live = digests[version.name]
        if live == version.digest:
            continue
        # Removed without memsync, so no reason was recorded.
        vanished = live is None and last_live.get(version.name) == version.digest
        found.append(version._replace(reason="forgotten") if vanished else version)
    return found


def restore(store: BaseStore, name: str, data: bytes, now: Now) -> Written:
    """Make an earlier version live again under its own name.

    Archives what is live there first. Raises `Refused` for a secret that the live note
    does not contain.
    """
    for _ in range(ATTEMPTS):
        live = store.live(name)
        done = replace_bytes(store, name, data, live, now, reason="restored")
        if done is not None:
            return done
    raise keeps_changing(name)


def restore_as(store: BaseStore, old: str, name: str, data: bytes, now: Now) -> Written:
    """Make a version of the note `old` a new note.

    Raises `Broken` if there is a note of this name, and `Refused` for a secret.
    """
    if name == old:
        return restore(store, name, data, now)
    if not store.memory.agent:
        data = named(data, old, name)
    done = None
    if not store.has(name):
        done = replace_bytes(store, name, data, None, now, reason="restored")
    if done is None:
        raise Broken(
            f"there is a note called '{printable(name)}' in that memory already",
            hint="give another name with --as",
            word="exists",
        )
    return done


def restore_all(store: BaseStore, now: Now) -> list[Written]:
    """Restore every note that was live and is gone, and the memory index.

    Leaves out notes that were forgotten or renamed, and those that exist. For a note
    that the event log does not know, restores the newest version. Refuses nothing for a
    secret: this only undoes a loss.
    """
    with store.locked("restore") as locked:
        sweep(locked, now)
        lost = [v for v in _lost(store) if v.name != MEMORY_INDEX_NAME]
        index = _restore_index(locked, now)
        done = [_bring_back(locked, version, now) for version in lost]
        if not index:
            # The present memory index has no entries for the restored notes.
            _index_again(locked, [written.name for written in done], now)
        return index + done


def expendable(store: BaseStore, name: str | None, now: Now) -> list[Version]:
    """The versions that retention does not keep, of one note or of all."""
    retention = store.retention
    if retention is None:
        return []
    return [
        version
        for each in _names(store, name)
        for version in store.archive.expendable(
            each, _live_bytes(store, each), retention, now
        )
    ]


def prune(store: BaseStore, name: str | None, now: Now) -> None:
    """Remove the `expendable` versions."""
    if store.archive.names():
        with store.locked("prune") as locked:
            for each in _names(store, name):
                prune_note(locked, each, _live_bytes(store, each), now)


def _names(store: BaseStore, name: str | None) -> list[str]:
    return store.archive.names() if name is None else [name]


def _live_bytes(store: BaseStore, name: str) -> bytes | None:
    try:
        return store.live(name)
    except MemsyncError:
        return None


def _live_digest(store: BaseStore, name: str) -> str | None:
    data = _live_bytes(store, name)
    return None if data is None else digest_of(data)


def _lost(store: BaseStore) -> list[Version]:
    """The version to restore of each note that is gone."""
    live = store.archive.events.live()
    logged = {name for name, _ in store.archive.events.past()}
    newest: dict[str, Version] = {}
    for version in store.archive.versions():
        name, wanted = version.name, live.get(version.name)
        if (wanted is None and name in logged) or store.has(name):
            continue
        if name not in newest or version.digest == wanted:
            newest[name] = version
    return [newest[name] for name in sorted(newest)]


def _restore_index(store: LockedStore, now: Now) -> list[Written]:
    if not skeleton.is_untouched(store.index_text()):
        return []
    past = store.archive.events.past()

    def last(version: Version) -> int:
        known = past.get((version.name, version.digest))
        return known.order if known else -1

    # After an undo, the last that was live is not the newest. What the log does not
    # know stays in its order, newest first.
    versions = store.archive.versions(MEMORY_INDEX_NAME)
    for version in sorted(versions, key=last, reverse=True):
        text = read_regular(version.path).decode("utf-8", "surrogateescape")
        if not skeleton.is_untouched(text):
            return [_bring_back(store, version, now)]
    return []


def _bring_back(store: LockedStore, version: Version, now: Now) -> Written:
    name, data = version.name, read_regular(version.path)
    old = store.live(name)
    try:
        archived_id = put(store, name, data, old, now, reason="restored")
    except Moved:
        raise Broken(
            f"'{name}' was written again meanwhile", hint="try again"
        ) from None
    return Written(
        name,
        store.scope,
        store.path_of(name),
        "created" if old is None else "updated",
        archived_id,
        memory_index_updated=True,
    )


def _index_again(store: LockedStore, names: list[str], now: Now) -> None:
    def transform(text: str) -> str:
        named = memory_index.names(text)
        for name in names:
            if name not in named and name != MEMORY_INDEX_NAME and not is_log(name):
                note = Note.parse(store.live(name) or b"")
                text = memory_index.with_entry(text, name, note.description)
        return text

    update_index(store, transform, now)
