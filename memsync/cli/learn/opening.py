"""The inputs of the verbs of `memsync learn`: repository, sessions, ledger."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from memsync.cli.sessions import past as past_verbs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.cli.shared.session import Session
    from memsync.config.settings import Settings
    from memsync.learn.runs.context import RunContext


@contextlib.contextmanager
def opened(session: Session, *, refresh: bool = True) -> Iterator[RunContext]:
    """The context of the working folder; with `refresh`, indexes new sessions first.

    Raises `NoGitRoot` if there is neither a repository nor a memory.
    """
    from memsync.learn.ledger.ledger import open_ledger
    from memsync.learn.proposals.review_queue import open_queue
    from memsync.learn.runs.context import Clock, RunContext, here

    queue = open_queue(session.cwd, session.places, session.now)
    settings = settings_here(session)
    with past_verbs.opened(session) as past, open_ledger(session.places.state) as book:
        if refresh:
            past_verbs.refresh(session, past)
        yield RunContext(
            here(session.cwd, session.environ),
            settings,
            session.places,
            past,
            book,
            queue,
            Clock(session.now),
        )


def settings_here(session: Session) -> Settings:
    """The settings of the repository; its file may only switch learning off."""
    from memsync.sessions.projects import top_of

    return session.settings(top_of(session.cwd, session.environ))
