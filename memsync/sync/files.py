"""The names and the format number in the state folder, for all who read it.

An idle and a short round build paths of them as text: this module loads nothing.
"""

from __future__ import annotations

# Of `STATE`; whatever has another number reads as no state at all.
FORMAT = 1

# Held for a whole round.
LOCK = "locks/sync.lock"

# The machine's eight hex digits.
MACHINE = "machine"

MIRROR = "mirror"

# See `memsync.sync.folder.stat_cache`.
STAT = "stat"

# See `memsync.sync.state.state.State`.
STATE = "sync.json"

# See `memsync.sync.sealed.cache`.
SEALED = "sealed"

# See `memsync.sync.sealed.format`.
SEALED_LIST = "sealed-list"

# What the state says in every round; all else is empty in a usual one.
USUAL_KEYS = frozenset(
    ("format", "base", "projects", "inodes", "vault", "last_success", "clock")
)
