"""The commands' functions, which `memsync ui` gives to the page."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from memsync.cli.shared.session import Session
from memsync.clock import Now, read_clock
from memsync.errors import MemsyncError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from memsync.agents.transfer.survey import Row as AgentRow
    from memsync.cli.history.past import Past
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sessions.past import PastSessions
    from memsync.sync.state.result import Result
    from memsync.sync.verbs.machines import Row


class _Quiet(Session):
    """A session that prints nothing: nobody watches a server's terminal."""

    @staticmethod
    def _speak(line: str) -> None:
        del line


class PageCommands:
    """The commands for the page. One object serves all: each call reads the clock."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def cwd(self) -> Path:
        """The folder whose memories are shown."""
        return self._session.cwd

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment, with the key's passphrase once a person has entered it."""
        return self._session.environ

    @property
    def places(self) -> Places:
        """The user's folders."""
        return self._session.places

    def now(self, by: str) -> Now:
        """The present moment, with `by` as the command that acts."""
        return read_clock()._replace(by=by)

    def settings(self, profile: str = "") -> Settings:
        """The user's settings, read anew."""
        return self._session.settings(None).of_profile_called(profile or None)

    def versions(self, name: str | None, scope: str | None) -> Sequence[Past]:
        """The versions that `memsync archive list` lists."""
        from memsync.cli.history.past import versions

        return versions(self._quiet(), name, scope)

    def log(self, limit: int, profile: str) -> list[dict[str, object]]:
        """The rounds that `memsync sync log` lists, of one profile."""
        from memsync.cli.sync.views import past_rounds

        return past_rounds(self._quiet(), self.settings(profile), None, limit)[1]

    def machines(self, profile: str) -> list[Row]:
        """The machines that `memsync sync machines` lists, of one profile."""
        from memsync.cli.sync.machines import rows_of

        return rows_of(self._quiet(), self.settings(profile))

    def sync(self) -> list[Result]:
        """A round of each profile that has a remote."""
        from memsync.cli.sync.profile import every
        from memsync.cli.sync.rounds import How, run_one
        from memsync.sync.round.guards import NOTHING_ALLOWED

        session = self._quiet()
        how = How(NOTHING_ALLOWED)
        return [run_one(session, settings, how) for settings in every(session)]

    def why_held(self, name: str, profile: str) -> str:
        """Why sync holds a note."""
        from memsync.sync.round.opening import open_context
        from memsync.sync.verbs.release import held

        settings, now = self.settings(profile), self.now("sync release")
        context = open_context(self.places, settings, now)
        return held(context, name).reason

    def release(self, name: str, profile: str) -> Result:
        """Do what `memsync sync release --yes` does."""
        from memsync.sync import sync
        from memsync.sync.round.opening import open_context
        from memsync.sync.verbs.release import held, release

        settings, now = self.settings(profile), self.now("sync release")
        context = open_context(self.places, settings, now)
        release(context, held(context, name))
        return sync(self.places, settings, self.now("sync"))

    @contextlib.contextmanager
    def past_sessions(self) -> Iterator[PastSessions]:
        """Open the past sessions as `memsync recall` does."""
        from memsync.cli.sessions.past import opened

        with opened(self._quiet()) as past:
            yield past

    def learning(self) -> Mapping[str, object]:
        """What `memsync status` says of learning."""
        from memsync.cli.learn.opening import settings_here
        from memsync.cli.learn.status import brief

        session = self._quiet()
        return brief(session, settings_here(session))

    def agents(self) -> Sequence[AgentRow]:
        """The rows of `memsync agents`."""
        from memsync.agents.transfer.survey import survey
        from memsync.cli.shared.place import where
        from memsync.memory.note.names import Scope
        from memsync.workspace.target import memory_path

        here = where(self._quiet())
        memory = None
        if here.root is not None:
            with contextlib.suppress(MemsyncError):
                # The memory is only needed to see which agents are linked to it.
                _, memory = memory_path(self.cwd, self.places, Scope.WORKSPACE)
        return survey(here, memory)

    def guard(self) -> str | None:
        """The state of the guard's hooks in this git root."""
        from memsync.guard.install.status import status
        from memsync.workspace.open import open_for_reading

        root = open_for_reading(self.cwd, self.places, None).root
        return None if root is None else str(status(root, self.environ).state)

    def _quiet(self) -> Session:
        """A new silent session: the pages show its warnings themselves."""
        return _Quiet(
            self._session.environ,
            self._session.cwd,
            read_clock(),
            quiet=True,
            verbose=False,
        )
