"""The workspace memory that leaves no file in its repository: `init --private`.

It is in memsync's state folder under the repository's id, so that all clones and
worktrees on this machine share it. An untracked memory in the work tree wins over it; a
tracked one never does, since private notes would be committed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.config.settings import REPOSITORY_FILE, load_without_broken
from memsync.paths import Places
from memsync.workspace.place import notices
from memsync.workspace.place.spot import PRIVATE, Spot
from memsync.workspace.repository.identity import SETTING, identify, recorded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.workspace.place.notices import Notice
    from memsync.workspace.repository.roots import GitRoot


_PARTS = ("memory", "archive")


def private_spot(root: GitRoot, places: Places, identity: str) -> Spot:
    """The private memory of a repository, even if it does not exist yet."""
    outside = places.state / PRIVATE / identity
    folder = outside / "memory"
    return Spot(
        root.top, root, folder, isolated=False, foreign_link=False, outside=outside
    )


def known_identities(places: Places) -> list[str]:
    """The ids of the repositories with a private memory on this machine, sorted."""
    try:
        with os.scandir(places.state / PRIVATE) as found:
            return sorted(
                entry.name
                for entry in found
                if any((Path(entry.path) / part).is_dir() for part in _PARTS)
            )
    except (FileNotFoundError, NotADirectoryError):
        return []


def find_private(
    root: GitRoot, environ: Mapping[str, str], said: list[Notice]
) -> Spot | None:
    """The private memory, or what is left of it, of the repository of `root`.

    None without one. An id that a committed file claims is not believed; `said` gets a
    warning. Raises what `identify` raises.
    """
    places = Places(environ)
    # Opening a memory reports a broken file.
    settings, _ = load_without_broken(places, root.top)
    identity = identify(root, environ, settings)
    if identity is None:
        return None
    spot = private_spot(root, places, identity.id)
    if spot.outside is None or not spot.outside.is_dir():
        return None
    file = root.top / REPOSITORY_FILE
    from_file = settings.origins[SETTING] == str(file)
    if from_file and recorded(root) != identity.id and _is_committed(file, environ):
        said.append(notices.claimed(identity.id, file))
        return None
    return spot


def new_identity(root: GitRoot) -> str:
    """A new, unique id for a repository that nothing identifies."""
    from memsync.workspace.repository.identity import parse_identity

    stem = "".join(c for c in root.top.name.lower() if c.isascii() and c.isalnum())
    return parse_identity(f"{stem[:40] or 'repository'}-{os.urandom(4).hex()}")


def _is_committed(file: Path, environ: Mapping[str, str]) -> bool:
    from memsync.process.git import elsewhere

    git = elsewhere(file.parent, environ)
    return git.attempt("ls-files", "--error-unmatch", "--", file.name).code == 0
