"""Learned: what was learned from sessions, in memories of machines that do so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.page.html.page import Page

if TYPE_CHECKING:
    from memsync.page.request.ask import Ask

_FOLDER = "learned"


def view(ask: Ask) -> Page:
    """The page Learned: nothing in this version makes proposals."""
    folders = [
        str(folder)
        for store in ask.opened.stores
        if (folder := store.memory.folder / _FOLDER).is_dir()
    ]
    return Page("learned.html", "Learned", {"folders": folders})
