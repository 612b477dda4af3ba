"""The interface of the commands that the page calls; the command line implements it.

Some commands need an environment, a clock, or the key of an encrypted memory. Only the
command line has these, so it passes the functions to the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from memsync.agents.transfer.survey import Row
    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.memory.archive.archive import Version
    from memsync.memory.store.store import Store
    from memsync.paths import Places
    from memsync.sessions.past import PastSessions
    from memsync.sync.state.result import Result
    from memsync.sync.verbs.machines import Row as Machine


class Past(Protocol):
    """A version of a note that is not live."""

    @property
    def store(self) -> Store:
        """The memory it belongs to."""

    @property
    def version(self) -> Version:
        """Its entry in the archive."""

    def read(self) -> bytes:
        """Read its bytes."""


class Commands(Protocol):
    """The functions that the page can call; they raise the errors of the commands."""

    @property
    def cwd(self) -> Path:
        """The folder whose memories are shown."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment for git and for the readers of sessions."""

    @property
    def places(self) -> Places:
        """The person's folders."""

    def now(self, by: str) -> Now:
        """The present moment; `by` is the command that acts, as typed after memsync."""

    def settings(self, profile: str = "") -> Settings:
        """The person's own settings, as a profile of sync sees them.

        Raises `NotSetUp` for a profile that does not exist.
        """

    def versions(self, name: str | None, scope: str | None) -> Sequence[Past]:
        """The versions that `memsync archive list` lists: the newest first."""

    def log(self, limit: int, profile: str) -> list[dict[str, object]]:
        """The JSON of `memsync sync log`."""

    def machines(self, profile: str) -> list[Machine]:
        """The machines that `memsync sync machines` lists, of one profile."""

    def sync(self) -> list[Result]:
        """Run a round of each profile, like `memsync sync`."""

    def why_held(self, name: str, profile: str) -> str:
        """Why sync holds a note; raises `NotFound` for a note that is not held."""

    def release(self, name: str, profile: str) -> Result:
        """Send a held note, like `memsync sync release --yes`."""

    def past_sessions(self) -> AbstractContextManager[PastSessions]:
        """Open the person's past sessions, like `memsync recall`."""

    def learning(self) -> Mapping[str, object]:
        """The state of learning in this repository, as `memsync status` shows it."""

    def agents(self) -> Sequence[Row]:
        """The rows of `memsync agents`."""

    def guard(self) -> str | None:
        """The state of the guard here; None outside git."""
