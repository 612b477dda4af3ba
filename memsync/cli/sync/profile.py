"""`--profile`: the part of the user memory that a sync command works on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from memsync.errors import BadUsage

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.cli.shared.session import Session
    from memsync.config.settings import Settings

F = TypeVar("F", bound="Callable[..., Any]")


def profile_option(command: F) -> F:
    """Add `--profile`."""
    return click.option("--profile", metavar="NAME", help="Use only this profile.")(
        command
    )


def settings_of(session: Session, profile: str | None) -> Settings:
    """The settings of a profile; without a name, of the default profile.

    Raises `NotSetUp` for an unknown profile.
    """
    return session.settings(None).of_profile_called(profile)


def new_profile(session: Session, profile: str | None) -> Settings:
    """Like `settings_of`, for a profile that may be new. Raises `BadUsage`."""
    from memsync.config.keys import DEFAULT_PROFILE, is_profile

    settings = session.settings(None)
    if profile in (None, DEFAULT_PROFILE):
        return settings
    if not is_profile(profile):
        raise BadUsage(
            f"'{profile}' cannot be the name of a profile",
            hint="use lower-case letters, digits, - and _",
        )
    return settings.of_profile(profile)


def every(session: Session) -> list[Settings]:
    """The settings of each profile with a remote; if none has one, the default's."""
    settings = session.settings(None)
    own = [settings.of_profile(name) for name in settings.profiles]
    return [settings, *own] if settings.text("sync.remote") or not own else own
