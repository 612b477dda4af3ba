"""What a prompt says about sync: which notes are held, and which came from elsewhere.

Without a remote and without profiles this loads no other module of sync.
"""

from __future__ import annotations

from functools import partial

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.config.settings import Settings
    from memsync.memory.note.names import Scope
    from memsync.paths import Places
    from memsync.retrieval.origins import Synced
    from memsync.sync.state.state import Hold


def synced(places: Places, settings: Settings) -> Synced | None:
    """Which notes are held, and which came from elsewhere; None without sync."""
    if not (settings.text("sync.remote") or settings.profiles):
        return None
    from memsync.retrieval.origins import Synced
    from memsync.retrieval.parts import Held

    kept = held(places, settings.profiles)
    return Synced(
        [Held(name, why.reason, why.since) for name, why in kept],
        came_in(places, settings.profiles),
    )


def held(places: Places, profiles: Iterable[str]) -> list[tuple[str, Hold]]:
    """The notes that sync holds on this machine, by label, and why.

    `profiles` are the names of all profiles but the default one.
    """
    from memsync.sync.state.state import load, state_folder_of

    return [
        each
        for profile in ("", *profiles)
        for each in sorted(load(state_folder_of(places, profile)).held.items())
    ]


def came_in(
    places: Places, profiles: Iterable[str]
) -> Callable[[Scope, str, bytes], bool]:
    """Returns a test: whether a note, log or index came from another machine.

    The test takes its scope, name and bytes. `profiles` are as in `held`.
    """
    from memsync.sync.state.rounds import came, load_received
    from memsync.sync.state.state import state_folder_of

    known: dict[str, str] = {}
    for profile in ("", *profiles):
        known |= load_received(state_folder_of(places, profile).received_file)
    return partial(came, known)
