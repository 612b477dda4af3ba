"""The layout of one agent's memory: its place and its form.

A layout is a file in `agents/layouts/` that puts values into one of the five engines
(`agents/layouts/engines/`). docs/adding-an-agent.md shows how to write one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from pathlib import Path

    from memsync.agents.layouts.where import Where
    from memsync.memory.files.origins import Origin
    from memsync.memory.note.note import Note
    from memsync.memory.store.intake import Version

# A: the agent edits note by note. B: a pipeline rewrites all of it. C: a file of
# instructions that people write.
Kind = Literal["A", "B", "C"]

Action = Literal[
    "created", "updated", "unchanged", "removed", "conflict", "refused", "skipped"
]


class Found(NamedTuple):
    """One item of an agent's memory that becomes a note."""

    source: str
    """The file below the folder, with `/`; `#n` for the n-th entry of a file."""
    raw: bytes
    """Its bytes there; those of all entries of a file make up the file."""
    name: str
    """The note's name, before comparison with the notes here."""
    note: bytes
    """The note's bytes; `raw` itself if that is already a note."""
    saved: datetime
    """When the file was written last, in UTC."""
    core: bytes | None = None
    """The part of `raw` to compare for changes, if not all of it."""
    about: str = ""
    """The text of its entry, if the note has no description."""
    lost: tuple[str, ...] = ()
    """What the note cannot keep."""
    earlier: tuple[Version, ...] = ()
    """Versions that the agent kept, the oldest first."""
    is_index: bool = False
    """Whether it is an agent's index without own text, kept only for a later export."""

    @property
    def identity(self) -> bytes:
        """The bytes to compare for changes."""
        return self.raw if self.core is None else self.core


class Unfit(NamedTuple):
    """Something in the folder that does not become a note."""

    source: str
    action: Literal["refused", "skipped"]
    reason: str


class Reading(NamedTuple):
    """All that an agent's folder holds, in the order of its paths."""

    found: Sequence[Found]
    unfit: Sequence[Unfit] = ()


class Sent(NamedTuple):
    """What an earlier export wrote for a note."""

    path: str
    digest: str
    """Of the bytes as they were written: a file's, or an entry's."""


class Outgoing(NamedTuple):
    """One note on its way to an agent."""

    name: str
    note: Note
    data: bytes
    origins: Sequence[Origin] = ()
    """Its imports from this agent; empty for a note of our own."""
    original: bytes | None = None
    """Its original bytes there, if still known."""
    origin: Origin | None = None
    """The import that `original` belongs to."""
    untouched: bool = False
    """Whether nobody has changed the note since its import."""
    sent: Sent | None = None
    settled: tuple[str, ...] = ()
    """Digests of what the agent made of its file, and a person imported and forgot."""

    def knows(self, digest: str) -> bool:
        """Whether bytes of this digest came from us, or came to us from there."""
        sources = {origin.source for origin in self.origins}
        sent = self.sent.digest if self.sent else None
        return digest == sent or digest in sources or digest in self.settled


class Change(NamedTuple):
    """What an export would do for one note."""

    name: str
    path: str
    """The file below the folder."""
    action: Action
    reason: str = ""
    lost: tuple[str, ...] = ()
    digest: str = ""
    """The digest of the note's form there, for the next export."""


class FileChange(NamedTuple):
    """A file that an export would write."""

    path: str
    """Below the folder, with `/`."""
    data: bytes
    expected: bytes | None
    """What stands there now; None for no file."""
    names: tuple[str, ...] = ()
    """The notes in it: all in conflict, if the file changes meanwhile."""


class Plan(NamedTuple):
    """All that an export would do."""

    changes: Sequence[Change]
    files: Sequence[FileChange] = ()
    warnings: Sequence[tuple[str, str | None]] = ()
    left: Sequence[str] = ()
    """Notes whose text these files no longer have."""


class Engine(Protocol):
    """One form of memory: reading it, and planning what to write into it."""

    def read(self, folder: Path, limit: int) -> Reading:
        """All that the folder holds; no file above `limit` bytes becomes a note.

        Never writes, follows no link, and raises only `Broken` for a folder that
        cannot be listed.
        """

    def identities(self, data: bytes) -> tuple[bytes, ...]:
        """The parts of an item's bytes to compare for changes; see `Found.core`."""

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:
        """What to write for these notes; raises as `read`, and `Refused`."""

    def seen(self, folder: Path) -> Seen:
        """How much of the folder the agent reads at its start."""


class Seen(NamedTuple):
    """What an agent has, and how much of it fits."""

    notes: int
    chars: int
    """Characters of the text that counts against the cap."""
    cap: int | None
    over: int
    """Characters beyond the cap."""
    lost: tuple[str, ...] = ()
    """The files listed beyond the cap, or too long themselves."""


class Link(NamedTuple):
    """A setting by which an agent uses another folder as its memory."""

    file: str
    """The settings file below the git root."""
    key: str


class Layout(NamedTuple):
    """One agent's memory."""

    agent: str
    kind: Kind
    project: Callable[[Where], Path | None]
    """Its folder for the repository; None if there is none (yet)."""
    person: Callable[[Where], Path | None]
    """Its folder for the person."""
    home: Callable[[Where], Path | None]
    """The folder that exists if the agent is used here."""
    engine: Engine
    person_engine: Engine | None = None
    """The engine of the user's store, if that has another form."""
    engine_at: Callable[[Path], Engine | None] = lambda _: None
    """Chooses another engine, for a PATH with another form; raises `Refused`."""
    engine_in: Callable[[Where, bool, bool], Engine] | None = None
    """Chooses the engine, if it depends on the request: for the user's store, and with
    a PATH given."""
    inner: tuple[str, ...] = ()
    """Folders below a PATH that may be meant, such as `.cursor/rules`."""
    file: str | None = None
    """The one file that the layout is about, where a PATH may name it."""
    loses: str = "nothing"
    """What an export loses, in words."""
    older: Callable[[Where], Path | None] = lambda _: None
    """A folder that the agent no longer uses, but which may still have notes."""
    not_there: str = ""
    """What to do when the agent has no folder for this repository yet."""
    link: Link | None = None

    def engine_of(self, *, person: bool) -> Engine:
        """The engine for the repository's folder, or the person's."""
        return self.person_engine if person and self.person_engine else self.engine
