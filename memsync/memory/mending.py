"""What `lint --fix` mends: what is certain and loses nothing; the rest is shown."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from memsync.memory import memory_index
from memsync.memory.changes import Moved, put, sweep, update_index
from memsync.memory.lint import drifted
from memsync.memory.note import hook

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.memory.store import Store, StoredNote


def mend(store: Store, other: Store | None, now: Now) -> None:
    """Add missing entries, names and descriptions, mend drift, drop dead entries.

    An entry whose note vanished without memsync stays, since `archive restore`
    brings the note back. Every file is archived before it changes.
    """
    with store.locked("lint"):
        sweep(store, now)
        for note in store.entries():
            _mend_note(store, note, now)
        notes = {n.name: n for n in store.entries() if not n.unread}
        stay = set(store.names()) | store.archive.events.live().keys()
        if other is not None:
            stay |= set(other.names())
        stay |= {n.note.fields.get("name", "") for n in notes.values()}
        update_index(store, lambda text: _mended(text, notes, stay), now)


def _mend_note(store: Store, found: StoredNote, now: Now) -> None:
    note = found.note
    if found.unread or not note.sound or not note.parts.fence:
        return
    missing = {
        key: value
        for key, value in (("name", found.name), ("description", hook(note.body)))
        if value and not note.fields.get(key)
    }
    if missing:
        # Changed by its agent just now: the next run finds it again.
        with contextlib.suppress(Moved):
            data = note.with_fields(missing).render()
            put(store, found.name, data, found.data, now)


def _mended(text: str, notes: dict[str, StoredNote], stay: set[str]) -> str:
    entries = memory_index.entries(text)
    dead = {entry.name for entry in entries} - stay
    if dead:
        text = memory_index.without_entry(text, *dead)
    for entry in entries:
        if entry.name in notes and drifted(entry, notes[entry.name]):
            description = notes[entry.name].note.description
            text = memory_index.with_entry(text, entry.name, description)
    missing = notes.keys() - memory_index.mentions(text)
    return memory_index.with_new_entries(
        text, {name: notes[name].note.description for name in sorted(missing)}
    )
