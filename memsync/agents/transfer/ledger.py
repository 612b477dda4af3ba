"""What exports wrote, by folder: so we know our own files, and whether they changed.

One JSON file in the state folder for each folder exported to. Without it no text is
lost: a file there then counts as somebody else's, unless it is what memsync would
write.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync.agents.layouts.layout import Sent
from memsync.errors import MemsyncError
from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.paths import Places

# Bytes: one row for each exported note, so even 100,000 of them fit.
_LARGEST = 1 << 26


def ledger_file(places: Places, agent: str, folder: Path, memory: Path) -> Path:
    """The file of what was written from a memory into an agent's folder."""
    import hashlib
    import os

    key = os.fsencode(os.path.realpath(folder)) + b"\0" + os.fsencode(memory)
    name = f"{agent}-{hashlib.sha256(key).hexdigest()[:16]}.json"
    return places.state / "exports" / name


def load(file: Path) -> dict[str, Sent]:
    """What was written for each note; empty for a file that cannot be read."""
    try:
        rows = json.loads(atomic.read_regular(file, limit=_LARGEST))
        return {
            str(name): Sent(str(row["path"]), str(row["digest"]))
            for name, row in rows.items()
        }
    # Missing or damaged counts as empty.
    except (OSError, MemsyncError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def save(file: Path, sent: Mapping[str, Sent]) -> None:
    """Keep what was written; raises `OSError`."""
    rows = {name: {"path": s.path, "digest": s.digest} for name, s in sent.items()}
    atomic.make_folder(file.parent, mode=0o700)
    data = json.dumps(rows, sort_keys=True, indent=0).encode() + b"\n"
    atomic.write(file, data, mode=0o600)
