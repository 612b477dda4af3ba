"""A forget, rename or move that was stopped half way: reverted or finished.

Before the first file changes, the archive's `.unfinished` records the command. The
removal of the note's file decides: before it the command is reverted, after it
finished, by the next command that changes the memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from memsync.errors import BadUsage, MemsyncError
from memsync.files import atomic
from memsync.files.unlinked import remove
from memsync.memory.archive.archive import digest_of, saved_at
from memsync.memory.change.changes import Moved, take, update_index
from memsync.memory.change.relinking import named, relink
from memsync.memory.index import memory_index
from memsync.memory.note import links
from memsync.memory.note.names import check_name, check_readable

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.clock import Now
    from memsync.memory.archive.events import Reason
    from memsync.memory.change.base import BaseStore, LockedStore

Verb = Literal["forget", "rename", "move"]


class Unfinished(NamedTuple):
    """A command on a note that is about to begin, or has begun."""

    verb: Verb
    name: str
    new: str
    """The new name; empty unless it is a rename."""
    digest: str
    """The digest of the bytes to remove."""
    archived: str
    """The id of their stored version."""
    links_only: bool = False
    """Whether only the links in the other scope's memory remain to be renamed."""


def begin(
    store: LockedStore, verb: Verb, name: str, data: bytes, now: Now, new: str = ""
) -> Unfinished:
    """Record that the note's file, which has these bytes, is about to be removed.

    Stores them in the archive first. Raises `OSError` and `Refused`; then nothing has
    changed.
    """
    version = store.archive.store(name, data, saved_at(store.path_of(name), now))
    found = Unfinished(verb, name, new, version.digest, version.id)
    _write(store, found)
    return found


def _write(store: BaseStore, found: Unfinished) -> None:
    import json

    mode = 0o600 if store.memory.private else None
    text = json.dumps(found._asdict(), ensure_ascii=False)
    data = text.encode("utf-8", "surrogateescape")
    atomic.write(_file(store), data, mode=mode)


def is_left(store: BaseStore, verb: Verb, name: str) -> bool:
    """Whether this same command was stopped, so that repeating it finishes it."""
    found = _read(store)
    return found is not None and (found.verb, found.name) == (verb, name)


def resume(
    store: LockedStore,
    now: Now,
    other: LockedStore | None = None,
    *,
    both: bool = False,
) -> Unfinished | None:
    """Revert or finish a stopped command; returns what was finished, or None.

    `both`: the caller holds the locks of both memories (`other` is the second, if there
    is one). Otherwise the second memory's part is left to a caller that does. Raises
    `OSError` and `MemsyncError`.
    """
    found = _read(store)
    if found is None:
        return None
    if not found.links_only and store.has(found.name):
        if _take_back(store, found, now, other):
            _end(store)
        return None
    return finish(store, found, now, other, both=both)


def finish(
    store: LockedStore,
    found: Unfinished,
    now: Now,
    other: LockedStore | None,
    *,
    both: bool,
) -> Unfinished | None:
    """Do all that follows the removal of the file; like `resume`."""
    if not found.links_only:
        _finish_here(store, found, now)
    if found.verb == "rename":
        if not both:
            _write(store, found._replace(links_only=True))
            return None
        _relink_other(other, found, now)
    _end(store)
    return found


def _finish_here(store: LockedStore, found: Unfinished, now: Now) -> None:
    name, new, events = found.name, found.new, store.archive.events
    past = events.past().get((name, found.digest))
    if past is None or past.reason is None or name in events.live():
        reason: Reason = "forgotten" if found.verb == "forget" else "renamed"
        events.record(reason, name, found.digest, now.utc)
    if found.verb != "rename":
        update_index(store, lambda text: memory_index.without_entry(text, name), now)
        return
    update_index(store, lambda text: memory_index.renamed(text, name, new), now)
    relink(store, name, new, now)


def _relink_other(other: LockedStore | None, found: Unfinished, now: Now) -> None:
    old, new = found.name, found.new
    if other is not None and not other.has(old) and not other.has(new):
        relink(other, old, new, now)
        update_index(other, lambda text: links.rename_links(text, old, new), now)


def _take_back(
    store: LockedStore, found: Unfinished, now: Now, other: LockedStore | None
) -> bool:
    """Remove the copy that was made; False if that needs the other memory's lock."""
    try:
        data = store.live(found.name) or b""
    except MemsyncError:
        return True  # another file is there now
    if digest_of(data) != found.digest:
        return True  # and here, another text
    if found.verb == "rename":
        _remove(store, found.new, named(data, found.name, found.new), now)
    elif found.verb == "move":
        if other is None:
            return False
        name = found.name
        if _remove(other, name, data, now):
            update_index(other, lambda t: memory_index.without_entry(t, name), now)
    return True


def _remove(store: LockedStore, name: str, data: bytes, now: Now) -> bool:
    try:
        if store.live(name) == data:
            take(store, name, data, "renamed", now)
            return True
    except Moved:
        pass  # an agent has changed it, so it is a new note
    return False


def _read(store: BaseStore) -> Unfinished | None:
    try:
        data = atomic.read_regular(_file(store))
    except (FileNotFoundError, NotADirectoryError):
        return None
    import json

    try:
        found = Unfinished(**json.loads(data))
        _check(found)
    except (ValueError, TypeError, RecursionError, BadUsage):
        _end(store)  # not ours, or damaged
        return None
    return found


def _check(found: Unfinished) -> None:
    """Raise `ValueError`, `TypeError` or `BadUsage` for a record not of memsync's."""
    if found.verb not in get_args(Verb) or found.links_only not in (True, False):
        raise ValueError
    check_readable(found.name)
    if found.verb == "rename":
        check_name(found.new)


def _end(store: BaseStore) -> None:
    remove(_file(store))


def _file(store: BaseStore) -> Path:
    return store.memory.archive / ".unfinished"
