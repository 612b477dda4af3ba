"""`adopt`: sets a repository's identity after a move, a rename or a fork."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.config.settings import REPOSITORY_FILE, load
from memsync.errors import BadUsage, Broken
from memsync.terminal import printable
from memsync.workspace.place.enrolment import enrolled
from memsync.workspace.place.ephemeral import refuse_ephemeral
from memsync.workspace.place.private import known_identities, private_spot
from memsync.workspace.repository.identity import (
    Identity,
    identify,
    parse_identity,
    record,
    recorded,
    remote_identities,
)
from memsync.workspace.repository.roots import find_root

if TYPE_CHECKING:
    from memsync.paths import Places
    from memsync.workspace.repository.roots import GitRoot


class Candidate(NamedTuple):
    """An id that the repository could take, and why it is offered."""

    id: str
    why: str


class Adopted(NamedTuple):
    """What `adopt` did."""

    id: str
    previous: Identity | None
    changed: bool
    memory: Path | None
    """The private memory that belongs to this repository now, if any."""
    left: Path | None
    """The private memory that no longer belongs to this repository."""
    enrolled: bool
    """Whether sync knows the repository only by its previous id."""


def candidates(root: GitRoot, places: Places) -> list[Candidate]:
    """The ids that this repository could take.

    Those of its remotes, in git's order, then those with a private memory or an
    enrolled project on this machine.
    """
    remotes = remote_identities(root, places.environ).items()
    found = [Candidate(identity, f"the remote {name}") for name, identity in remotes]
    known = [
        Candidate(identity, "a private memory") for identity in known_identities(places)
    ]
    listed = [
        Candidate(identity, "an enrolled project") for identity in enrolled(places)
    ]
    return [*found, *known, *listed]


def adopt(root: GitRoot, places: Places, text: str, *, dry_run: bool) -> Adopted:
    """Record that the repository of `root` is the one that `text` names.

    It applies in all worktrees. Raises `BadUsage` for text that yields no id, and
    `Broken` if the repository's own settings, which win, name another.
    """
    refuse_ephemeral(places, "`memsync adopt`")
    wanted = parse_identity(text)
    settings = load(places, root.top)
    previous = identify(root, places.environ, settings)
    if previous and previous.source == "setting" and previous.id != wanted:
        raise Broken(
            f"'{root.top / REPOSITORY_FILE}' says that this is '{previous.id}', and"
            " that setting wins",
            hint=f"change it there: `memsync config set --workspace identity {wanted}`",
            word="identity",
        )
    changed = recorded(root) != wanted
    if changed and not dry_run:
        record(root, wanted)
    other = previous.id if previous and previous.id != wanted else None
    listed = enrolled(places)
    return Adopted(
        wanted,
        previous,
        changed,
        _private(root, places, wanted),
        _private(root, places, other) if other else None,
        enrolled=other in listed and wanted not in listed,
    )


def _private(root: GitRoot, places: Places, identity: str) -> Path | None:
    spot = private_spot(root, places, identity)
    return spot.folder if spot.exists else None


def identity_from(root: GitRoot, places: Places, text: str, cwd: Path) -> str:
    """The id of one of the remotes of `root`, or of the repository in a folder.

    Raises `BadUsage` if `text` is neither, or that repository has no id.
    """
    remotes = remote_identities(root, places.environ)
    if text in remotes:
        return remotes[text]
    folder = Path(os.path.realpath(cwd / text))
    other = find_root(folder, places.environ) if folder.is_dir() else None
    if other is None:
        raise BadUsage(
            f"'{printable(text)}' is neither a remote nor a folder in a repository",
            hint="`memsync adopt` lists the ids there are",
        )
    found = identify(other, places.environ, load(places, other.top))
    if found is None:
        raise BadUsage(
            f"the repository '{other.top}' has no identity itself",
            hint=f"`memsync -C '{other.top}' adopt NAME` gives it one",
        )
    return found.id
