"""Who runs this command: an agent's session, if its hook has recorded that."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session

# A hook sets it for the commands of its session, in agents that allow this.
VARIABLE = "MEMSYNC_BY"

_BY = re.compile(r"[a-z0-9][a-z0-9-]{0,39}(?::[A-Za-z0-9][A-Za-z0-9._:-]{0,99})?")


def author(session: Session) -> str | None:
    """The agent and its session; None for a person, or if unknown."""
    named = session.environ.get(VARIABLE, "")
    if _BY.fullmatch(named):
        return named
    from memsync.agents.running import FOLDER, file_for, read
    from memsync.agents.running import author as find
    from memsync.errors import Broken

    try:
        state = session.places.state
    except Broken:
        return None  # without a home, no hook can have recorded anything
    if not (state / FOLDER).is_dir():
        return None
    from memsync.workspace.repository.roots import find_root

    root = find_root(session.cwd, session.environ)
    where = root.common_dir if root else session.cwd
    return find(read(file_for(state, where)), session.environ)
