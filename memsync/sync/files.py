"""The names and the format number in the state folder, for all who read it.

An idle and a short round build paths of them as text: this module loads nothing.
"""

from __future__ import annotations

FORMAT = 1
"""Of `STATE`; whatever has another number reads as no state at all."""

LOCK = "locks/sync.lock"
"""Held for a whole round."""
MACHINE = "machine"
"""The machine's eight hex digits."""
MIRROR = "mirror"
STAT = "stat"
"""See `memsync.sync.folder.stat_cache`."""
STATE = "sync.json"
"""See `memsync.sync.state.state.State`."""
SEALED = "sealed"
"""See `memsync.sync.sealed.cache`."""
SEALED_LIST = "sealed-list"
"""See `memsync.sync.sealed.format`."""

USUAL_KEYS = frozenset(
    ("format", "base", "projects", "inodes", "vault", "last_success", "clock")
)
"""What the state says in every round; all else is empty in a usual one."""
