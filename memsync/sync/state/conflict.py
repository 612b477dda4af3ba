"""An edit that lost against another machine's, in words for both persons."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from memsync.memory.archive.version_id import VersionId


class Conflict(NamedTuple):
    """One note that two machines changed in the same lines, or one of them deleted."""

    said: str
    """The note's label."""
    kept: str
    """What the machine is called whose edit is live; empty for this one."""
    lost: str
    """The machine whose edit or deletion is not; empty for this one."""
    version: VersionId | None
    """The edit that is not live; None where that was a deletion."""

    @property
    def sentence(self) -> str:
        """What happened, whose edit is live, and the command that changes that."""
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
