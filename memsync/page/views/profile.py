"""Which profile of sync a page is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.config.keys import DEFAULT_PROFILE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memsync.config.settings import Settings
    from memsync.page.request.ask import Ask


class Profile(NamedTuple):
    """The one that is shown, and those there are to choose from."""

    settings: Settings
    every: Sequence[str]
    """Their names; one alone where there is nothing to choose."""

    @property
    def name(self) -> str:
        """As people say it."""
        return self.settings.profile or DEFAULT_PROFILE

    @property
    def query(self) -> Mapping[str, str]:
        """What an address needs to be about it."""
        return {"profile": self.name} if len(self.every) > 1 else {}

    @property
    def option(self) -> str:
        """What a command needs to be about it."""
        return f" --profile {self.name}" if len(self.every) > 1 else ""


def profiles(ask: Ask) -> list[str]:
    """The names of those that have a remote; the default one where none has."""
    settings = ask.commands.settings()
    first = settings.text("sync.remote") or not settings.profiles
    return [*([DEFAULT_PROFILE] if first else []), *settings.profiles]


def shown(ask: Ask) -> Profile:
    """The one that the query names, else the first. Raises `NotSetUp`."""
    every = profiles(ask)
    name = ask.query.get("profile") or every[0]
    return Profile(ask.commands.settings(name), every)
