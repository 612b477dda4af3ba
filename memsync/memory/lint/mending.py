"""What `lint --fix` repairs: only what is certain and loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.memory.change.changes import Moved, put, update_index
from memsync.memory.change.sweeping import sweep
from memsync.memory.index import memory_index
from memsync.memory.lint.lint import drifted
from memsync.memory.note.compose import DEFAULT_TYPES
from memsync.memory.note.frontmatter import opens
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.note.note import hook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.clock import Now
    from memsync.memory.change.base import BaseStore, LockedStore
    from memsync.memory.store.store import Store, StoredNote


class Mended(NamedTuple):
    """One finding that was repaired."""

    rule: str
    path: str
    note: str
    """The name of the note that it was about."""
    message: str


def mend(
    store: Store, other: Store | None, now: Now, chosen: Callable[[str], bool]
) -> list[Mended]:
    """Add missing frontmatter, keys and entries, update entries, remove dead ones.

    Changes only files whose path is `chosen`, the memory index included. Keeps the
    entry of a note that vanished without memsync, since `archive restore` brings it
    back. Archives every file before it changes.
    """
    with store.locked("lint") as locked:
        sweep(locked, now)
        mended = [
            done
            for note in store.entries()
            if chosen(note.file) and (done := _mend_note(locked, note, now))
        ]
        notes = {n.name: n for n in store.entries() if not n.unread}
        stay = set(store.names()) | store.archive.events.live().keys()
        if other is not None:
            stay |= set(other.names())
        stay |= {n.note.fields.get("name", "") for n in notes.values()}
        file = str(store.path_of(MEMORY_INDEX_NAME))
        in_index: list[Mended] = []

        def transform(text: str) -> str:
            new, found = _mended(text, notes, stay)
            in_index[:] = [Mended(rule, file, *said) for rule, *said in found]
            return new

        if chosen(file):
            update_index(locked, transform, now)
    return mended + in_index


def _mend_note(store: LockedStore, found: StoredNote, now: Now) -> Mended | None:
    note = found.note
    if found.unread or not note.sound:
        return None
    missing = {key: v for key, v in _wanted(store, found, now) if v}
    missing = {key: v for key, v in missing.items() if not note.fields.get(key)}
    if not missing:
        return None
    data = note.with_fields(missing).render()
    try:
        put(store, found.name, data, found.data, now)
    except Moved:
        return None  # an agent has just changed it: the next run will find it
    what = " and ".join(missing) if note.parts.fence else "frontmatter"
    return Mended("frontmatter", found.file, found.name, f"added its {what}")


def _wanted(store: BaseStore, found: StoredNote, now: Now) -> Iterator[tuple[str, str]]:
    """The keys that the note should have, each with its value."""
    note = found.note
    about = hook(note.body)
    if note.parts.fence:
        yield from (("name", found.name), ("description", about))
    elif note.body.strip() and not opens(found.data) and _is_text(found.data):
        # Written by hand, or by a program without frontmatter, such as Obsidian.
        yield from (("name", found.name), ("description", about or found.name))
        yield "type", DEFAULT_TYPES[store.scope]
        yield from ((key, now.today.isoformat()) for key in ("created", "updated"))


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    # A text that is not UTF-8 is reported, never rewritten.
    except UnicodeDecodeError:
        return False


def _mended(
    text: str, notes: dict[str, StoredNote], stay: set[str]
) -> tuple[str, list[tuple[str, str, str]]]:
    """The repaired memory index; and rule, note and message of each repair."""
    entries = memory_index.entries(text)
    dead = sorted({entry.name for entry in entries} - stay)
    if dead:
        text = memory_index.without_entry(text, *dead)
    done = [
        ("dead-entry", name, "removed its entry, which has no note") for name in dead
    ]
    for entry in entries:
        if entry.name in notes and drifted(entry, notes[entry.name]):
            description = notes[entry.name].note.description
            text = memory_index.with_entry(text, entry.name, description)
            done.append(("drift", entry.name, "updated its entry from the note"))
        elif entry.name in notes and not entry.description:
            description = notes[entry.name].note.description
            if description:
                text = memory_index.with_entry(text, entry.name, description)
                done.append(("drift", entry.name, "added a description to its entry"))
    missing = sorted(notes.keys() - memory_index.names(text))
    done += [("orphan", name, "added an entry") for name in missing]
    text = memory_index.with_new_entries(
        text, {name: notes[name].note.description for name in missing}
    )
    return text, done
