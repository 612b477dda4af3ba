"""Agents' own folders that rounds sync: find, add and remove them.

Agents name a folder by paths and settings that differ between machines. The agent's
layout tells which folder belongs to a repository here. Each repository has one folder
per agent and machine: the one for its main work tree.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.registry import layout_called
from memsync.agents.synced import SYNCED
from memsync.errors import NotFound
from memsync.files import atomic
from memsync.files.handles import no_links_below
from memsync.sync.folder.conditions import AgentPlace
from memsync.sync.homes.agent_found import (
    check_alone,
    check_syncable,
    check_uncommitted,
    find_folder,
)
from memsync.sync.homes.projects import (
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
    memory_of,
    strike,
    was_stopped,
)
from memsync.workspace.place.enrolment import Away, home_top
from memsync.workspace.place.ephemeral import refuse_ephemeral
from memsync.workspace.repository.identity import (
    identity_meant,
    record,
    recorded,
)
from memsync.workspace.repository.roots import (
    IDENTITY_RECORD,
    find_root,
    require_root,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.memory.note.records import MemoryFolder
    from memsync.paths import Places
    from memsync.sync.state.state import StateFolder

# The agent that reads memsync's own memories, and so has no folder of its own.
COYOTE = "coyote"


class AgentFolder(NamedTuple):
    """An agent's folder that a round syncs."""

    home: AgentHome
    memory: MemoryFolder

    @property
    def place(self) -> AgentPlace | None:
        """What an early round needs to know; None where it would have to ask git."""
        home, memory = self
        record_file = ""
        if home.top is not None:
            if not (home.top / ".git").is_dir():
                return None  # only git knows which repository this belongs to
            record_file = os.fspath(home.top / ".git" / "memsync" / IDENTITY_RECORD)
        return AgentPlace(
            home.path,
            os.fspath(memory.folder),
            memory.ending,
            "/".join(memory.apart),
            os.fspath(memory.lock),
            record_file,
            home.identity,
        )


def as_memory(home: AgentHome, places: Places) -> MemoryFolder:
    """An agent's folder as a memory.

    From now on this process follows no symbolic link inside the folder.
    """
    form = SYNCED[home.agent]
    memory = memory_of(home, places)._replace(ending=form.ending, apart=form.apart)
    # Links on the way to the folder are the person's own, and are followed.
    no_links_below(os.fspath(memory.folder))
    return memory


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
    unignored: bool = False
    """Whether it is in the work tree and git does not ignore it."""


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
    """Sync an agent's folder from the next round on; make the folder if needed.

    `folder` is any folder of the repository, `named` the identity that a person chose;
    `settings` are those of the repository. `person` adds the person's store instead.
    `by_init` marks a folder that `init` adds. With `pretend` nothing changes. Raises
    `BadUsage` for an unknown agent and for a repository that nothing identifies,
    `Refused` for an agent whose folder cannot be synced and for a folder that is
    committed, and `Broken` where the agent has no folder here, or another one is
    synced already.
    """
    refuse_ephemeral(places, "`memsync sync add`")
    layout = layout_called(agent)
    if layout.agent == COYOTE:
        return AddedHome(COYOTE, "", None, changed=False)
    check_syncable(layout, person=person)
    root = None if person else require_root(folder, places.environ)
    identity = identity_of(root, places, settings, named) if root else ""
    found = find_folder(layout, root, places, now)
    before = listed_as(places, layout.agent, identity)
    top = home_top(root) if root else None
    home = AgentHome(layout.agent, identity, top, found, profile, by_init)
    check_alone(home, before, listed(places), places)
    unignored = check_uncommitted(home, root, places)
    same = before is not None and before._replace(by_init=by_init) == home
    changed = not same or not found.is_dir()
    added = AddedHome(layout.agent, identity, found, changed, unignored=unignored)
    if before is not None and before.folder not in (found, None):
        added = added._replace(moved_from=before.folder)
    if pretend or not changed:
        return added
    if root is not None:
        record(root, identity)
    atomic.make_folder(found, mode=0o700)
    # The base of another folder is not the base of this one.
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
    """Stop syncing an agent's folder here; its files stay, here and in the remote.

    `what` is a folder of the repository, or its identity; `person` means the person's
    store instead. With `pretend` nothing changes. Raises `NotFound` for a folder that
    is not synced.
    """
    layout = layout_called(agent)
    identity = ""
    if not person:
        identity = str(what)
        if listed_as(places, layout.agent, identity) is None:
            at = Path(what)
            root = find_root(at, places.environ) if at.is_dir() else None
            identity = (recorded(root) if root else None) or identity_meant(identity)
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
    identity: str,
    places: Places,
    vault_of: Callable[[str], StateFolder],
    *,
    pretend: bool = False,
) -> list[AgentHome]:
    """Stop syncing the folders that `init` added for a repository; return them.

    Their files stay, here and in the remote. With `pretend` nothing is changed.
    """
    begun = [h for h in listed(places) if h.identity == identity and h.by_init]
    for home in () if pretend else begun:
        _end(home, places, vault_of(home.profile), stopped=False)
    return begun


def _end(
    home: AgentHome, places: Places, state_folder: StateFolder, *, stopped: bool
) -> None:
    strike(places, home, stopped=stopped)
    forget_base(state_folder, home.path)
    stat_file(state_folder, home.path).unlink(missing_ok=True)


def present(places: Places, profile: str) -> tuple[list[AgentHome], list[Away]]:
    """The agents' folders of a profile, and why some of them are not here now."""
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


def offers(identity: str, paths: Iterable[str], places: Places) -> list[str]:
    """The agents with files for a repository in the mirror, but no synced folder here.

    `paths` are those of the mirror's newest tree. Agents that a person has removed
    here are left out.
    """
    start = f"projects/{identity}/agents/"
    known = {p[len(start) :].partition("/")[0] for p in paths if p.startswith(start)}
    here = {home.agent for home in listed(places) if home.identity == identity}
    new = sorted((known & SYNCED.keys()) - here)
    return [agent for agent in new if not was_stopped(places, agent, identity)]
