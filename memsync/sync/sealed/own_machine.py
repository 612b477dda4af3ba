"""This machine's id and name, for commits and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sync.sealed import sealing
from memsync.sync.state.machine import machine_id, must_say
from memsync.sync.tree.clock import Who

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.state.state import StateFolder


def who_is(
    state_folder: StateFolder, places: Places, settings: Settings, now: Now
) -> Who:
    """This machine, now. Raises `OSError` if its id cannot be stored.

    Only an encrypted memory gets the host's name: in a plain one, the host could read
    it.
    """
    encrypted = sealing.is_required(places, settings)
    name = settings.text("sync.machine") or (places.host if encrypted else "")
    return Who(machine_id(state_folder), now.ms, name, must_say(state_folder))
