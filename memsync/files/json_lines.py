"""Files of JSON objects, one a line: what losing one of them costs is never a note."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memsync.errors import MemsyncError
from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_LARGEST = 1 << 24


def load(path: Path) -> list[dict[str, Any]]:
    """The objects of a file, none if it cannot be read; skips malformed lines."""
    import json

    try:
        data = atomic.read_regular(path, limit=_LARGEST)
    except (OSError, MemsyncError):
        return []
    found = []
    for line in data.splitlines():
        try:
            read = json.loads(line)
        # A torn line, as a crash leaves one, costs only itself.
        except (ValueError, RecursionError):
            continue
        if isinstance(read, dict):
            found.append(read)
    return found


def save(path: Path, lines: Iterable[Mapping[str, object]]) -> None:
    """Write a file anew, for this person alone. Raises `OSError`."""
    atomic.write(path, rendered(lines), mode=0o600)


def rendered(lines: Iterable[Mapping[str, object]]) -> bytes:
    """The lines of these objects, to be written or appended."""
    import json

    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)
