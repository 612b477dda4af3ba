"""The file names and the format number of the state folder, for all its readers.

Idle and short rounds build paths from them as text. Imports nothing.
"""

from __future__ import annotations

# The format of `STATE`; a file with another number counts as missing.
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

# The keys that every state has; all others are empty after a normal round.
USUAL_KEYS = frozenset(
    ("format", "base", "projects", "inodes", "vault", "last_success", "clock")
)
