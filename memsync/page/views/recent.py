"""The last commands that changed notes, each with its way back."""

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
    """One command, and what it changed."""

    command: str
    time: str
    notes: Sequence[tuple[str, str]]
    """Names, and where each note's versions are; empty for none."""
    more: int
    undo: str
    """The address of the form that takes it back; empty where nothing does."""
    stays: str
    """Why nothing does."""


def changes(ask: Ask) -> list[Changed]:
    """Those of the memories here, whoever ran them, the newest first."""
    try:
        stores, found = ask.changes(_MOST)
    except (MemsyncError, OSError):
        return []  # the page is there without it; `memsync undo` says why
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
