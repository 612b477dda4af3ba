"""Agents' own folders, as homes of a round: found on this machine, added and removed.

A folder's name is made from paths and settings that differ by machine. Which one it is
here follows from the repository, by the agent's layout; one folder a machine and
repository, that of the main work tree.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.registry import layout_called
from memsync.agents.layouts.where import Where, is_inside
from memsync.agents.synced import SYNCED
from memsync.agents.transfer.folders import own_folder
from memsync.agents.transfer.linking import is_linked
from memsync.errors import BadUsage, Broken, MemsyncError, NotFound, Refused
from memsync.files import atomic
from memsync.process.git import elsewhere
from memsync.sync.folder.projects import (
    forget_base,
    identity_of,
    stat_file,
    unsettle,
)
from memsync.workspace.place.agent_homes import (
    AgentHome,
    enlist,
    listed,
    listed_as,
    located,
    strike,
    was_stopped,
)
from memsync.workspace.place.enrolment import (
    Away,
    home_top,
    memory_at,
    still_there,
)
from memsync.workspace.place.ephemeral import refuse_ephemeral
from memsync.workspace.repository.identity import record, recorded
from memsync.workspace.repository.roots import find_root, require_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.agents.layouts.layout import Layout
    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.state.state import StateFolder
    from memsync.workspace.repository.roots import GitRoot

COYOTE = "coyote"
"""The agent that reads memsync's own memories, which need no folder of their own."""


class AddedHome(NamedTuple):
    """What `sync add --agent` did, or would do."""

    agent: str
    identity: str
    """The repository's; empty for the person's store."""
    folder: Path | None
    """None where the agent reads memsync's own memories."""
    changed: bool
    moved_from: Path | None = None
    """The folder that was synced before, which stays as it is."""


def add(
    agent: str,
    folder: Path,
    places: Places,
    now: Now,
    state_folder: StateFolder,
    *,
    person: bool,
    profile: str,
    named: str | None,
    settings: Settings,
    pretend: bool = False,
    by_init: bool = False,
) -> AddedHome:
    """Sync an agent's folder from the next round on; it is made if need be.

    `folder` is any folder of the repository, `named` the identity that a person chose,
    `settings` are those of its root. With `pretend` nothing changes. Raises
    `BadUsage` for an unknown agent and for a repository that nothing identifies,
    `Refused` for an agent whose folder cannot be synced and for a folder that is
    committed, and `Broken` where the agent has no folder here, or another one is
    synced already.
    """
    refuse_ephemeral(places, "`memsync sync add`")
    layout = layout_called(agent)
    if layout.agent == COYOTE:
        return AddedHome(COYOTE, "", None, changed=False)
    _check_syncable(layout, person=person)
    root = None if person else require_root(folder, places.environ)
    identity = identity_of(root, places, settings, named) if root else ""
    found = find_folder(layout, root, places, now)
    before = listed_as(places, layout.agent, identity)
    top = home_top(root) if root else None
    home = AgentHome(layout.agent, identity, top, found, profile, by_init)
    _check_alone(home, before, listed(places), places)
    _check_uncommitted(home, root, places)
    same = before is not None and before._replace(by_init=by_init) == home
    changed = not same or not found.is_dir()
    added = AddedHome(layout.agent, identity, found, changed)
    if before is not None and before.folder not in (found, None):
        added = added._replace(moved_from=before.folder)
    if pretend or not changed:
        return added
    if root is not None:
        record(root, identity)
    atomic.make_folder(found, mode=0o700)
    # What another folder held says nothing of this one.
    forget_base(state_folder, home.path)
    stat_file(state_folder, home.path).unlink(missing_ok=True)
    enlist(places, home)
    unsettle(state_folder)
    return added


def remove(
    agent: str,
    what: Path | str,
    places: Places,
    vault_of: Callable[[str], StateFolder],
    *,
    person: bool,
    pretend: bool = False,
) -> AgentHome:
    """End the syncing of an agent's folder here; its files stay, here and there.

    `what` is a folder of the repository, or its identity. Raises `NotFound`.
    """
    layout = layout_called(agent)
    identity = ""
    if not person:
        identity = str(what)
        if listed_as(places, layout.agent, identity) is None:
            at = Path(what)
            root = find_root(at, places.environ) if at.is_dir() else None
            identity = (recorded(root) if root else None) or identity
    home = listed_as(places, layout.agent, identity)
    if home is None:
        whose = "you" if person else f"'{what}'"
        raise NotFound(
            f"{layout.agent}'s memory of {whose} is not synced here",
            hint="see `memsync sync add --list`",
        )
    if not pretend:
        state_folder = vault_of(home.profile)
        _end(home, places, state_folder, stopped=True)
    return home


def leave(
    identity: str, places: Places, vault_of: Callable[[str], StateFolder]
) -> list[AgentHome]:
    """End what `init` began for a repository; its files stay, here and there."""
    begun = [h for h in listed(places) if h.identity == identity and h.by_init]
    for home in begun:
        _end(home, places, vault_of(home.profile), stopped=False)
    return begun


def _end(
    home: AgentHome, places: Places, state_folder: StateFolder, *, stopped: bool
) -> None:
    strike(places, home, stopped=stopped)
    forget_base(state_folder, home.path)
    stat_file(state_folder, home.path).unlink(missing_ok=True)


def present(places: Places, profile: str) -> tuple[list[AgentHome], list[Away]]:
    """The folders of a profile that are here, and why others are not."""
    found: list[AgentHome] = []
    away: list[Away] = []
    for home in listed(places):
        if home.profile == profile:
            spot = located(home, places)
            if isinstance(spot, Away):
                away.append(spot)
            else:
                found.append(home)
    return found, away


def find_folder(layout: Layout, root: GitRoot | None, places: Places, now: Now) -> Path:
    """The agent's folder for a repository, or without one for the person.

    That of the main work tree, from whichever worktree it is asked. Raises `Broken`
    where the agent has none here yet, and what `own_folder` raises.
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


def offers(identity: str, paths: Iterable[str], places: Places) -> list[str]:
    """The agents whose memory of a repository the mirror has, and no folder here.

    `paths` are those of the mirror's newest tree. One that a person ended here is
    none of them.
    """
    start = f"projects/{identity}/agents/"
    known = {p[len(start) :].partition("/")[0] for p in paths if p.startswith(start)}
    here = {home.agent for home in listed(places) if home.identity == identity}
    new = sorted((known & SYNCED.keys()) - here)
    return [agent for agent in new if not was_stopped(places, agent, identity)]


def _check_syncable(layout: Layout, *, person: bool) -> None:
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
    """Refuse an agent that uses the repository's own memory."""
    try:
        spot = memory_at(root, places.environ)
    except MemsyncError:
        return  # whatever is wrong with that memory, it is not the agent's
    if spot is not None and is_linked(layout, where, spot.folder):
        raise Refused(
            f"{layout.agent} is linked to this repository's memory, '{spot.folder}'",
            hint="`memsync sync add` without --agent syncs that;"
            f" `memsync unlink {layout.agent}` ends the link",
            word="own-memory",
        )


def _check_alone(
    home: AgentHome,
    before: AgentHome | None,
    others: Iterable[AgentHome],
    places: Places,
) -> None:
    """Refuse a second folder of one repository, and one folder for two homes."""
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
    """Whether both are the same files; a folder may be apart within another."""
    return os.path.realpath(one) == os.path.realpath(two)


def _check_uncommitted(home: AgentHome, root: GitRoot | None, places: Places) -> None:
    """Refuse a folder whose files git has, and takes to each clone itself."""
    if root is None or home.top is None or not is_inside(home.folder, home.top):
        return
    below = os.path.relpath(home.folder, home.top)
    git = elsewhere(home.top, places.environ)
    if git.run("ls-files", "-z", "--", f":(literal){below}"):
        raise Refused(
            f"'{home.folder}' is committed with the repository, which takes it to"
            " every clone",
            hint="only a folder that git does not have is synced",
            word="team-memory",
        )
