"""Which address shows which page, and which form makes which change."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memsync.page.changes import folders as folder_changes
from memsync.page.changes import learned as learned_changes
from memsync.page.changes import notes as note_changes
from memsync.page.changes import sync as sync_changes
from memsync.page.changes import undoing
from memsync.page.changes.did import Did
from memsync.page.html.page import Page
from memsync.page.request.ask import Ask
from memsync.page.views import (
    edit,
    graph,
    learned,
    merges,
    note,
    notes,
    now,
    prompt,
    sessions,
    sync,
)

View = Callable[[Ask], Page]
Action = Callable[[Ask, Mapping[str, str]], Did | Page]

_NOTE = "/notes/{scope}/{name}"

# Path, name in the navigation, and the function that makes the page.
VIEWS: tuple[tuple[str, str, View], ...] = (
    ("/", "now", now.view),
    ("/notes", "notes", notes.view),
    (_NOTE, "notes", note.view),
    (f"{_NOTE}/edit", "notes", edit.view),
    ("/new", "notes", edit.new),
    ("/merges", "merges", merges.view),
    ("/sync", "sync", sync.view),
    ("/sync/progress", "sync", sync.progress),
    ("/sync/run", "sync", sync.confirm_sync),
    ("/sync/release", "sync", sync.confirm_release),
    ("/prompt", "prompt", prompt.view),
    ("/sessions", "sessions", sessions.view),
    ("/learned", "learned", learned.view),
    ("/learned/edit", "learned", learned.edit),
    ("/graph", "graph", graph.view),
)

ACTIONS: tuple[tuple[str, str, Action], ...] = (
    (f"{_NOTE}/edit", "notes", note_changes.save),
    (f"{_NOTE}/restore", "notes", note_changes.restore),
    (f"{_NOTE}/forget", "notes", note_changes.forget),
    ("/new", "notes", note_changes.write),
    ("/undo", "now", undoing.undo),
    ("/merges/restore", "merges", folder_changes.restore),
    ("/merges/undo", "merges", folder_changes.undo),
    ("/merges/seen", "merges", sync_changes.seen),
    ("/merges/unseen", "merges", sync_changes.unseen),
    ("/sync/run", "sync", sync_changes.run_sync),
    ("/sync/release", "sync", sync_changes.release),
    ("/learned/accept", "learned", learned_changes.accept),
    ("/learned/edit", "learned", learned_changes.accept_edited),
    ("/learned/reject", "learned", learned_changes.reject),
    ("/learned/restore", "learned", learned_changes.restore),
    ("/learned/undo", "learned", learned_changes.undo),
)

# The page that a browser asks for first, after its name in the navigation.
FIRST: tuple[str, View] = ("now", now.view)

# The page that most people open next.
SECOND: tuple[str, View] = ("notes", notes.view)
