"""What the mirror has, read without a round and without the remote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sync.round.opening import open_context

if TYPE_CHECKING:
    from collections.abc import Collection

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places


def known_paths(places: Places, settings: Settings, now: Now) -> Collection[str]:
    """The paths in the newest tree of a profile; none before its first round.

    Raises `NotSetUp`, `Locked`, and `KeyTrouble` where a key is missing.
    """
    context = open_context(places, settings, now)
    if not context.state_folder.mirror.is_dir():
        return ()
    with context.hold("init") as held:
        mirror = context.effects(held).mirror
        tip = mirror.tip()
        return list(mirror.tree(tip)) if tip else ()
