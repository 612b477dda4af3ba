"""The repositories whose memory is synced: their identity and last known place.

The list is one machine's, and is in memsync's state folder. A repository is known by
its identity, so the next command that runs in a moved one finds it again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import BadUsage, Broken, MemsyncError, Refused
from memsync.files import atomic, lock
from memsync.workspace.place.discover import discover
from memsync.workspace.repository.identity import recorded
from memsync.workspace.repository.roots import find_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from memsync.paths import Places
    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.roots import GitRoot

# A newer format counts as an empty list, so that an older memsync adds nothing wrong.
_FORMAT = 1
_FILE = "projects.json"


class Enrolled(NamedTuple):
    """One repository of the list."""

    top: Path
    """Where its work tree was seen last; the main one, if there is one."""
    profile: str
    """The profile that its notes go to; empty for the default one."""


class Away(NamedTuple):
    """Why an enrolled repository's memory cannot be synced now."""

    message: str
    hint: str


def enrolled(places: Places) -> dict[str, Enrolled]:
    """The list by identity; empty if the file is missing or malformed."""
    try:
        read = json.loads(atomic.read_regular(places.state / _FILE, limit=1 << 24))
        if read["format"] != _FORMAT:
            return {}
        return {
            str(identity): Enrolled(Path(entry["top"]), str(entry["profile"]))
            for identity, entry in sorted(read["projects"].items())
        }
    except (OSError, MemsyncError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def enrol(places: Places, identity: str, top: Path, profile: str) -> None:
    """Add a repository to the list, or change its entry. Raises `OSError`."""
    with _locked(places):
        _save(places, {**enrolled(places), identity: Enrolled(top, profile)})


def strike(places: Places, identity: str) -> None:
    """Remove a repository from the list. Raises `OSError`."""
    with _locked(places):
        listed = enrolled(places)
        listed.pop(identity, None)
        _save(places, listed)


def seen_again(root: GitRoot, places: Places) -> None:
    """Record the new place of an enrolled repository that was moved.

    Cheap if nothing was ever enrolled here; never raises.
    """
    try:
        if not os.path.lexists(places.state / _FILE):
            return
        identity = recorded(root)
        entry = enrolled(places).get(identity) if identity else None
        if identity is None or entry is None:
            return
        top = home_top(root)
        if entry.top != top and not still_there(entry.top, identity, places):
            enrol(places, identity, top, entry.profile)
    except (OSError, MemsyncError):
        return


def home_top(root: GitRoot) -> Path:
    """The work tree that stands for all worktrees of a repository."""
    return root.main_top or root.top


def memory_at(root: GitRoot, environ: Mapping[str, str]) -> Spot | None:
    """The memory that all worktrees of a repository share, if there is one.

    Raises `Refused` for a memory that is committed or belongs to one worktree only, and
    what `discover` raises.
    """
    found = discover(home_top(root), environ)
    spot = found.nearest
    # A private memory is outside the root; an ancestor's is another repository's.
    if not found.structured or spot is None or spot.root is None:
        return None
    if spot.root.top != home_top(root) or spot.level != spot.root.top:
        return None
    if spot.team:
        raise Refused(
            f"'{spot.folder}' is committed with the repository, which takes it to"
            " every clone",
            hint="only a private memory is synced: `memsync init` makes one",
            word="team-memory",
        )
    if spot.isolated:
        raise Refused(
            f"'{spot.folder}' belongs to one worktree only",
            hint="`memsync merge-back` brings its notes to the shared memory",
            word="isolated",
        )
    return spot


def find_enrolled(
    identity: str, entry: Enrolled, environ: Mapping[str, str]
) -> Spot | Away:
    """The memory of an enrolled repository, or why it cannot be synced."""
    top = entry.top
    name = f"the memory of '{identity}' is not synced"
    mend = f"`memsync sync remove {identity}` removes it from the list"
    if not top.is_dir():
        return Away(
            f"{name}: '{top}' is gone",
            f"run any memsync command where it is now, or {mend}",
        )
    try:
        root = find_root(top, environ)
        # Another clone, even of the same remote, may hold notes that sync never saw.
        if root is None or root.top != top or recorded(root) != identity:
            return Away(
                f"{name}: '{top}' is a different clone or repository now",
                f"`memsync sync add` there adds it; {mend}",
            )
        spot = memory_at(root, environ)
    except (Broken, Refused, BadUsage) as error:
        return Away(f"{name}: {error.message}", error.hint or mend)
    if spot is None:
        return Away(
            f"{name}: '{top}' has no memory any more",
            f"`memsync sync add` there brings its notes back; {mend}",
        )
    return spot


def still_there(top: Path, identity: str, places: Places) -> bool:
    """Whether the repository is where it was last seen. Raises as `find_root`."""
    if not (top / ".git").exists():
        return False
    root = find_root(top, places.environ)
    return root is not None and recorded(root) == identity


def _save(places: Places, listed: Mapping[str, Enrolled]) -> None:
    projects = {
        identity: {"top": os.fspath(entry.top), "profile": entry.profile}
        for identity, entry in sorted(listed.items())
    }
    data = json.dumps({"format": _FORMAT, "projects": projects}, indent=1).encode()
    atomic.make_folder(places.state, mode=0o700)
    atomic.write(places.state / _FILE, data + b"\n", mode=0o600)


def _locked(places: Places) -> AbstractContextManager[object]:
    return lock.hold(places.state / "locks" / "projects.lock", what="sync add")
