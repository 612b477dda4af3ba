"""The last commands that changed notes, each with a way to undo it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.memory.archive.logs import is_log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.store.store import Store
    from memsync.memory.store.undoing import Change
    from memsync.page.request.ask import Ask

_MOST = 5
_NAMED = 3


class Changed(NamedTuple):
    """One command, and the notes that it changed."""

    command: str
    time: str
    notes: Sequence[tuple[str, str]]
    """The names, and the address of each note's versions, empty if there is none."""
    more: int
    undo: str
    """The address of the form that undoes it; empty if it cannot be undone."""
    stays: str
    """Why it cannot be undone."""


def changes(ask: Ask) -> list[Changed]:
    """The changes of the memories here, by any command, the newest first."""
    try:
        stores, found = ask.changes(_MOST)
    except (MemsyncError, OSError):
        return []  # the page works without it; `memsync undo` shows the error
    return [_changed(ask, stores, each) for each in found]


def _changed(ask: Ask, stores: Sequence[Store], change: Change) -> Changed:
    unit = change.unit
    scopes = {store.label: store.scope.value for store in stores}
    notes = [
        (name, "" if is_log(name) else ask.links.note(scopes[label], name))
        for label, name in change.files[:_NAMED]
    ]
    query = {"of": unit.moment, "back": "now"}
    undo = "" if change.stays else ask.links.page("undo", query)
    more = len(change.files) - len(notes)
    return Changed(unit.command, unit.moment, notes, more, undo, change.stays)
