"""Which memories may be read into a prompt."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from memsync.memory.store.store import Store
    from memsync.workspace.open import Opened


def visible(opened: Opened) -> tuple[Store, ...]:
    """The memories that the settings allow, the workspace's first; it shadows.

    Empty if memory is off. Without the user's memory if the user turned that off,
    whatever a repository's file says.
    """
    settings = opened.settings
    if not settings.flag("memory.enabled"):
        return ()
    user = None if settings.user_denies_memory else opened.user
    return tuple(store for store in (opened.workspace, user) if store is not None)
