"""What `recall` and `sessions` share: updating the index, and reading options."""

from __future__ import annotations

import contextlib
from datetime import date
from typing import TYPE_CHECKING

from memsync.errors import BadUsage, Locked
from memsync.extras import with_extra
from memsync.sessions.moments import day_begins, day_ends
from memsync.sessions.past import Wanted, past_sessions
from memsync.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.sessions.past import PastSessions, Refreshed
    from memsync.sessions.reading.reader import Source

# Seconds to wait for the index's lock, for commands that need it up to date.
WAIT = 30.0


@contextlib.contextmanager
def opened(session: Session) -> Iterator[PastSessions]:
    """Open the user's past sessions."""
    now = session.now.utc.timestamp()
    keep = session.settings(None).flag("recall.keep")
    with past_sessions(session.places, session.environ, now, keep=keep) as past:
        yield past


def refresh(
    session: Session,
    past: PastSessions,
    agent: str | None = None,
    path: Path | None = None,
) -> None:
    """Index new sessions; if another process is doing so, use the index as it is."""
    try:
        tell(session, past.refresh(agent, path, top=top(session), progress=progress))
    except Locked:
        session.say("another process is reading sessions: the newest may be missing")


def progress(sources: list[Source]) -> Iterable[Source]:
    """Yield the sources; on a terminal, print the progress."""
    return counted(sources, "reading sessions")


def tell(session: Session, refreshed: Refreshed) -> None:
    """Say which sessions need a package that is not installed."""
    if refreshed.without_zstd:
        session.say(
            "packed sessions of Codex (.jsonl.zst) are left out: "
            f"to read them, {with_extra('sessions')}"
        )


def top(session: Session) -> Path | None:
    """The git root that the user stands in."""
    from memsync.sessions.projects import top_of

    return top_of(session.cwd, session.environ)


def wanted(
    session: Session,
    agent: str | None,
    *,
    here: bool,
    since: str | None,
    until: str | None = None,
    role: str | None = None,
    path: Path | None = None,
) -> Wanted:
    """The options as a query; raises `BadUsage` for a bad day or unknown agent."""
    from memsync.sessions.readers.table import reader_of

    if agent is not None:
        reader_of(agent)
    found = Wanted(
        agent,
        since=None if since is None else day_begins(_day(since)),
        until=None if until is None else day_ends(_day(until)),
        role=role,
        path=None if path is None else str(path),
    )
    return here_only(session, found) if here else found


def here_only(session: Session, found: Wanted) -> Wanted:
    """Limit a query to the current repository or, outside one, to this folder."""
    from memsync.sessions.projects import project_of

    project = project_of(session.cwd, session.environ)
    if project.root is None:
        return found._replace(cwd=str(session.cwd))
    return found._replace(root=project.root, identity=project.identity)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadUsage(
            f"'{text}' is not a day", hint="write it as 2026-01-31"
        ) from None
