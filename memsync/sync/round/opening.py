"""Collects a round's inputs from the user's folders, settings and environment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memsync.files import atomic, lock
from memsync.memory.archive.archive import Retention
from memsync.memory.files import confirmed
from memsync.sync.folder import listing
from memsync.sync.folder.conditions import (
    NOWHERE,
    Conditions,
    rules_key,
    world,
)
from memsync.sync.folder.effects import RealEffects
from memsync.sync.folder.pretended import PretendedEffects
from memsync.sync.folder.reading import scanner
from memsync.sync.folder.snapshot import Home, Rules
from memsync.sync.homes.projects import Project, present, stat_file
from memsync.sync.mirror.bare import open_mirror, storing_in
from memsync.sync.round.arrivals import arrivals_of, begin
from memsync.sync.round.context import RoundContext
from memsync.sync.round.guards import NOTHING_ALLOWED
from memsync.sync.sealed import sealing
from memsync.sync.sealed.own_machine import who_is
from memsync.sync.state.local_history import keep_in_data
from memsync.sync.state.state import state_folder_of
from memsync.sync.tree.layout import USER, label, unlabel
from memsync.sync.tree.url import configured_remote
from memsync.workspace.place.agent_homes import listed
from memsync.workspace.place.spot import user_memory_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.files.lock import Held, Round
    from memsync.memory.store.store import MemoryFolder
    from memsync.paths import Places
    from memsync.sync.folder.conditions import Sends
    from memsync.sync.folder.effects import Effects
    from memsync.sync.homes.agent_homes import AgentFolder
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.round.guards import Allowed
    from memsync.sync.state.state import State, StateFolder
    from memsync.sync.tree.remote import Remote
    from memsync.workspace.place.enrolment import Away


def open_context(
    places: Places,
    settings: Settings,
    now: Now,
    *,
    allowed: Allowed = NOTHING_ALLOWED,
    scratch: Path | None = None,
    restore: bool = False,
    detach: bool = False,
    told: str | None = None,
    says: str | None = None,
) -> RoundContext:
    """The context of the user memory; `scratch` is an empty folder for a dry run.

    What a dry run must write goes there, so that no byte changes elsewhere. `told` and
    `says`: see `RoundContext`. Raises `NotSetUp`, and `Refused` for an unsafe remote or
    memory.
    """
    sealing.refuse_plain_profile(places, settings)
    remote = configured_remote(places, settings)
    profile = settings.profile
    state_folder = state_folder_of(places, profile)
    memory = user_memory_folder(places)
    if scratch is not None:
        memory = memory._replace(lock=scratch / "memory.lock")
    exclude = tuple(settings.items("sync.exclude"))
    level = settings.text("guard.block")
    here, away = present(places, profile)
    folders, lost = _agents_folders(places, profile)
    # An idle round handles the user memory and agents' folders, not repositories'.
    short: Sends = ""
    if not exclude:
        short = "sealed" if sealing.is_required(places, settings) else "plain"
    alone = not (here or settings.profiles)
    who = who_is(state_folder, places, settings, now)
    idle_word = ""
    if alone:
        idle_word = _conditions(
            places,
            remote,
            (memory, folders),
            now,
            short=short,
            name=who.name,
        )
    other_profile = _of_other_profile(settings) if settings.profiles else None

    arrivals = arrivals_of(places, settings, memory, remote)

    def home(path: str, memory: MemoryFolder, idle_word: str) -> Home:
        return Home(
            path,
            memory,
            lambda state: replace(
                rules_for(path, memory, exclude, state, level),
                # `sync add` recorded which profile a repository's notes belong to.
                other_profile=other_profile if path == USER else None,
                prose=path != USER or not profile,
                synopses=settings.flag("learn.sync_synopses"),
            ),
            stat_file(state_folder, path),
            idle_word,
            _inode(memory.folder) if path != USER else None,
            Retention.of(settings),
        )

    homes = [home(USER, memory, idle_word)]
    folder_homes = (Project(each.home.path, each.memory) for each in folders)
    for project in (*here, *folder_homes):
        pretended = scratch and scratch / f"{project.home}.lock"
        file = pretended or project.memory.lock
        homes.append(home(project.home, project.memory._replace(lock=file), ""))

    def effects(held: Held[Round]) -> Effects:
        keep_in_data(
            places,
            state_folder.mirror,
            profile,
            held,
            wanted=remote is None and scratch is None,
        )
        bare = open_mirror(state_folder.mirror, places.environ, remote, held)
        if scratch is not None:
            bare = storing_in(scratch / "objects", bare)
        mirror: Mirror = bare
        begin(None if scratch else arrivals, memory)
        if sealing.is_required(places, settings):
            from memsync.sync.sealed.mirror import open_sealed

            mirror = open_sealed(
                mirror,
                state_folder,
                places,
                accept_rewind=allowed.rewind,
                held=None if scratch else held,
            )
        if scratch is not None:
            return PretendedEffects(mirror)
        return RealEffects(
            state_folder, mirror, held, lambda: _former(state_folder, places, held)
        )

    return RoundContext(
        state_folder=state_folder,
        homes=tuple(homes),
        who=who,
        now=now,
        effects=effects,
        remote=remote is not None,
        budget=settings.number("sync.budget"),
        wait=settings.number("sync.wait"),
        allowed=allowed,
        arrivals=arrivals,
        warnings=(*away, *lost),
        restore=restore,
        detach=detach,
        step=_steps(state_folder, pretended=scratch is not None),
        told=told,
        says=says,
        pretend=scratch is not None,
    )


def _agents_folders(
    places: Places, profile: str
) -> tuple[list[AgentFolder], list[Away]]:
    """The agents' folders to sync, and why others cannot be."""
    if not listed(places):
        return [], []
    from memsync.sync.homes import agent_homes

    found, away = agent_homes.present(places, profile)
    folders = [
        agent_homes.AgentFolder(each, agent_homes.as_memory(each, places))
        for each in found
    ]
    return folders, away


def _inode(folder: Path) -> int | None:
    try:
        return folder.stat().st_ino
    except FileNotFoundError:
        return None


def _steps(state_folder: StateFolder, *, pretended: bool) -> Callable[[str], None]:
    """Records each step in the lock file, for other processes; not in a dry run."""

    def step(said: str) -> None:
        if not pretended:
            lock.say(state_folder.lock, said)

    return step


def _former(
    state_folder: StateFolder, places: Places, held: Held[Round]
) -> list[Mirror]:
    # Opened only for a purge.
    from memsync.sync.sealed.aside import former_histories

    return former_histories(state_folder, places, held)


def _of_other_profile(settings: Settings) -> Callable[[str], bool]:
    return lambda name: settings.owner_of(name) != settings.profile


def _conditions(
    places: Places,
    remote: Remote | None,
    seen: tuple[MemoryFolder, Sequence[AgentFolder]],
    now: Now,
    *,
    short: Sends,
    name: str,
) -> str:
    """See `Conditions.word`; empty while the settings may still be changing."""
    memory, folders = seen
    agents = [each.place for each in folders]
    file = places.config_file
    conditions = Conditions(
        world(places.environ, str(file)),
        str(file),
        str(memory.folder),
        str(memory.lock),
        short,
        remote.kind if remote else NOWHERE,
        remote.url if remote else "",
        name,
        tuple(each for each in agents if each),
    )
    if None in agents:
        return ""
    try:
        word = listing.signature(file.stat(), round(now.utc.timestamp()) * 10**9)
    except FileNotFoundError:
        word = "none"
    return conditions.word() if word else ""


def rules_for(
    home: str,
    memory: MemoryFolder,
    exclude: tuple[str, ...],
    state: State,
    level: str,
) -> Rules:
    """The rules that hold a note of this memory back; `level` is `guard.block`."""
    allow = _allow_bytes(memory.allow_file)
    here = confirmed.read(memory.confirmed_file)
    own = label(f"{home}/")
    released = {
        said.removeprefix(own): oid
        for said, oid in state.released.items()
        if unlabel(said)[0] == home
    }
    findings = scanner(allow, here, level)
    return Rules(exclude, released, findings, rules_key(allow, here, level))


def _allow_bytes(path: Path) -> bytes:
    try:
        return atomic.read_regular(path, limit=1 << 20)
    except (FileNotFoundError, NotADirectoryError):
        return b""
