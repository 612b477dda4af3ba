"""The result of a round, for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from memsync.sync.tree.layout import (
    AGENTS,
    PROJECTS,
    USER,
    agent_of,
    label,
    note_path,
    unlabel,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.errors import MemsyncError
    from memsync.memory.archive.version_id import VersionId
    from memsync.sync.merge.outcome import NoteOutcome
    from memsync.sync.state.state import Hold


def memory_word(home: str) -> str:
    """A memory in JSON: `user`, or its path in the trees without `projects/`.

    For a repository's memory that is the repository's identity.
    """
    return home.removeprefix(f"{PROJECTS}/")


def held_label(row: Mapping[str, str]) -> str:
    """The label of a held note in JSON: what `sync release` takes."""
    memory, name = row["memory"], row["name"]
    agents_own = memory.startswith(f"{AGENTS}/")
    home = memory if memory == USER or agents_own else f"{PROJECTS}/{memory}"
    return label(note_path(home, name))


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
    """A note that two machines changed in the same lines, or that one deleted."""

    said: str
    """The note's label."""
    kept: str
    """The name of the machine whose edit won; empty for this one."""
    lost: str
    """The name of the machine whose edit or deletion lost; empty for this one."""
    version: VersionId | None
    """The id of the edit that lost; None if it was a deletion."""

    @property
    def sentence(self) -> str:
        """What happened, whose edit won, and the command to change that."""
        home, note = unlabel(self.said)
        agent = agent_of(home)
        # The command finds the memory of the folder that it is run in.
        where = " (in that repository)" if home.startswith(f"{PROJECTS}/") else ""
        of_person = " --scope user" if home.split("/")[0] in (USER, AGENTS) else ""
        kept = f"{self.kept}'s" if self.kept else "your"
        if self.version is None:
            by = f"on {self.lost}" if self.lost else "here"
            forget = f"memsync forget {note}{of_person}"
            if agent or "/" in note:
                # `forget` deletes notes of our own memories only.
                where, forget = "", "delete its file, then run memsync sync"
            return (
                f"'{self.said}' was deleted {by} and edited elsewhere: kept {kept}"
                f" edit; to delete it everywhere{where}: {forget}"
            )
        lost = f"{self.lost}'s" if self.lost else "yours"
        options = f" --agent {agent}{of_person}" if agent else ""
        return (
            f"conflict in '{self.said}': kept {kept} newer edit; {lost}{where}:"
            f" memsync archive restore {self.version}{options}"
        )

    def data(self) -> dict[str, str]:
        """The conflict in JSON."""
        version = str(self.version or "")
        return {"name": self.said, "version": version, "message": self.sentence}


@dataclass(slots=True)
class Result:
    """What a round did, or would do."""

    head: str | None = None
    """The mirror's main after the round."""
    sent: list[str] = field(default_factory=list)
    """Notes and logs that this round changed or deleted at the remote, or in the
    mirror if there is no remote. By label (`memsync.sync.tree.layout.label`), sorted,
    without the memory index."""
    received: list[str] = field(default_factory=list)
    """Notes and logs that this round changed in the memory folders, by label."""
    purged: list[str] = field(default_factory=list)
    """Notes and logs that a purge removed there, by label; not in `received`."""
    merged: tuple[NoteOutcome, ...] = ()
    """What the merge did to each note that both sides changed."""
    conflicts: list[Conflict] = field(default_factory=list)
    """Notes that this machine and another changed in conflict, and who won."""
    deleted: list[str] = field(default_factory=list)
    """The labels in `sent` and `received` of notes that this round deleted."""
    archived: list[str] = field(default_factory=list)
    """Ids of the versions that this round put into the archive here."""
    held: Mapping[str, Hold] = field(default_factory=dict)
    """Notes that stay on this machine, by label, and why."""
    queued: bool = False
    """Whether commits wait here to be sent to the remote."""
    changed: bool = False
    """Whether the mirror, the remote or a memory folder changed."""
    left: list[str] = field(default_factory=list)
    """Notes that another process was writing; the next round takes them."""
    strays: list[str] = field(default_factory=list)
    """Paths of notes in sub-folders that no round has reported yet; they stay here."""
    unconfirmed: list[str] = field(default_factory=list)
    """Fingerprints of false alarms that came in and await a person's confirmation."""
    warnings: list[tuple[str, str | None]] = field(default_factory=list)
    """Messages, each with its hint or None."""
    trouble: MemsyncError | None = None
    """Why commits are queued: the error of the remote."""
    refused: MemsyncError | None = None
    """Why the round left out a memory; it is also among the warnings."""
    detach: bool = False
    """Whether a child process runs the rest of the round."""

    def leave_out(self, why: MemsyncError) -> None:
        """Record why the round left out a memory."""
        self.warnings.append((why.message, why.hint))
        self.refused = why

    def data(self) -> dict[str, object]:
        """The result in JSON."""
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
