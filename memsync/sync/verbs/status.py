"""How sync stands here, from local files alone: cheap, and without the network."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict

from memsync.errors import MemsyncError
from memsync.files import lock
from memsync.process import git as gits
from memsync.sync.folder import stat_cache
from memsync.sync.homes.projects import listed
from memsync.sync.sealed.sealing import is_required
from memsync.sync.state import state as states
from memsync.sync.state.result import held_data
from memsync.sync.state.rounds import (
    conflicts_since,
    load_rounds,
    merged_since,
    trouble_since,
)
from memsync.sync.state.state import state_folder_of
from memsync.sync.tree.layout import label
from memsync.sync.tree.remote import MAIN, agreed_ref, read_ref
from memsync.sync.tree.url import configured_remote
from memsync.sync.verbs.looks import last_look, time_of
from memsync.workspace.place import agent_homes
from memsync.workspace.place.enrolment import Away

if TYPE_CHECKING:
    from datetime import datetime

    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.state.state import State, StateFolder
    from memsync.sync.tree.url import Remote


class ProjectRow(TypedDict):
    """A repository whose memory is synced, in JSON."""

    identity: str
    root: str
    problem: str | None
    """Why it is left alone just now."""


class AgentRow(TypedDict):
    """An agent's folder that is synced, in JSON."""

    agent: str
    identity: str | None
    """The repository's; None for the person's store."""
    memory: str
    problem: str | None


class Summary(TypedDict):
    """What `status` shows of sync, as its JSON has it; times are ISO 8601 in UTC."""

    configured: bool
    remote: str | None
    """Without credentials; None when the mirror is all there is."""
    encrypted: bool
    last_success: str | None
    unpushed: int
    """A number of commits."""
    trouble: dict[str, str] | None
    """What stopped the last round and those before it."""
    held: list[dict[str, str]]
    """What the last round held."""
    strays: list[str]
    """The notes in sub-folders, which stay here."""
    merged: list[dict[str, str]]
    """What was merged since a person last looked,"""
    conflicts: list[str]
    """and what was said of it."""
    projects: list[ProjectRow]
    agents: list[AgentRow]
    head: str | None
    problem: NotRequired[str]
    """Why the remote would be refused."""


def summary(places: Places, settings: Settings) -> Summary:
    """How one profile stands; a remote that would be refused raises nothing."""
    found: Summary = {
        "configured": bool(settings.text("sync.remote")),
        "remote": None,
        "encrypted": is_required(places, settings),
        "last_success": None,
        "unpushed": 0,
        "trouble": None,
        "held": [],
        "strays": [],
        "merged": [],
        "conflicts": [],
        "projects": [],
        "agents": [],
        "head": None,
    }
    if not found["configured"]:
        return found
    state_folder = state_folder_of(places, settings.profile)
    state = states.load(state_folder)
    head = read_ref(state_folder.mirror, MAIN)
    found["last_success"] = _last_success(state_folder, state)
    found["head"] = head
    found["projects"] = [
        {
            "identity": each.identity,
            "root": str(each.top),
            "problem": each.away and each.away.message,
        }
        for each in listed(places)
        if each.profile == settings.profile
    ]
    found["agents"] = [
        {
            "agent": home.agent,
            "identity": home.identity or None,
            "memory": str(home.folder),
            "problem": spot.message if isinstance(spot, Away) else None,
        }
        for home in agent_homes.listed(places)
        if home.profile == settings.profile
        for spot in [agent_homes.located(home, places)]
    ]
    found["held"] = held_data(state.held)
    found["strays"] = sorted(map(label, state.strays))
    entries = load_rounds(state_folder.diary_file)
    found["trouble"] = trouble_since(entries, _last_success(state_folder, state))
    seen = last_look(state_folder)
    found["merged"] = merged_since(entries, seen)
    found["conflicts"] = conflicts_since(entries, seen)
    try:
        remote = configured_remote(places, settings)
    except MemsyncError as error:
        found["problem"] = error.message
        return found
    found["remote"] = remote.shown if remote else None
    if remote is not None and head is not None:
        found["unpushed"] = _unpushed(places, state_folder, remote, head)
    return found


class Running(NamedTuple):
    """A round that is at work."""

    who: str
    """The command and its process."""
    since: int
    """Seconds since 1970; 0 where that is unknown."""
    step: str
    """What it does now; empty where it did not say."""


def running(places: Places, settings: Settings) -> Running | None:
    """The round that works on this profile now, in whichever process."""
    found = lock.held_by(state_folder_of(places, settings.profile).lock)
    return found and Running(*found)


def _last_success(state_folder: StateFolder, state: State) -> str | None:
    # A round that finds nothing to do leaves only the time of this file; one that
    # trouble stopped leaves the file without a commit.
    touched = time_of(state_folder.stat_file)
    text = stat_cache.load_text(state_folder.stat_file) if touched else None
    if touched is None or text is None or not text.commit:
        return state.last_success
    return state.last_success and max(state.last_success, touched)


def _unpushed(
    places: Places, state_folder: StateFolder, remote: Remote, head: str
) -> int:
    agreed = read_ref(state_folder.mirror, agreed_ref(remote))
    if agreed == head:
        return 0
    git = gits.elsewhere(state_folder.mirror, places.environ)
    since = [f"^{agreed}"] if agreed else []
    done = git.attempt("rev-list", "--count", head, *since, "--")
    return int(done.out) if done.code == 0 else 0


def ago(then: str, now: datetime) -> str:
    """How long a moment of `summary` is past, roughly, as `3 d ago`."""
    from datetime import datetime

    try:
        seconds = int((now - datetime.fromisoformat(then)).total_seconds())
    except (TypeError, ValueError):
        return "at an unknown time"
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length} {unit} ago"
    return "just now"
