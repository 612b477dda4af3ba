"""What the last round changed in the folders: `sync undo` reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.files.lock import Held, Round


_LAST_FORMAT = 1


class FileChange(NamedTuple):
    """One file: the id of its blob before and after, None for no file.

    A memory index is without the entries that only this folder has.
    """

    before: str | None
    after: str | None


class LastRound(NamedTuple):
    """The changes of one round."""

    time: str
    """ISO 8601, UTC."""
    changes: Mapping[str, FileChange]
    """By path in the trees, without `user/` for the user memory's files."""


def load_last(path: Path) -> LastRound | None:
    """Read what the last round changed; None if that is missing or malformed."""
    import json

    try:
        read = json.loads(atomic.read_regular(path))
        if read["format"] != _LAST_FORMAT:
            return None
        changes = {name: _change(*pair) for name, pair in read["changes"].items()}
        return LastRound(str(read["time"]), changes)
    except (OSError, MemsyncError, ValueError, KeyError, TypeError, AttributeError):
        return None


def save_last(path: Path, last: LastRound, held: Held[Round]) -> None:  # noqa: ARG001 -- a proof
    """Write what the last round changed. Raises `OSError`."""
    import json

    read = {"format": _LAST_FORMAT, "time": last.time, "changes": last.changes}
    atomic.write(path, json.dumps(read).encode(), mode=0o600)


def _change(before: object, after: object) -> FileChange:
    return FileChange(_oid(before), _oid(after))


def _oid(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError
    return value
