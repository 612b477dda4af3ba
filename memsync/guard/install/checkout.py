"""The optional post-checkout hook: installed only if there is no other one.

Unlike the guard it never chains to another hook: memsync finds the shared memory
without it, and only other readers lack the link.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.files import atomic
from memsync.guard.install.calls import hook_links_worktrees
from memsync.guard.install.status import status as guard_status
from memsync.process.git import elsewhere, require_version
from memsync.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.workspace.repository.roots import GitRoot

NAME = "post-checkout"

# The line for somebody else's hook; it does nothing without a memory.
LINE = "memsync hook post-checkout || true"

_MARKER = b"# memsync-hook: post-checkout"

State = Literal["installed", "outdated", "absent", "foreign", "manual", "called"]


class Done(NamedTuple):
    """What was done, to which file."""

    path: Path
    action: Literal["created", "updated", "unchanged", "removed", "manual"]


def state(root: GitRoot, environ: Mapping[str, str]) -> tuple[Path, State]:
    """The hook's path, and its state.

    `manual`: not ours to write; `called`: somebody else's that has our line.
    """
    found = guard_status(root, environ)
    path = found.folder / NAME
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        if os.path.lexists(path):
            return path, "foreign"  # a link that leads nowhere right now
        return path, "manual" if found.state == "manual" else "absent"
    if _MARKER not in data:
        called = hook_links_worktrees(data) and os.access(path, os.X_OK)
        return path, "called" if called else "foreign"
    return path, "installed" if data == _source() else "outdated"


def install(
    root: GitRoot, environ: Mapping[str, str], *, dry_run: bool = False
) -> Done:
    """Install the hook; `manual` beside another hook, or if the folder is not ours."""
    require_version(elsewhere(root.top, environ))
    path, there = state(root, environ)
    if there in ("foreign", "manual"):
        return Done(path, "manual")
    if there in ("installed", "called"):
        return Done(path, "unchanged")
    if not dry_run:
        atomic.make_folder(path.parent)
        # Git runs a hook only if it is executable.
        atomic.write(path, _source(), mode=0o755)
    return Done(path, "created" if there == "absent" else "updated")


def uninstall(
    root: GitRoot, environ: Mapping[str, str], *, dry_run: bool = False
) -> Done:
    """Remove our hook; leave any other, `manual` for one that has our line."""
    path, there = state(root, environ)
    if there == "called":
        return Done(path, "manual")
    if there not in ("installed", "outdated"):
        return Done(path, "unchanged")
    if not dry_run:
        path.unlink()
        atomic.fsync_folder(path.parent)
    return Done(path, "removed")


def _source() -> bytes:
    return shipped(f"git/{NAME}").read_bytes()
