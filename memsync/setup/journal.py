"""What `setup` changed on this machine, kept so that `setup --undo` can restore it.

One file in the data folder, readable by its owner only, since it contains the earlier
settings files.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME = "setup.json"
# Bytes: settings files are some kilobytes each.
_LARGEST = 1 << 26


class Entry(NamedTuple):
    """One file that setup made or changed."""

    path: Path
    part: str
    """The part of setup, such as an agent's name."""
    before: bytes | None
    """Its bytes before; None: there was no file."""
    after: str
    """The digest of what setup left there."""
    folders: tuple[Path, ...]
    """The folders that were made for it, the innermost first."""


def digest(data: bytes | None) -> str:
    """The digest of a file's bytes; empty for no file."""
    return "" if data is None else sha256(data).hexdigest()


def missing_folders(path: Path) -> tuple[Path, ...]:
    """The missing parent folders of a file, the innermost first."""
    return tuple(folder for folder in path.parents if not folder.exists())


def read(folder: Path) -> list[Entry]:
    """The entries, oldest first; raises `Broken` for a file that is damaged."""
    path = folder / NAME
    try:
        rows = json.loads(atomic.read_regular(path, limit=_LARGEST))["files"]
        return [
            Entry(
                Path(row["path"]),
                str(row["part"]),
                None if row["before"] is None else b64decode(row["before"]),
                str(row["after"]),
                tuple(Path(folder) for folder in row["folders"]),
            )
            for row in rows
        ]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Broken(
            f"'{path}' is damaged, so setup does not know what it changed",
            hint=f"move it away; `memsync setup --undo` then removes memsync's entries"
            f" alone: {path}",
            word="setup-journal",
        ) from None


def write(folder: Path, entries: Iterable[Entry]) -> None:
    """Write the entries; without any, remove the file. Raises `OSError`."""
    rows = [
        {
            "path": str(entry.path),
            "part": entry.part,
            "before": None
            if entry.before is None
            else b64encode(entry.before).decode(),
            "after": entry.after,
            "folders": [str(made) for made in entry.folders],
        }
        for entry in entries
    ]
    path = folder / NAME
    if not rows:
        path.unlink(missing_ok=True)
        return
    atomic.make_folder(folder, mode=0o700)
    atomic.write(path, json.dumps({"files": rows}).encode(), mode=0o600)


def add(folder: Path, new: Iterable[Entry]) -> None:
    """Add these entries; raises `Broken` and `OSError`.

    A file that setup changes again keeps its first earlier text, unless somebody else
    has changed it in between.
    """
    entries = {entry.path: entry for entry in read(folder)}
    for entry in new:
        old = entries.get(entry.path)
        again = old is not None and old.after == digest(entry.before)
        entries[entry.path] = (
            old._replace(after=entry.after) if again and old else entry
        )
    write(folder, entries.values())
