"""Links between files of one folder, such as `CLAUDE.md` to `AGENTS.md`."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def linked_sibling(path: Path) -> Path | None:
    """The file beside a link to which it leads; None for anything else.

    Only a regular file with the same ending, in the same folder: so the link leads
    neither out of a repository nor to a file of another kind, such as git's own.
    """
    try:
        beside = path.with_name(str(path.readlink()))
        regular = stat.S_ISREG(beside.lstat().st_mode)
    # No link, a link into another folder, or one to nothing.
    except (OSError, ValueError):
        return None
    return beside if regular and beside.suffix == path.suffix else None
