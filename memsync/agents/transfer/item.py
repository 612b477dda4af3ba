"""The report of an import or export, note by note."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.agents.layouts.layout import Action


class Diff(NamedTuple):
    """A file that would be written, for showing."""

    path: str
    before: bytes
    after: bytes


class Item(NamedTuple):
    """One note: its place in the agent's folder, and what was done.

    The name is empty for an item that is not a note.
    """

    source: str
    name: str
    action: Action
    reason: str = ""
    lost: tuple[str, ...] = ()

    @property
    def odd(self) -> bool:
        """Whether a person has to act on it."""
        return self.action in ("conflict", "refused")

    def json(self) -> dict[str, object]:
        """The item as `--json` prints it."""
        row: dict[str, object] = {
            "source": self.source,
            "name": self.name or None,
            "action": self.action,
            "reason": self.reason or None,
            "lost": list(self.lost),
        }
        return row


class Transfer(NamedTuple):
    """All that an import from one agent, or an export to it, did or would do."""

    agent: str
    path: Path | None
    """The agent's folder; None where it has none here."""
    items: Sequence[Item]
    diffs: Sequence[Diff] = ()
    warnings: Sequence[tuple[str, str | None]] = ()
    said: str = ""
    """One line of text, if there was nothing to do."""

    @property
    def odd(self) -> bool:
        """Whether some note was refused or is in conflict."""
        return any(item.odd for item in self.items)

    @property
    def lossy(self) -> bool:
        """Whether something of a note has no place on the other side."""
        return any(item.lost for item in self.items)

    def json(self) -> dict[str, object]:
        """The result as `--json` prints it."""
        return {
            "agent": self.agent,
            "path": None if self.path is None else str(self.path),
            "items": [item.json() for item in self.items],
        }
