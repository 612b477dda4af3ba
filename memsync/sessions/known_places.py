"""Which projects the folders of past sessions belonged to, beside the index.

The index is safe to lose, but a folder that was moved or removed since cannot be looked
up again: one JSON file in the data folder remembers it.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAME = "session-places.json"

# Bytes: a folder takes about two hundred.
_LARGEST = 1 << 24

# A folder's root and identity.
Known = dict[str, tuple[str | None, str | None]]


def load(data: Path) -> Known:
    """What is known; nothing for a file that is missing or damaged."""
    try:
        rows = json.loads(atomic.read_regular(data / NAME, limit=_LARGEST))
        return {
            cwd: (root and str(root), identity and str(identity))
            for cwd, (root, identity) in rows.items()
        }
    except (OSError, MemsyncError, ValueError, TypeError, AttributeError):
        return {}


def add(
    data: Path, known: Known, more: Mapping[str, tuple[str | None, str | None]]
) -> None:
    """Keep more of them; a folder that cannot be written costs only this."""
    after = {**known, **more}
    if after == known:
        return
    # Without it, sessions of folders that move later are found until the index is lost.
    with contextlib.suppress(OSError):
        atomic.make_folder(data, mode=0o700)
        text = json.dumps(after, sort_keys=True, indent=0)
        atomic.write(data / NAME, text.encode() + b"\n", mode=0o600)
