"""The public interface of memsync: what a Python program may rely on.

The names in `__all__` keep their parameters and fields; docs/api.md says for how long.
Every other module is private. Each error is a `MemsyncError`; warnings go to the logger
`memsync`, with their hints.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memsync.api.memory import Memory
from memsync.api.surroundings import as_errors, environ_of, read_now, warn_all
from memsync.api.values import Hit, Listed, Note, Synced, synced
from memsync.errors import (
    BadUsage,
    Broken,
    KeyTrouble,
    Locked,
    MemsyncError,
    NoGitRoot,
    NotFound,
    NotSetUp,
    Refused,
    Unreachable,
)
from memsync.memory.note.names import Scope
from memsync.memory.note.records import Removed, Written
from memsync.paths import Places
from memsync.retrieval.parts import Context

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

__all__ = [
    "BadUsage",
    "Broken",
    "Context",
    "Hit",
    "KeyTrouble",
    "Listed",
    "Locked",
    "Memory",
    "MemsyncError",
    "NoGitRoot",
    "NotFound",
    "NotSetUp",
    "Note",
    "Refused",
    "Removed",
    "Scope",
    "Synced",
    "Unreachable",
    "Written",
    "open_memory",
    "sync",
]


def open_memory(
    folder: str | PathLike[str] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
) -> Memory:
    """The memory that applies in `folder`; by default in the working folder.

    `environ` locates the user's memory and settings; by default the process's own
    environment. Nothing is read or created yet. Raises `BadUsage` if there is no such
    folder.
    """
    with as_errors():
        where = Path.cwd() / (folder or "")
        if not where.is_dir():
            raise BadUsage(f"'{where}' is not a folder")
        return Memory(where, environ_of(environ))


def sync(
    *,
    profile: str | None = None,
    dry_run: bool = False,
    environ: Mapping[str, str] | None = None,
) -> Synced:
    """Run a round of sync for one profile; by default the default one.

    An unreachable remote is not an error: the work is saved and `queued`, and `trouble`
    says why. Raises `NotSetUp`, `Refused` (such as for a mass delete, which `memsync
    sync --allow-mass-delete` accepts), `KeyTrouble`, `Locked` and `Broken`; in each
    case nothing is half done. With `dry_run` nothing changes.
    """
    from memsync.config.settings import load
    from memsync.sync import sync as run

    with as_errors():
        places = Places(environ_of(environ))
        settings = load(places, None).of_profile_called(profile)
        result = run(places, settings, read_now(), dry_run=dry_run)
        warn_all(result.warnings)
        return synced(result)
