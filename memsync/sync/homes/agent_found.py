"""Find an agent's folder on this machine, and check whether it can be synced."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.agents.layouts.where import Where, is_inside
from memsync.agents.synced import SYNCED
from memsync.agents.transfer.folders import own_folder
from memsync.agents.transfer.linking import is_linked
from memsync.errors import BadUsage, Broken, MemsyncError, Refused
from memsync.workspace.place.enrolment import home_top, memory_at, still_there
from memsync.workspace.repository.ignore import is_ignored, tracked_files
from memsync.workspace.repository.roots import find_root

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.agents.layouts.layout import Layout
    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.workspace.place.agent_homes import AgentHome
    from memsync.workspace.repository.roots import GitRoot


def find_folder(layout: Layout, root: GitRoot | None, places: Places, now: Now) -> Path:
    """The agent's folder for a repository, or for the person if `root` is None.

    In any worktree this is the folder for the main work tree. Raises `Broken` where
    the agent has no folder here yet, or a broken link or a file is in its place;
    `Refused` for an agent that uses the repository's own memory; and what
    `own_folder` raises.
    """
    if root is not None and root.main_top not in (None, root.top):
        root = find_root(home_top(root), places.environ) or root
    cwd = root.top if root is not None else Path(places.environ.get("HOME", "/"))
    where = Where(places, cwd, root, sys.platform, now.utc)
    if root is not None:
        _check_unlinked(layout, where, root, places)
    found = own_folder(layout, where, person=root is None)
    if found is None:
        raise Broken(
            f"{layout.agent} has no folder for this repository yet",
            hint=layout.not_there or "start it here once",
            word="no-folder",
        )
    real = Path(os.path.realpath(found))
    if found.is_symlink() and not real.exists():
        raise Broken(
            f"'{found}' is a link to '{real}', which is not there",
            hint="make that folder, or remove the link",
            word="not-a-folder",
        )
    if os.path.lexists(real) and not real.is_dir():
        raise Broken(f"'{real}' is not a folder", hint="move it", word="not-a-folder")
    return real


def check_syncable(layout: Layout, *, person: bool) -> None:
    """Raise `Refused` or `Broken` for an agent without a folder that can be synced.

    `person` asks for the person's store instead of a repository's.
    """
    agent = layout.agent
    form = SYNCED.get(agent)
    if form is not None and (not person or form.for_person):
        return
    if form is not None:
        raise Broken(
            f"{agent} has no store of its own for a person",
            hint=f"leave --scope out: `memsync sync add --agent {agent}`",
            word="no-folder",
        )
    if agent == "memory-tool":
        raise Broken(
            "memory-tool has no folder of its own: each program that uses it has one",
            hint="`memsync import memory-tool PATH`, and `memsync sync`",
            word="no-folder",
        )
    why = {
        "A": "memsync cannot merge the files that it keeps",
        "B": "a program rewrites all of it, and would undo what another machine wrote",
        "C": "it is in files that people write, and that git takes to other clones",
    }[layout.kind]
    raise Refused(
        f"the memory of {agent} cannot be synced in place: {why}",
        hint=f"`memsync import {agent}` brings its notes into a memory that can",
        word="not-syncable",
    )


def _check_unlinked(
    layout: Layout, where: Where, root: GitRoot, places: Places
) -> None:
    """Raise `Refused` for an agent that uses the repository's own memory."""
    try:
        spot = memory_at(root, places.environ)
    except MemsyncError:
        return  # that memory cannot be read, so the agent does not use it
    if spot is not None and is_linked(layout, where, spot.folder):
        raise Refused(
            f"{layout.agent} is linked to this repository's memory, '{spot.folder}'",
            hint="`memsync sync add` without --agent syncs that;"
            f" `memsync unlink {layout.agent}` ends the link",
            word="own-memory",
        )


def check_alone(
    home: AgentHome,
    before: AgentHome | None,
    others: Iterable[AgentHome],
    places: Places,
) -> None:
    """Refuse two folders for one repository, and one folder for two homes.

    `before` is the same home as enrolled until now, `others` are all enrolled ones.
    Raises `BadUsage` for one that another profile has, `Broken` for a second folder
    or home, and `Refused` for a memory of memsync's own.
    """
    if before is not None and before.profile != home.profile:
        raise BadUsage(
            f"{before.name} is synced in the profile '{before.profile or 'default'}'",
            hint=f"{before.mend} first",
        )
    first = before.top if before else None
    moved = first is not None and first != home.top
    if before and first and moved and still_there(first, home.identity, places):
        raise Broken(
            f"{home.name} is synced here already, from '{before.folder}'",
            hint=f"{before.mend} first, or give another repository --id NAME",
            word="enrolled-elsewhere",
        )
    for other in others:
        if other[:2] != home[:2] and _meet(other.folder, home.folder):
            raise Broken(
                f"'{home.folder}' is synced here already, as {other.name}",
                hint=f"{other.mend} first",
                word="enrolled-elsewhere",
            )
    own = (places.user_memory, places.state, places.data, places.config)
    inside = any(is_inside(home.folder, folder) for folder in own)
    if inside or home.folder.parts[-2:] == (".coyote", "memory"):
        raise Refused(
            f"'{home.folder}' is a memory of memsync's own",
            hint="`memsync sync add` without --agent syncs that",
            word="own-memory",
        )


def _meet(one: Path, two: Path) -> bool:
    """Whether both paths lead to the same folder; one inside another is allowed."""
    return os.path.realpath(one) == os.path.realpath(two)


def check_uncommitted(home: AgentHome, root: GitRoot | None, places: Places) -> bool:
    """Whether the next `git add` in the repository would add the folder's files.

    Raises `Refused` where they are committed, since git then copies them to every
    clone itself.
    """
    if root is None or home.top is None or not is_inside(home.folder, home.top):
        return False
    below = os.path.relpath(home.folder, home.top)
    if tracked_files(home.top, below, places.environ):
        raise Refused(
            f"'{home.folder}' is committed with the repository, which takes it to"
            " every clone",
            hint="only a folder that git does not have is synced",
            word="team-memory",
        )
    note = home.folder / f"note{SYNCED[home.agent].ending}"
    return not is_ignored(root._replace(top=home.top), note, places.environ)
