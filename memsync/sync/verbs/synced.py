"""What sync knows of the memories that go into a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.retrieval.origins import Synced


def synced(places: Places, settings: Settings) -> Synced | None:
    """Which notes are held, and which came from elsewhere; None without sync."""
    if not (settings.text("sync.remote") or settings.profiles):
        return None  # never synced: importing sync would take its time for nothing
    from memsync.retrieval.origins import Synced
    from memsync.retrieval.parts import Held
    from memsync.sync.verbs.prompt import came_in, held

    kept = held(places, settings.profiles)
    return Synced(
        [Held(name, why.reason, why.since) for name, why in kept],
        came_in(places, settings.profiles),
    )
