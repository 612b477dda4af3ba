"""The memories of enrolled repositories: find, add and remove them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import BadUsage, Broken, NotFound, Refused
from memsync.files import lock
from memsync.memory.note.names import Scope
from memsync.paths import MEMORY_PATH
from memsync.sync.folder import stat_cache
from memsync.sync.state import state as states
from memsync.sync.tree.layout import PROJECTS, USER, agent_of, unlabel
from memsync.workspace.place.enrolment import (
    Away,
    enrol,
    enrolled,
    find_enrolled,
    home_top,
    memory_at,
    still_there,
    strike,
)
from memsync.workspace.place.ephemeral import refuse_ephemeral
from memsync.workspace.repository.identity import (
    identify,
    identity_meant,
    parse_identity,
    record,
    recorded,
    remote_identities,
    why_unidentified,
)
from memsync.workspace.repository.roots import find_root, require_root

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.memory.store.store import MemoryFolder
    from memsync.paths import Places
    from memsync.sync.state.state import StateFolder
    from memsync.workspace.place.notices import Notices
    from memsync.workspace.repository.roots import GitRoot

# Seconds to wait for the round's lock.
_WAIT = 30.0


class Project(NamedTuple):
    """The memory of an enrolled repository that this machine has now."""

    home: str
    """Its folder in the trees."""
    memory: MemoryFolder


class Added(NamedTuple):
    """What `sync add` did, or would do."""

    identity: str
    top: Path
    """The top folder of the repository."""
    memory: Path
    """The folder of its memory."""
    changed: bool
    warnings: Notices


class Listed(NamedTuple):
    """An enrolled repository, for people."""

    identity: str
    top: Path
    profile: str
    away: Away | None
    """Why rounds leave it out now; None if they sync it."""


def home_of(identity: str) -> str:
    """The folder in the trees of a repository's memory."""
    return f"{PROJECTS}/{identity}"


def present(places: Places, profile: str) -> tuple[list[Project], list[Away]]:
    """The enrolled memories of a profile, and why some of them are not here now."""
    found: list[Project] = []
    away: list[Away] = []
    for identity, entry in enrolled(places).items():
        if entry.profile != profile:
            continue
        spot = find_enrolled(identity, entry, places.environ)
        if isinstance(spot, Away):
            away.append(spot)
        else:
            found.append(Project(home_of(identity), spot.memory_folder))
    return found, away


def listed(places: Places) -> list[Listed]:
    """All enrolled repositories, by identity."""
    return [
        Listed(identity, entry.top, entry.profile, spot)
        if isinstance(spot, Away)
        else Listed(identity, entry.top, entry.profile, None)
        for identity, entry in enrolled(places).items()
        for spot in [find_enrolled(identity, entry, places.environ)]
    ]


def add(
    folder: Path,
    places: Places,
    now: Now,
    state_folder: StateFolder,
    *,
    profile: str,
    named: str | None,
    settings: Settings,
    pretend: bool = False,
) -> Added:
    """Enrol the repository of `folder`; its notes sync from the next round on.

    `named` is the identity that a person chose; `settings` are those of the
    repository. A repository without a memory gets one. With `pretend` nothing
    changes. Raises `NoGitRoot`; `BadUsage` where nothing identifies the repository,
    and for one that another profile has; `Refused` for a memory that is committed,
    and for a second clone on this machine.
    """
    refuse_ephemeral(places, "`memsync sync add`")
    root = require_root(folder, places.environ)
    identity = identity_of(root, places, settings, named)
    top = home_top(root)
    before = enrolled(places).get(identity)
    if before is not None and before.profile != profile:
        raise BadUsage(
            f"'{identity}' is enrolled in the profile '{before.profile or 'default'}'",
            hint=f"`memsync sync remove {identity}` first",
        )
    if before and before.top != top and still_there(before.top, identity, places):
        raise Refused(
            f"'{identity}' is enrolled here as '{before.top}'",
            hint="a worktree shares its memory; for another repository give --id NAME",
            word="enrolled-elsewhere",
        )
    spot = memory_at(root, places.environ)
    warnings: Notices = ()
    fresh = spot is None
    known = recorded(root) == identity
    changed = fresh or not known or before is None or before.top != top
    if pretend:
        where = spot.folder if spot else top / MEMORY_PATH
        return Added(identity, top, where, changed, warnings)
    if spot is None:
        from memsync.workspace.target import open_for_writing

        _, warnings = open_for_writing(top, places, now, Scope.WORKSPACE)
        spot = memory_at(root, places.environ)
    if spot is None:
        raise Broken(
            f"'{top}' has no memory of its own",
            hint="`memsync init` makes one",
            word="no-memory",
        )
    if changed:
        record(root, identity)
        # The base of another clone's memory is not the base of this one.
        if fresh or not known or before is None:
            forget_base(state_folder, home_of(identity))
        enrol(places, identity, top, profile)
        unsettle(state_folder)
    return Added(identity, top, spot.folder, changed, warnings)


def remove(
    what: Path | str,
    places: Places,
    vault_of: Callable[[str], StateFolder],
    *,
    pretend: bool = False,
) -> str:
    """Stop syncing a repository here: `what` is a folder in it, or its identity.

    Returns the identity. The notes stay, here and in the remote. With `pretend`
    nothing changes. Raises `NotFound` for a repository that is not enrolled.
    """
    known = enrolled(places)
    identity = str(what)
    if identity not in known:
        root = find_root(Path(what), places.environ) if Path(what).is_dir() else None
        # As `sync add --id` takes it: the URL of the repository, too.
        identity = (recorded(root) if root else identity_meant(identity)) or ""
    if identity not in known:
        raise NotFound(
            f"'{what}' is not enrolled here", hint="see `memsync sync add --list`"
        )
    if pretend:
        return identity
    state_folder = vault_of(known[identity].profile)
    strike(places, identity)
    forget_base(state_folder, home_of(identity))
    stat_file(state_folder, home_of(identity)).unlink(missing_ok=True)
    return identity


def identity_of(
    root: GitRoot, places: Places, settings: Settings, named: str | None
) -> str:
    """The identity of a repository: `named` by a person, else from its remote.

    Raises `BadUsage` where nothing identifies it, or only the repository's own files.
    """
    if named is not None:
        return parse_identity(named)
    found = identify(root, places.environ, settings)
    if found is None:
        why = why_unidentified(root, places.environ)
        raise BadUsage(
            f"nothing identifies '{root.top}': {why}",
            hint="give it a name that you use on all machines: --id NAME",
        )
    if (
        found.source == "setting"
        and found.id not in remote_identities(root, places.environ).values()
    ):
        # Otherwise the author of that file would choose whose notes come here.
        raise BadUsage(
            f"the repository's own settings say that it is '{found.id}'",
            hint=f"if that is right: `memsync sync add --id {found.id}`",
        )
    return found.id


def stat_file(state_folder: StateFolder, home: str) -> Path:
    """The file of a memory's stat cache; `home` is its folder in the trees."""
    if home == USER:
        return state_folder.stat_file
    below = f"stats/{home}" if agent_of(home) else home
    return state_folder.folder / f"{below}.stat"


def forget_base(state_folder: StateFolder, home: str) -> None:
    """Make the next round join a memory: merge it, and delete nothing."""
    with lock.hold_round(state_folder.lock, what="sync add", wait=_WAIT) as lock_held:
        state = states.load(state_folder)
        after = state.without(home)
        held = {s: h for s, h in state.held.items() if unlabel(s)[0] != home}
        if after != state or held != state.held:
            states.save(state_folder, replace(after, held=held), lock_held)


def unsettle(state_folder: StateFolder) -> None:
    """Make the next round look at everything, even if nothing seems to have changed."""
    with lock.hold_round(state_folder.lock, what="sync add", wait=_WAIT) as held:
        cache = stat_cache.load(state_folder.stat_file)
        if cache.idle:
            cache = cache._replace(idle="", commit="")
            stat_cache.save(state_folder.stat_file, cache, held)
