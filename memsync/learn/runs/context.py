"""The inputs of a run: one repository, its sessions, its memories, and the clock."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import NotFound
from memsync.sessions.projects import project_of
from memsync.sessions.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.learn.ledger.ledger import Ledger
    from memsync.learn.proposals.review_queue import ReviewQueue
    from memsync.paths import Places
    from memsync.sessions.past import PastSession, PastSessions


class Here(NamedTuple):
    """The repository of a run."""

    key: str
    """The key under which its sessions, facts and runs are stored."""
    root: str
    """The main work tree, or the folder if there is none."""
    wanted: Wanted
    """The filter for its sessions."""


def here(cwd: Path, environ: Mapping[str, str]) -> Here:
    """The repository that contains a folder; outside any, the folder itself."""
    project = project_of(cwd, environ)
    if project.root is None:
        return Here(str(cwd), str(cwd), Wanted(cwd=str(cwd)))
    wanted = Wanted(root=project.root, identity=project.identity)
    return Here(project.identity or project.root, project.root, wanted)


def session_here(context: RunContext, id_: str) -> PastSession:
    """The session of this repository with an id, or with an id that begins like this.

    Raises `NotFound`, also for a session of another repository, and `BadUsage` if
    several match.
    """
    found = context.past.find(id_)
    if all(
        found.row != each.row for each in context.past.sessions(context.here.wanted)
    ):
        raise NotFound(
            f"the session '{id_}' is of another repository",
            hint="run this where the session was held",
        )
    return found


class Clock:
    """The moment at which a run began, and the time since then."""

    def __init__(self, now: Now) -> None:
        self.began = now
        self._start = monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return monotonic() - self._start

    @property
    def time(self) -> float:
        """Seconds since 1970."""
        return self.began.utc.timestamp() + self.elapsed

    @property
    def now(self) -> Now:
        """The present moment, in the form that the store takes."""
        utc = self.began.utc + timedelta(seconds=self.elapsed)
        return self.began._replace(utc=utc)


class RunContext(NamedTuple):
    """Everything that a run needs except the models."""

    here: Here
    settings: Settings
    places: Places
    past: PastSessions
    ledger: Ledger
    queue: ReviewQueue
    clock: Clock
