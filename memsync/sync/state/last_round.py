"""What the last rounds changed in the folders: `sync undo` reads it.

One JSON object a line for each round. The journals of the memories have the same
rounds, and say which of them were undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.files import json_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from memsync.files.lock import Held, Round


_LAST_FORMAT = 1

# Rounds, and changed files in all of them, that are kept. The newest round always is.
_ROUNDS = 50
_FILES = 2_000


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
    moment: str = ""
    """The round's `unit` in the journals of the memories; empty in old files."""


def load_last(path: Path) -> list[LastRound]:
    """Read what the last rounds changed, the newest last; skips malformed lines."""
    return [last for line in json_lines.load(path) if (last := _read(line))]


def save_last(path: Path, rounds: Sequence[LastRound], held: Held[Round]) -> None:  # noqa: ARG001 -- a proof
    """Write what the last rounds changed, except the oldest. Raises `OSError`."""
    kept: list[LastRound] = []
    files = 0
    for last in reversed(rounds[-_ROUNDS:]):
        files += len(last.changes)
        if kept and files > _FILES:
            break
        kept.insert(0, last)
    lines = [{"format": _LAST_FORMAT, **last._asdict()} for last in kept]
    json_lines.save(path, lines)


def _read(line: Mapping[str, Any]) -> LastRound | None:
    try:
        if line["format"] != _LAST_FORMAT:
            return None
        changes = {name: _change(*pair) for name, pair in line["changes"].items()}
        return LastRound(str(line["time"]), changes, str(line.get("moment", "")))
    except (KeyError, TypeError, AttributeError):
        return None


def _change(before: object, after: object) -> FileChange:
    return FileChange(_oid(before), _oid(after))


def _oid(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError
    return value
