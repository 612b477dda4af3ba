"""Finds the repository of a session's folder: the same in all clones and worktrees.

The result is stored in the index, and beside it, so that a folder which is moved or
removed later is still known. An id that only a committed file claims is ignored: else a
foreign repository could get another one's sessions shown.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files.stored import named, storable, text_of
from memsync.sessions import known_places
from memsync.workspace.repository.identity import own_identity
from memsync.workspace.repository.roots import find_root

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from memsync.workspace.repository.roots import GitRoot

# Seconds after which a folder's project is looked up again.
_A_DAY = 86400.0


class Project(NamedTuple):
    """Where a folder belongs: `root` is the main work tree's, or the folder itself."""

    root: str | None
    identity: str | None


def project_of(folder: Path, environ: Mapping[str, str]) -> Project:
    """The project of a folder; for a missing folder, that of its nearest parent.

    A broken repository is not an error here: it has no project.
    """
    home = environ.get("HOME", "")
    there = folder
    try:
        while not there.is_dir() and there != there.parent:
            there = there.parent
        root = find_root(there, environ)
        if root is None or (there != folder and os.fspath(root.top) == home):
            return Project(None, None)
        return Project(_top(root), own_identity(root, environ))
    except (MemsyncError, OSError, ValueError):
        return Project(None, None)


def top_of(folder: Path, environ: Mapping[str, str]) -> Path | None:
    """The git root that a folder stands in; None outside any, and for a broken one."""
    try:
        root = find_root(folder, environ)
    except (MemsyncError, OSError):
        return None
    return root.top if root else None


def _top(root: GitRoot) -> str:
    return os.fspath(root.main_top or root.common_dir)


def learn_places(
    connection: sqlite3.Connection,
    environ: Mapping[str, str],
    now: float,
    data: Path,
) -> None:
    """Find the projects of folders that are new or were not checked for a day.

    Keeps what is known of a folder that is gone, also in the folder `data`.
    """
    rows = connection.execute(
        "SELECT DISTINCT s.cwd, p.identity, p.root FROM session s"
        " LEFT JOIN place p ON p.cwd = s.cwd WHERE s.cwd IS NOT NULL"
        " AND (p.looked IS NULL OR p.looked < ? OR p.looked > ?)",
        (now - _A_DAY, now + _A_DAY),
    ).fetchall()
    if not rows:
        return
    known = known_places.load(data)
    more: known_places.Known = {}
    for cwd, identity, root in rows:
        found = Project(None, None)
        if Path(cwd).is_absolute():
            found = project_of(Path(cwd), environ)
        if found.identity is None and (identity or root) and not _is_folder(cwd):
            found = Project(root and text_of(root), identity)
        elif found.identity is None and cwd in known and not _is_folder(cwd):
            found = Project(*known[cwd])
        if found != (None, None):
            more[cwd] = found
        connection.execute(
            "INSERT INTO place VALUES (?, ?, ?, ?) ON CONFLICT (cwd) DO UPDATE SET"
            " root = excluded.root, identity = excluded.identity,"
            " looked = excluded.looked",
            (
                cwd,
                found.root and named(found.root),
                found.identity and storable(found.identity),
                now,
            ),
        )

    known_places.add(data, known, more)


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def known_tops(connection: sqlite3.Connection) -> list[Path]:
    """The roots of all projects that sessions were held in."""
    rows = connection.execute("SELECT DISTINCT root FROM place WHERE root IS NOT NULL")
    return sorted(Path(text_of(root)) for (root,) in rows)
