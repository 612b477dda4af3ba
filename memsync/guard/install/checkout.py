"""The optional post-checkout hook: put in place where none stands, and taken back.

Unlike the guard it gives way to any other hook: without it memsync finds the shared
memory all the same, and only other readers miss the link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.files import atomic
from memsync.guard.install.status import status as guard_status
from memsync.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.workspace.repository.roots import GitRoot

NAME = "post-checkout"

# What a hook that others keep can call; without a memory it does nothing.
LINE = "memsync hook post-checkout || true"

_MARKER = b"# memsync-hook: post-checkout"

State = Literal["installed", "outdated", "absent", "foreign", "manual"]


class Done(NamedTuple):
    """What was done, to which file."""

    path: Path
    action: Literal["created", "updated", "unchanged", "removed", "manual"]


def state(root: GitRoot, environ: Mapping[str, str]) -> tuple[Path, State]:
    """Where the hook belongs, and what stands there; `manual`: not ours to write."""
    found = guard_status(root, environ)
    path = found.folder / NAME
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return path, "manual" if found.state == "manual" else "absent"
    if _MARKER not in data:
        return path, "foreign"
    return path, "installed" if data == _source() else "outdated"


def install(
    root: GitRoot, environ: Mapping[str, str], *, dry_run: bool = False
) -> Done:
    """Put the hook in place, but for another hook or in another's folder: `manual`."""
    path, there = state(root, environ)
    if there in ("foreign", "manual"):
        return Done(path, "manual")
    if there == "installed":
        return Done(path, "unchanged")
    if not dry_run:
        atomic.make_folder(path.parent)
        atomic.write(path, _source(), mode=0o755)
    return Done(path, "created" if there == "absent" else "updated")


def uninstall(
    root: GitRoot, environ: Mapping[str, str], *, dry_run: bool = False
) -> Done:
    """Take our hook away; any other stays."""
    path, there = state(root, environ)
    if there not in ("installed", "outdated"):
        return Done(path, "unchanged")
    if not dry_run:
        path.unlink()
        atomic.fsync_folder(path.parent)
    return Done(path, "removed")


def _source() -> bytes:
    return shipped(f"git/{NAME}").read_bytes()
