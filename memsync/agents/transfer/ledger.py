"""What exports wrote, by folder: so we know our own files, and whether they changed.

One JSON file in the state folder for each folder exported to. Without it no text is
lost: a file there then counts as somebody else's, unless it is what memsync would
write.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.agents.layouts.layout import Sent
from memsync.errors import MemsyncError
from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memsync.paths import Places

# Bytes: one row for each exported note, so even 100,000 of them fit.
_LARGEST = 1 << 26


def ledger_file(places: Places, agent: str, folder: Path, memory: Path) -> Path:
    """The file of what was written from a memory into an agent's folder."""
    import hashlib

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


def save(file: Path, folder: Path, sent: Mapping[str, Sent]) -> None:
    """Keep what was written to a folder; raises `OSError`."""
    real = os.path.realpath(folder)
    rows = {
        name: {"path": s.path, "digest": s.digest, "folder": real}
        for name, s in sent.items()
    }
    atomic.make_folder(file.parent, mode=0o700)
    data = json.dumps(rows, sort_keys=True, indent=0).encode() + b"\n"
    atomic.write(file, data, mode=0o600)


def written(places: Places, memory: Path) -> Iterator[tuple[str, Path]]:
    """Each note of this memory that an export wrote, and into which file."""
    for file in sorted((places.state / "exports").glob("*.json")):
        agent = file.stem.rpartition("-")[0]
        try:
            rows = json.loads(atomic.read_regular(file, limit=_LARGEST))
            found = [
                (str(name), Path(row["folder"]), str(row["path"]))
                for name, row in rows.items()
            ]
        # Damaged, or of an earlier version, which did not keep the folder.
        except (OSError, MemsyncError, ValueError, KeyError, TypeError, AttributeError):
            continue
        for name, folder, path in found:
            if file == ledger_file(places, agent, folder, memory):
                yield name, folder / path.partition("#")[0]
