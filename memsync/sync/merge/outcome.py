"""What a merge did to a note."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from memsync.sync.tree.layout import label, note_path


class Outcome(StrEnum):
    """What became of a note that both sides touched."""

    SAME = "same"
    TAKEN = "taken"
    """Only one side changed it."""
    MERGED = "merged"
    """It has the changes of both sides."""
    DECIDED = "later-won"
    """In at least one place the later clock won; the losing version is archived."""
    REVIVED = "edit-kept"
    """One side deleted it and the other changed it: the change stays."""
    DELETED = "deleted"
    RENAMED = "renamed"
    """One side renamed it, and the other side's change moved to the new name."""
    SET_APART = "set-apart"
    """Its name collided with another on some platform, so it got a new one."""


class NoteOutcome(NamedTuple):
    """What a merge did to one note, to show to a person."""

    name: str
    home: str
    outcome: Outcome

    @property
    def label(self) -> str:
        """The note's name among those of all memories."""
        return label(note_path(self.home, self.name))
