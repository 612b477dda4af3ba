"""The history of a memory without a remote, which is the only copy of it.

So the data folder keeps it, and in the state folder a symbolic link to it takes the
place of the mirror. On a file system without links it stays in the state folder.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from memsync.files import atomic

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.files.lock import Held, Round
    from memsync.paths import Places

# The suffix of an unfinished copy.
_HALF = ".half"


def keep_in_data(
    places: Places,
    mirror: Path,
    profile: str,
    held: Held[Round],  # noqa: ARG001 -- a proof
    *,
    wanted: bool = True,
) -> None:
    """Keep the mirror in the data folder, and move one there from the state folder.

    Makes a missing link again, as after the loss of the state folder. Unless
    `wanted`, does nothing. Raises `OSError`.
    """
    if not wanted:
        return
    base = places.data / "profiles" / profile if profile else places.data
    kept = base / "history"
    if mirror.is_symlink():
        if not mirror.exists():
            mirror.unlink()  # the history was moved or deleted by hand
        else:
            return
    elif mirror.is_dir():
        if kept.exists():
            return  # two histories: use the newer one here, and keep the other
        _move(mirror, kept)
    elif mirror.exists():
        return  # not a folder: the code that opens the mirror reports that
    atomic.make_folder(kept, mode=0o700)
    atomic.make_folder(mirror.parent, mode=0o700)
    try:
        mirror.symlink_to(kept, target_is_directory=True)
    except (OSError, NotImplementedError):
        if mirror.exists() or not os.path.lexists(kept):
            raise
        if any(kept.iterdir()):
            _move(kept, mirror)  # no links on this file system


def _move(source: Path, target: Path) -> None:
    """Move a folder, also to another file system.

    If the process is killed, the same call again finishes the move.
    """
    atomic.make_folder(target.parent, mode=0o700)
    try:
        source.rename(target)
    except OSError:
        half = target.with_name(target.name + _HALF)
        shutil.rmtree(half, ignore_errors=True)
        shutil.copytree(source, half)
        half.rename(target)
        shutil.rmtree(source)
