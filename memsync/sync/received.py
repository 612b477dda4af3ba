"""Which files of the user memory came from another machine, as they stand now.

A prompt says so, because whoever can push to the remote can write there. Losing the
file loses no text: the notes then count as this machine's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync import atomic
from memsync.errors import MemsyncError
from memsync.memory.names import MEMORY_INDEX_NAME as INDEX_NAME
from memsync.memory.names import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.sync.last_round import Change


def load(path: Path) -> dict[str, str]:
    """The blob that last came in for each path; what is malformed is passed over."""
    try:
        lines = atomic.read_regular(path).decode("utf-8", "surrogateescape")
    except (OSError, MemsyncError):
        return {}
    pairs = (line.partition(" ") for line in lines.split("\n"))
    return {name: oid for oid, _, name in pairs if name}


def came(known: Mapping[str, str], name: str, data: bytes) -> bool:
    """Whether a note, log or `MEMORY` of these bytes came in.

    What was changed here since is this machine's own; a memory index of which any
    version came in is everybody's, since its lines are merged.
    """
    oid = known.get(f"{name}{SUFFIX}")
    if oid is None or name == INDEX_NAME:
        return oid is not None
    from memsync.sync.layout import blob_id

    return blob_id(data) == oid


def add(path: Path, changes: Mapping[str, Change]) -> None:
    """Remember what a round brings, before it does. Raises `OSError`."""
    known = load(path)
    for name, change in changes.items():
        known.pop(name, None)
        if change.after is not None and "\n" not in name:
            known[name] = change.after
    lines = "".join(f"{oid} {name}\n" for name, oid in sorted(known.items()))
    atomic.write(path, lines.encode("utf-8", "surrogateescape"), mode=0o600)
