"""The result types: sessions, their turns, and totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.files.stored import text_of
from memsync.sessions.readers.table import resume_command
from memsync.sessions.recall.asking import one_line

if TYPE_CHECKING:
    from memsync.sessions.reading.events import Role


class PastSession(NamedTuple):
    """One session of one agent, its sub-agents' sessions included."""

    row: int
    """Its row number in this index."""
    id: str
    agent: str
    root: str | None
    """The main work tree of its repository; without one, its folder."""
    identity: str | None
    title: str
    started: float | None
    """Seconds since 1970."""
    ended: float | None
    """The time of the last turn, else of the last change of its file."""
    messages: int
    """Turns of the user and the assistant, without those of sub-agents."""
    path: str
    cwd: str | None
    resume: str | None


class Said(NamedTuple):
    """One turn of a session."""

    role: Role
    text: str
    time: float | None
    model: str | None
    line: int | None
    """1-based; None for databases and files that are no lines."""
    path: str
    abandoned: bool
    """Whether it is on an abandoned branch."""
    by_sub_agent: bool


class Refreshed(NamedTuple):
    """What updating the index did."""

    read: int
    left: int
    late: int
    """Sources not read yet: no time was left, or another process reads them."""
    without_zstd: bool
    """Whether packed sessions were left out: the extra `sessions` reads them."""


class Totals(NamedTuple):
    """What the index contains, and what could not be read."""

    sessions: int
    messages: int
    turns: int
    malformed: int
    """Lines and records that could not be parsed."""
    unknown: int
    """Records of a kind that the reader does not know."""
    unread: int
    """Files and databases that could not be opened or read."""


# One query for all: a session with its project, title and file.
SESSIONS = (
    "SELECT s.id, s.name, s.agent, coalesce(p.root, s.cwd),"
    " coalesce(p.identity, s.repository), coalesce(s.title, s.begins, ''), s.started,"
    " s.ended, s.messages, o.path, s.cwd FROM session s"
    " JOIN source o ON o.id = s.source LEFT JOIN place p ON p.cwd = s.cwd"
)


def session_of(row: tuple[Any, ...]) -> PastSession:
    """A session of a row that `SESSIONS` selects."""
    found = PastSession._make((*row, resume_command(row[2], row[1])))
    return found._replace(
        root=found.root and text_of(found.root),
        title=one_line(found.title),
        path=text_of(found.path),
    )
