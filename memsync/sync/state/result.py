"""What a round did, for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from memsync.sync.tree.layout import PROJECTS, unlabel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.errors import MemsyncError
    from memsync.memory.archive.version_id import VersionId
    from memsync.sync.merge.trees import NoteOutcome
    from memsync.sync.state.state import Hold


def memory_word(home: str) -> str:
    """A memory in JSON: `user`, or the identity of a repository."""
    return home.removeprefix(f"{PROJECTS}/")


def held_data(held: Mapping[str, Hold]) -> list[dict[str, str]]:
    """Held notes in JSON, sorted by label."""
    return [
        {
            "name": name,
            "memory": memory_word(home),
            "reason": hold.reason,
            "since": hold.since,
        }
        for said, hold in sorted(held.items())
        for home, name in [unlabel(said)]
    ]


class Conflict(NamedTuple):
    """One note that two machines changed in the same lines, or one of them deleted."""

    said: str
    """The note's label."""
    kept: str
    """The name of the machine whose edit is live; empty for this one."""
    lost: str
    """The machine whose edit or deletion lost; empty for this one."""
    version: VersionId | None
    """The id of the edit that lost; None if it was a deletion."""

    @property
    def sentence(self) -> str:
        """What happened, whose edit is live, and the command to change that."""
        kept = f"{self.kept}'s" if self.kept else "your"
        if self.version is None:
            by = f"on {self.lost}" if self.lost else "here"
            note = self.said.rpartition("/")[2]
            return (
                f"'{self.said}' was deleted {by} and edited elsewhere: kept {kept}"
                f" edit; to delete it everywhere: memsync forget {note}"
            )
        lost = f"{self.lost}'s" if self.lost else "yours"
        return (
            f"conflict in '{self.said}': kept {kept} newer edit; {lost}:"
            f" memsync archive restore {self.version}"
        )

    def data(self) -> dict[str, str]:
        """For programs."""
        version = str(self.version or "")
        return {"name": self.said, "version": version, "message": self.sentence}


@dataclass(slots=True)
class Result:
    """The outcome of a round, or of the plan of one."""

    head: str | None = None
    """The mirror's main after the round."""
    sent: list[str] = field(default_factory=list)
    """Notes and logs that the remote got, or lost, by this round; where there is
    no remote, those that the mirror did. By label (`memsync.sync.tree.layout.label`),
    sorted, without the memory index."""
    received: list[str] = field(default_factory=list)
    """Notes and logs that this round changed in the memory folders, by label."""
    purged: list[str] = field(default_factory=list)
    """Notes and logs that a purge took out of them, by label; not in `received`."""
    merged: tuple[NoteOutcome, ...] = ()
    conflicts: list[Conflict] = field(default_factory=list)
    """Edits and deletions of this machine that met another's, and what became of
    them."""
    deleted: list[str] = field(default_factory=list)
    """Those of `sent` and `received` that this round deleted."""
    archived: list[str] = field(default_factory=list)
    """Ids of the versions that this round put into the archive here."""
    held: Mapping[str, Hold] = field(default_factory=dict)
    queued: bool = False
    """Whether saved work waits here for the remote."""
    changed: bool = False
    """Whether the mirror, the remote or the memory folder changed."""
    left: list[str] = field(default_factory=list)
    """Notes that were being written; the next round takes them."""
    strays: list[str] = field(default_factory=list)
    """Notes in sub-folders that no round has named yet, by path. They stay here."""
    unconfirmed: list[str] = field(default_factory=list)
    """Fingerprints of false alarms that came in and do not count here yet."""
    warnings: list[tuple[str, str | None]] = field(default_factory=list)
    """Messages with their hints."""
    trouble: MemsyncError | None = None
    """Why work is queued, when the remote did not take it."""
    refused: MemsyncError | None = None
    """Why a repository's memory was left out; it is among the warnings."""
    detach: bool = False
    """Whether the rest of the round runs in a child process."""

    def leave_out(self, why: MemsyncError) -> None:
        """Record why a memory was left as it is."""
        self.warnings.append((why.message, why.hint))
        self.refused = why

    def data(self) -> dict[str, object]:
        """The JSON result."""
        found: dict[str, object] = {
            "changed": self.changed,
            "head": self.head,
            "sent": self.sent,
            "received": self.received,
            "merged": [
                {
                    "name": outcome.name,
                    "memory": memory_word(outcome.home),
                    "outcome": str(outcome.outcome),
                }
                for outcome in self.merged
            ],
            "archived": self.archived,
            "held": held_data(self.held),
            "queued": self.queued,
        }
        if self.deleted:
            found["deleted"] = self.deleted
        if self.conflicts:
            found["conflicts"] = [each.data() for each in self.conflicts]
        if self.purged:
            found["purged"] = self.purged
        if self.unconfirmed:
            found["unconfirmed"] = self.unconfirmed
        error = self.trouble or self.refused
        if error is not None:
            found["error"] = {
                "code": error.word,
                "message": error.message,
                "hint": error.hint,
            }
        return found
