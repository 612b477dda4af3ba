"""The profile of sync that a page is about."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from memsync.config.keys import DEFAULT_PROFILE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memsync.config.settings import Settings
    from memsync.page.request.ask import Ask


class Profile(NamedTuple):
    """The selected profile, and those to choose from."""

    settings: Settings
    every: Sequence[str]
    """All names; only one if there is no choice."""

    @property
    def name(self) -> str:
        """The profile's name for people."""
        return self.settings.profile or DEFAULT_PROFILE

    @property
    def query(self) -> Mapping[str, str]:
        """The query with which an address selects it."""
        return {"profile": self.name} if len(self.every) > 1 else {}

    @property
    def option(self) -> str:
        """The option with which a command selects it."""
        return f" --profile {quote(self.name)}" if len(self.every) > 1 else ""


def profiles(ask: Ask) -> list[str]:
    """The names of the profiles that have a remote; the default one if none has."""
    settings = ask.commands.settings()
    first = settings.text("sync.remote") or not settings.profiles
    return [*([DEFAULT_PROFILE] if first else []), *settings.profiles]


def shown(ask: Ask) -> Profile:
    """The profile that the query names, else the first. Raises `NotSetUp`."""
    every = profiles(ask)
    name = ask.query.get("profile") or every[0]
    return Profile(ask.commands.settings(name), every)
