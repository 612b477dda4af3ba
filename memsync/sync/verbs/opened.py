"""An encrypted mirror, opened to read its history."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from memsync.files import lock
from memsync.sync.mirror.bare import open_mirror
from memsync.sync.sealed.mirror import open_sealed
from memsync.sync.state.state import state_folder_of
from memsync.sync.tree.url import configured_remote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.sealed.mirror import SealedMirror


@contextmanager
def opened(
    places: Places, settings: Settings, what: str, wait: float | None = None
) -> Iterator[SealedMirror | None]:
    """The mirror, with the round's lock held; None if it has no main.

    `what` is the command, and `wait` the seconds to wait for the lock, else those of
    the settings. Raises `KeyTrouble` without a key, and `Locked`.
    """
    state_folder = state_folder_of(places)
    if not state_folder.mirror.is_dir():
        yield None
        return
    remote = configured_remote(places, settings)
    wait = settings.number("sync.wait") if wait is None else wait
    with lock.hold_round(state_folder.lock, what=what, wait=wait) as held:
        bare = open_mirror(state_folder.mirror, places.environ, remote, held)
        mirror = open_sealed(bare, state_folder, places)
        yield mirror if mirror.tip() is not None else None
