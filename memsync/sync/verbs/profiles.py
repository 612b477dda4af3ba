"""The settings of one profile by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.config.keys import DEFAULT_PROFILE
from memsync.errors import NotSetUp
from memsync.meant import nearest

if TYPE_CHECKING:
    from memsync.config.settings import Settings


def of_profile(settings: Settings, profile: str | None) -> Settings:
    """The settings that a profile has, or without one the default profile.

    Raises `NotSetUp` for a profile that does not exist.
    """
    if profile in (None, DEFAULT_PROFILE):
        return settings
    if profile not in settings.profiles:
        near = nearest(profile, [DEFAULT_PROFILE, *settings.profiles])
        makes = f"`memsync sync init URL --profile {profile}` makes one"
        raise NotSetUp(
            f"there is no profile '{profile}'",
            hint=f"did you mean '{near}'? {makes}" if near else makes,
        )
    return settings.of_profile(profile)
