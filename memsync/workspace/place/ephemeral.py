"""The memory of `memsync ephemeral`: below a throwaway folder, and nowhere else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.workspace.place.spot import Spot, file_name, spot_at
from memsync.workspace.repository.roots import find_root

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.paths import Places


def ephemeral_spot(cwd: Path, throwaway: Path, environ: Mapping[str, str]) -> Spot:
    """The throwaway memory of the repository of `cwd`; all worktrees share it.

    It is below the throwaway folder, so that nothing in or around the repository is
    read. Outside git, all folders share one.
    """
    root = find_root(cwd, environ)
    whose = os.fspath(root.common_dir) if root else "nowhere"
    level = Path(os.path.realpath(throwaway)) / "workspace" / file_name(whose)
    return spot_at(level, None)


def refuse_ephemeral(places: Places, what: str) -> None:
    """Raise `Refused`, inside `memsync ephemeral`, for a change of the repository."""
    if places.ephemeral is not None:
        raise Refused(
            f"{what} would change the repository, and `memsync ephemeral` leaves it"
            " alone",
            hint=f"run {what} outside of it",
            word="ephemeral",
        )
