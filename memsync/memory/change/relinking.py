"""Renames links along with a note, and finds broken ones."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from memsync.memory.change.changes import Moved, put
from memsync.memory.note import links
from memsync.memory.note.note import Note

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.memory.change.base import BaseStore, LockedStore
    from memsync.memory.note.records import StoredNote


def relink(store: LockedStore, old: str, new: str, now: Now) -> None:
    """Rename the links to a note in all notes of a memory, each archived first."""
    for found in store.entries():
        changed = _relinked(found, old, new)
        if changed is not None:
            # An agent has just changed it: leave it, and report its link as broken.
            with contextlib.suppress(Moved):
                put(store, found.name, changed, found.data, now)


def named(data: bytes, old: str, new: str) -> bytes:
    """The note with `name` in its frontmatter changed, if that was the old name."""
    note = Note.parse(data)
    if note.sound and note.fields.get("name") == old:
        return note.with_fields({"name": new}).render()
    return data


def _relinked(found: StoredNote, old: str, new: str) -> bytes | None:
    """The note's bytes with links renamed; None if nothing changes."""
    note = found.note
    if found.unread or old.encode("utf-8", "surrogateescape") not in found.data:
        return None
    try:
        body = note.parts.body.decode()
    except UnicodeDecodeError:
        return None
    renamed = links.rename_links(body, old, new)
    parts = note.parts._replace(body=renamed.encode())
    result = Note.parse(parts.join())
    if result.sound:
        about = links.rename_links(result.description, old, new)
        if about != result.description:
            result = result.with_fields({"description": about})
        if result.superseded_by == old:
            result = result.with_fields({"superseded_by": new})
    data = result.render()
    return data if data != found.data else None


def linking_to(name: str, *stores: BaseStore | None) -> tuple[str, ...]:
    """The notes with a link to this name, sorted."""
    return tuple(
        sorted(
            {
                found.name
                for store in stores
                if store is not None
                for found in store.entries()
                if name in found.note.body
                and any(link.name == name for link in links.find(found.note.body))
            }
        )
    )
