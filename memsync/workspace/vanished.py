"""Memories that git took away while their archive stands."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.workspace.roots import linked_worktrees
from memsync.workspace.spot import LEFT_BEHIND, file_name

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.workspace.roots import GitRoot
    from memsync.workspace.spot import Spot


def has_archived_notes(spot: Spot) -> bool:
    """Whether the archive of a memory that is not there holds notes to bring back."""
    return not spot.foreign_link and _holds_notes(spot.memory_folder.archive)


def archived_worktrees(root: GitRoot) -> list[str]:
    """The ids of removed worktrees whose own memory is only in the archive now."""
    folder = root.safe_dir / "archive"
    if not folder.is_dir():
        return []
    there = {file_name(name) for name, _ in linked_worktrees(root)}
    ids = {
        entry.name.rpartition("@")[2]
        for entry in folder.iterdir()
        if "@" in entry.name and _holds_notes(entry)
    }
    return sorted(ids - there)


def _holds_notes(archive: Path) -> bool:
    if not archive.is_dir() or os.path.lexists(archive / LEFT_BEHIND):
        return False
    return any(e.is_dir() and not e.name.startswith(".") for e in archive.iterdir())
