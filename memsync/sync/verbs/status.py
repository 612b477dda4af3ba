"""The status of sync here, from local files alone: quick, and without the network."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict

from memsync.errors import MemsyncError
from memsync.files import lock
from memsync.process import git as gits
from memsync.sync.folder import stat_cache
from memsync.sync.homes.projects import listed
from memsync.sync.mirror.transport import OWN_BARE
from memsync.sync.sealed.sealing import WAITING_FILE, is_required
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
from memsync.sync.verbs.settled import unsettled
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
    """Why rounds leave it out now; None if they sync it."""


class AgentRow(TypedDict):
    """An agent's folder that is synced, in JSON."""

    agent: str
    identity: str | None
    """The repository's; None for the person's store."""
    memory: str
    """The folder's path."""
    problem: str | None
    """Why rounds leave it out now; None if they sync it."""


class Summary(TypedDict):
    """What `status` shows about sync, as in its JSON; times are ISO 8601 in UTC."""

    configured: bool
    remote: str | None
    """Without credentials; None without a remote, or with one that is refused."""
    encrypted: bool
    last_success: str | None
    """When a round last ended with nothing left to send."""
    unpushed: int
    """How many commits of the mirror the remote does not have yet."""
    trouble: dict[str, str] | None
    """What stopped the last round, and since when; None if it succeeded. Also that
    this machine waits for another one's approval, before any round."""
    held: list[dict[str, str]]
    """The notes that the last round held."""
    strays: list[str]
    """The notes in sub-folders, which stay here."""
    merged: list[dict[str, str]]
    """The notes that were merged since a person last looked."""
    conflicts: list[str]
    """The messages about conflicts since a person last looked, without settled ones."""
    projects: list[ProjectRow]
    agents: list[AgentRow]
    head: str | None
    """The mirror's main, if it has one."""
    problem: NotRequired[str]
    """Why rounds refuse the remote."""


def summary(places: Places, settings: Settings) -> Summary:
    """The status of one profile; for a remote that rounds refuse, see `problem`."""
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
    found["trouble"] = trouble_since(entries, found["last_success"])
    if found["encrypted"] and found["trouble"] is None:
        found["trouble"] = _approval(places)
    seen = last_look(state_folder)
    found["merged"] = merged_since(entries, seen)
    told = conflicts_since(entries, seen)
    found["conflicts"] = unsettled(told, places, settings.profile) if told else []
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
    """A round that is running."""

    who: str
    """The command and its process."""
    since: int
    """Seconds since 1970; 0 where that is unknown."""
    step: str
    """What it does now; empty where that is unknown."""


def running(places: Places, settings: Settings) -> Running | None:
    """The round that runs for this profile now, in any process; None for none."""
    found = lock.held_by(state_folder_of(places, settings.profile).lock)
    return found and Running(*found)


def _last_success(state_folder: StateFolder, state: State) -> str | None:
    # A round that finds nothing to do only touches this file; a round that an error
    # stopped leaves the file without a commit.
    touched = time_of(state_folder.stat_file)
    text = stat_cache.load_text(state_folder.stat_file) if touched else None
    if touched is None or text is None or not text.commit:
        return state.last_success
    return state.last_success and max(state.last_success, touched)


def _approval(places: Places) -> dict[str, str] | None:
    """That this machine waits for another one's approval, if it does."""
    since = time_of(places.config / WAITING_FILE)
    if since is None:
        return None
    from memsync.sync.sealed.key_store import user_keys
    from memsync.sync.sealed.sealing import no_key

    store = user_keys(places)
    if store.key_file.exists():
        return None  # it asked, and has joined in another way
    error = no_key(store.waiting())
    return {"code": str(error.word), "message": error.message, "since": since}


def _unpushed(
    places: Places, state_folder: StateFolder, remote: Remote, head: str
) -> int:
    agreed = read_ref(state_folder.mirror, agreed_ref(remote))
    if agreed == head:
        return 0
    git = gits.elsewhere(state_folder.mirror, places.environ, (OWN_BARE,))
    since = [f"^{agreed}"] if agreed else []
    done = git.attempt("rev-list", "--count", head, *since, "--")
    return int(done.out) if done.code == 0 else 0


def ago(then: str, now: datetime) -> str:
    """Roughly how long ago a time of `summary` was, such as `3 d ago`."""
    from datetime import datetime

    try:
        seconds = int((now - datetime.fromisoformat(then)).total_seconds())
    except (TypeError, ValueError):
        return "at an unknown time"
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length} {unit} ago"
    return "just now"
