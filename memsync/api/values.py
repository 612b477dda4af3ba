"""The values that `memsync.api` returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.errors import MemsyncError
    from memsync.memory.note.names import Scope
    from memsync.sync.state.result import Result


class Listed(NamedTuple):
    """A note as `Memory.list` returns it."""

    name: str
    scope: Scope
    type: str
    """A label such as `user` or `project`; empty if the note has none."""
    description: str
    path: Path
    created: str
    """A local day, YYYY-MM-DD; empty if the note has none. The same for `updated`."""
    updated: str


class Note(NamedTuple):
    """A note with its text."""

    name: str
    scope: Scope
    type: str
    description: str
    body: str
    """The text below the frontmatter."""
    path: Path
    frontmatter: Mapping[str, object]
    """Every key of the frontmatter with its value."""


class Hit(NamedTuple):
    """A note that a search found."""

    name: str
    scope: Scope
    score: float
    """Above 0, at most 1."""
    description: str
    path: Path
    snippet: str
    """The part of the text that matches best, on one line."""


class Synced(NamedTuple):
    """What a round of sync did.

    A note in a repository's memory is named `projects/<identity>/<name>`.
    """

    changed: bool
    """Whether the local memory, the history or the remote changed."""
    sent: tuple[str, ...]
    received: tuple[str, ...]
    deleted: tuple[str, ...]
    """The names in `sent` and `received` that this round deleted."""
    conflicts: tuple[str, ...]
    """One sentence each: whose edit was kept, and how to restore the other one."""
    held: Mapping[str, str]
    """The notes that were not sent, each with the reason."""
    queued: bool
    """Whether saved work waits here for the remote."""
    trouble: MemsyncError | None
    """Why queued work could not be pushed, or why a memory was left out."""


def synced(result: Result) -> Synced:
    """Convert a round's result to the public type."""
    return Synced(
        result.changed,
        tuple(result.sent),
        tuple(result.received),
        tuple(result.deleted),
        tuple(each.sentence for each in result.conflicts),
        {name: hold.reason for name, hold in result.held.items()},
        result.queued,
        result.trouble or result.refused,
    )
