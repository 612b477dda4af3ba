"""The functions of the commands that the page calls, as the command line gives them.

Some of them need what only a command line has: an environment, a clock, the key of an
encrypted memory. So the page is handed them.
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


class Past(Protocol):
    """A version of a note that is not live."""

    @property
    def store(self) -> Store:
        """The memory it belongs to."""

    @property
    def version(self) -> Version:
        """What is known of it."""

    def read(self) -> bytes:
        """Its bytes."""


class Commands(Protocol):
    """What the page can ask of memsync; errors are those of the commands."""

    @property
    def cwd(self) -> Path:
        """The folder whose memories are shown."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment that git and readers of sessions are given."""

    @property
    def places(self) -> Places:
        """The person's folders."""

    def now(self, by: str) -> Now:
        """The moment; `by` is the command that acts, as it is typed after memsync."""

    def settings(self, profile: str = "") -> Settings:
        """The person's own settings, as a profile of sync has them.

        Raises `NotSetUp` for a profile that does not exist.
        """

    def versions(self, name: str | None, scope: str | None) -> Sequence[Past]:
        """As `memsync archive list`: the newest first."""

    def log(self, limit: int, profile: str) -> list[dict[str, object]]:
        """As `memsync sync log`, as JSON."""

    def own_machine(self, profile: str) -> str:
        """This machine's id in that log; empty without sync."""

    def sync(self) -> list[Result]:
        """As `memsync sync`: a round of each profile."""

    def why_held(self, name: str, profile: str) -> str:
        """Why sync holds a note; raises `NotFound` for one that it does not."""

    def release(self, name: str, profile: str) -> Result:
        """As `memsync sync release --yes`."""

    def past_sessions(self) -> AbstractContextManager[PastSessions]:
        """The person's past sessions, as `memsync recall` opens them."""

    def learning(self) -> Mapping[str, object]:
        """How learning stands in this repository, as `memsync status` has it."""

    def agents(self) -> Sequence[Row]:
        """As `memsync agents`."""

    def guard(self) -> str | None:
        """How the guard stands here; None outside git."""
