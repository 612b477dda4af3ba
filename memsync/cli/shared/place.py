"""The place from which agents' folders are found."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.agents.layouts.where import Where
from memsync.errors import Broken

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session


def where(session: Session) -> Where:
    """The session's working folder, and its git root."""
    from memsync.workspace.repository.roots import STANDING_IN_GIT, find_root

    cwd = Path(os.path.realpath(session.cwd))
    try:
        root = find_root(cwd, session.environ)
    except Broken as error:
        if error.word not in STANDING_IN_GIT:
            raise
        root = None
    return Where(session.places, cwd, root, sys.platform, session.now.utc)
