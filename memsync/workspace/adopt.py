"""`adopt`: telling a repository who it is, after a move, a rename or a fork."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.config import REPOSITORY_FILE, load
from memsync.errors import BadUsage, Broken
from memsync.terminal import printable
from memsync.workspace.identity import (
    Identity,
    identify,
    parse_identity,
    record,
    recorded,
    remote_identities,
)
from memsync.workspace.roots import find_root

if TYPE_CHECKING:
    from memsync.paths import Places
    from memsync.workspace.roots import GitRoot


class Candidate(NamedTuple):
    """An id that the repository may take, and why it is offered."""

    id: str
    why: str


class Adopted(NamedTuple):
    """What became of it."""

    id: str
    previous: Identity | None
    changed: bool


def candidates(root: GitRoot, places: Places) -> list[Candidate]:
    """The ids that this repository may take: those of its remotes, in git's order."""
    return [
        Candidate(identity, f"the remote {name}")
        for name, identity in remote_identities(root, places.environ).items()
    ]


def adopt(root: GitRoot, places: Places, text: str, *, dry_run: bool) -> Adopted:
    """Record that the repository of `root` is the one that `text` names.

    It holds in all its worktrees. Raises `BadUsage` for what names none, and
    `Broken` where the repository's own settings say otherwise: they win.
    """
    wanted = parse_identity(text)
    settings = load(places, root.top)
    previous = identify(root, places.environ, settings)
    if previous and previous.source == "setting" and previous.id != wanted:
        raise Broken(
            f"'{root.top / REPOSITORY_FILE}' says that this is '{previous.id}', and"
            " that wins",
            hint=f"change it there: `memsync config set --workspace identity {wanted}`",
            word="identity",
        )
    changed = recorded(root) != wanted
    if changed and not dry_run:
        record(root, wanted)
    return Adopted(wanted, previous, changed)


def identity_from(root: GitRoot, places: Places, text: str, cwd: Path) -> str:
    """The id of one of the remotes of `root`, or of the repository in a folder.

    Raises `BadUsage` where `text` is neither, or where that has no id.
    """
    remotes = remote_identities(root, places.environ)
    if text in remotes:
        return remotes[text]
    other = find_root(Path(os.path.realpath(cwd / text)), places.environ)
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
