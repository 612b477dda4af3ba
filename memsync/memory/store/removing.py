"""Forgets, renames and moves notes, with their entries and links."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken, MemsyncError
from memsync.memory.archive.archive import digest_of
from memsync.memory.change.base import BaseStore, LockedStore, no_such_note
from memsync.memory.change.changes import (
    ATTEMPTS,
    Moved,
    keeps_changing,
    put,
    take,
    update_index,
)
from memsync.memory.change.leaks import refuse_secrets
from memsync.memory.change.relinking import linking_to, named
from memsync.memory.change.sweeping import sweep
from memsync.memory.change.unfinished import begin, finish, resume
from memsync.memory.index import memory_index
from memsync.memory.note.names import (
    MEMORY_INDEX_NAME,
    Scope,
    check_name,
    check_readable,
)
from memsync.memory.note.note import Note
from memsync.memory.note.records import Removed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.clock import Now
    from memsync.memory.archive.events import Reason
    from memsync.memory.change.unfinished import Unfinished, Verb


def forget(store: BaseStore, name: str, now: Now, other: BaseStore | None) -> Removed:
    """Remove a note and its entry, after archiving its text.

    All of it happens or nothing: if it is stopped, the same command finishes it. Never
    removes from `other`, the other scope's memory, where links may still find a note.
    Raises `NotFound`, `Refused` for a symlink, `BadUsage`.
    """
    check_readable(name)
    with store.locked("forget") as locked:
        ended = resume(locked, now)
        sweep(locked, now)
        if ended is None or (ended.verb, ended.name) != ("forget", name):
            store.index_text()  # raises now, if the index cannot be read
            ended = _go(_Going("forget", locked, None, other), name, "", now)
        archived = ended.archived
    return Removed(name, archived, _broken_links(name, store, other))


def rename(
    store: BaseStore, old: str, new: str, now: Now, other: BaseStore | None
) -> Removed:
    """Rename a note, with its entry and the links to it in both memories.

    Raises `Broken` if `new` is taken, else what `forget` raises.
    """
    check_readable(old)
    check_name(new)
    with _both_locked(store, other, "rename") as (here, there):
        ended = _ended(here, there, now)
        if ended is None or ended[:3] != ("rename", old, new):
            data = _live_or_refuse(store, old, other)
            if new == old:
                said = f"the note is called '{new}' already"
                raise Broken(said, hint="choose another name", word="exists")
            _refuse_taken(store, new, "rename")
            store.index_text()
            going = _Going("rename", here, there, other, here)
            ended = _go(going, old, new, now, named(data, old, new))
    return Removed(new, ended.archived, _broken_links(old, store, other))


def move(source: BaseStore, target: BaseStore, name: str, now: Now) -> Removed:
    """Move a note with its entry to the memory of the other scope.

    Raises `Broken` if that memory has a note of this name, `Refused` for a secret in
    it, else what `forget` raises.
    """
    with _both_locked(source, target, "move") as (here, there):
        ended = _ended(here, there, now)
        if ended is None or ended[:2] != ("move", name):
            data = check_move(source, target, name)
            going = _Going("move", here, there, target, there)
            ended = _go(going, name, "", now, data)
    return Removed(name, ended.archived, ())


class _Going(NamedTuple):
    """The memories of a removal: the source and, for a copy, the target."""

    verb: Verb
    store: LockedStore
    second: LockedStore | None
    """The memory of the other scope, if its lock is held, too."""
    other: BaseStore | None
    """The same memory, only for reading."""
    anew: LockedStore | None = None


def _go(
    going: _Going, name: str, new: str, now: Now, copy: bytes | None = None
) -> Unfinished:
    """Make the copy, remove the note, and do what follows: all of it, or nothing."""
    verb, store, second, other, anew = going
    both = verb != "forget"
    try:
        found = begin(store, verb, name, _live_or_refuse(store, name, other), now, new)
        if anew is not None and copy is not None:
            _create(anew, new or name, copy, now, verb)
            if verb == "move":
                _index(anew, name, Note.parse(copy).description, now)
        found = _take(found, going, now)
        finish(store, found, now, second, both=both)
    # Finish the change even on Ctrl-C: a note without its entry would stay.
    except BaseException:
        ended = None
        with contextlib.suppress(OSError, MemsyncError):
            ended = resume(store, now, second, both=both)
        if ended is None:
            raise
        return ended
    return found


def _ended(
    store: LockedStore, other: LockedStore | None, now: Now
) -> Unfinished | None:
    """Finish stopped commands in both memories; returns the first one's, if any."""
    ended = resume(store, now, other, both=True)
    sweep(store, now)
    if other is not None:
        resume(other, now, store, both=True)
        sweep(other, now)
    return ended


def _index(store: LockedStore, name: str, description: str, now: Now) -> None:
    update_index(
        store, lambda text: memory_index.with_entry(text, name, description), now
    )


def check_move(source: BaseStore, target: BaseStore, name: str) -> bytes:
    """The bytes that `move` would move; raises what it would raise, changes nothing.

    The note is new to `target`, so its guard checks all of it.
    """
    check_name(name)
    data = _live_or_refuse(source, name, target)
    _refuse_taken(target, name, "move")
    refuse_secrets(target, name, data, None)
    return data


@contextlib.contextmanager
def _both_locked(
    one: BaseStore, other: BaseStore | None, what: str
) -> Iterator[tuple[LockedStore, LockedStore | None]]:
    # Always the workspace first: two commands in opposite order would deadlock.
    stores = [one] if other is None else [one, other]
    stores.sort(key=lambda store: store.scope is not Scope.WORKSPACE)
    with contextlib.ExitStack() as stack:
        locked = {id(s): stack.enter_context(s.locked(what)) for s in stores}
        yield locked[id(one)], None if other is None else locked[id(other)]


def _live_or_refuse(store: BaseStore, name: str, other: BaseStore | None) -> bytes:
    data = store.live(name)
    if data is None:
        raise not_here(store, name, other)
    return data


def not_here(store: BaseStore, name: str, other: BaseStore | None) -> MemsyncError:
    """The error for a note that this scope lacks; names the scope that has it.

    Raises `BadUsage` for an impossible name.
    """
    if other is not None and other.has(name):
        error = no_such_note(name, hint=f"--scope {other.scope}")
        error.message += f" in the {store.scope} memory, but one in the {other.scope}'s"
        return error
    if name != MEMORY_INDEX_NAME:
        check_name(name)
    return no_such_note(name, store)


def _broken_links(
    name: str, store: BaseStore, other: BaseStore | None
) -> tuple[str, ...]:
    """The notes whose links to a removed note lead nowhere now."""
    if other is not None and other.has(name):
        return ()  # they lead to the other memory's note
    return linking_to(name, store, other)


def _refuse_taken(store: BaseStore, name: str, verb: Verb) -> None:
    if store.has(name):
        first = "rename one of them" if verb == "move" else "choose another name"
        # Without the scope, `forget` could remove the very note that is to be moved.
        forget = f"`memsync forget {name} --scope {store.scope}`"
        raise Broken(
            f"there is a note called '{name}' in the {store.scope} memory already",
            hint=f"{first}, or {forget} first",
            word="exists",
        )


def _create(store: LockedStore, name: str, data: bytes, now: Now, verb: Verb) -> None:
    try:
        put(store, name, data, None, now)
    except Moved:
        _refuse_taken(store, name, verb)
        raise keeps_changing(name) from None


def _take(found: Unfinished, going: _Going, now: Now) -> Unfinished:
    verb, store, _, other, _ = going
    reason: Reason = "forgotten" if verb == "forget" else "renamed"
    for _ in range(ATTEMPTS):
        data = _live_or_refuse(store, found.name, other)
        if digest_of(data) != found.digest:
            found = begin(store, verb, found.name, data, now, found.new)
        try:
            take(store, found.name, data, reason, now)
        except Moved:
            continue
        return found
    raise keeps_changing(found.name)
