"""What an import left in a repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.places import snapshot

if TYPE_CHECKING:
    from pathlib import Path


def notes_of(root: Path) -> dict[str, bytes | str]:
    """All that is in the repository but the cache of file times.

    It is written as soon as a file is two seconds old, so when a machine is slow.
    """
    found = snapshot(root)
    return {name: data for name, data in found.items() if not name.endswith("/.seen")}


def actions(ran: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    """What became of each note, by its name."""
    return {item["name"]: item["action"] for item in ran["items"]}
