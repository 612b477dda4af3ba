"""The repository whose allow list, salt and settings count for a scan."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.secrets.allow import ALLOW_FILE
from memsync.workspace.repository.roots import STANDING_IN_GIT, find_root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.cli.shared.session import Session
    from memsync.workspace.repository.roots import GitRoot


def repository(
    session: Session, paths: Sequence[str], *, commits: bool
) -> GitRoot | None:
    """The one that holds all `paths`; else that of the current folder, if any.

    So a file has the same findings and fingerprints wherever it is scanned from. Raises
    what `find_root` raises, for the current folder only; with `paths`, or for
    `commits`, git's own folder counts as none.
    """
    from memsync.errors import MemsyncError

    above = {_folder(session.cwd / path) for path in paths if path != "-"}
    tops = {_top(folder) for folder in above}
    if len(tops) == 1 and "-" not in paths:
        (top,) = tops
        if top is not None:
            try:
                return find_root(top, session.environ)
            except MemsyncError as error:
                unused = top / ALLOW_FILE
                if top != _top(session.cwd) and unused.exists():
                    session.say(f"'{unused}' does not count: {error.message}")
    try:
        return find_root(session.cwd, session.environ)
    except MemsyncError as error:
        # These need no work tree: a hook of a bare repository has none.
        if not (paths or commits) or error.word not in STANDING_IN_GIT:
            raise
        return None


def _folder(path: Path) -> Path:
    """The folder that was named, or that holds the file that was."""
    # The method of `Path` fails where a name is too long, or a folder is closed.
    return path if os.path.isdir(path) else path.parent  # noqa: PTH112


def _top(folder: Path) -> Path | None:
    """The nearest folder at or above this one that looks like a git root."""
    real = Path(os.path.realpath(folder))
    tops = (each for each in (real, *real.parents) if os.path.lexists(each / ".git"))
    return next(tops, None)
