"""The link in a linked worktree, by which agents find the shared memory."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.files import atomic
from memsync.paths import MEMORY_PATH
from memsync.workspace.repository.roots import linked_worktrees
from memsync.workspace.steps.steps import Step, remove_file, require_writable

if TYPE_CHECKING:
    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.roots import GitRoot

# The errors of file systems without symlinks; memsync itself needs no link.
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)


def link_step(spot: Spot) -> Step | None:
    """The step that creates or repairs the link of a worktree that shares a memory.

    None if a folder with files is in the link's place: they may be notes. Raises
    `Broken` for a file there.
    """
    own = spot.own
    if Path(os.path.realpath(own)) == spot.folder:
        return Step(own, "unchanged")
    if own.is_dir() and not own.is_symlink():
        if any(own.iterdir()):
            return None
    elif own.exists():
        raise Broken(f"'{own}' is not a folder", hint=f"move '{own}' away")
    require_writable(own)
    return Step(own, "linked", lambda: _link(spot))


def unlink_steps(spot: Spot, root: GitRoot, *, everywhere: bool = True) -> list[Step]:
    """Remove the links to a memory; `everywhere`: in the linked worktrees, too."""
    levels = [spot.level]
    if everywhere:
        below = spot.level.relative_to(root.top)
        levels += [top / below for _, top in linked_worktrees(root)]
    places = [level / MEMORY_PATH for level in dict.fromkeys(levels)]
    return [
        remove_file(own)
        for own in places
        if own.is_symlink() and Path(os.path.realpath(own)) == spot.folder
    ]


def _link(spot: Spot) -> None:
    own = spot.own
    atomic.make_folder(own.parent)
    if own.is_dir() and not own.is_symlink():
        own.rmdir()
    target = os.path.relpath(spot.folder, own.parent)
    fresh = own.with_name(f"{atomic.TEMPORARY}{os.urandom(8).hex()}.tmp")
    # `symlink` cannot replace a link, but `rename` can, atomically.
    try:
        fresh.symlink_to(target, target_is_directory=True)
    # Some file systems and Windows users cannot make links.
    except OSError as error:
        if error.errno in _NO_LINKS or getattr(error, "winerror", None):
            return
        raise
    try:
        fresh.replace(own)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    atomic.fsync_folder(own.parent)
