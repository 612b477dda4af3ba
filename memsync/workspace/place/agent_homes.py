"""The agents' folders that are synced in place on this machine.

The list is one machine's. It is in memsync's data folder, so that losing the state
folder does not stop syncing. It names each folder as `sync add --agent` found it: a
variable that changes later must not redirect a round.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files import atomic, lock
from memsync.memory.note.names import Scope
from memsync.memory.note.records import MemoryFolder
from memsync.workspace.place.enrolment import Away, still_there
from memsync.workspace.place.spot import user_memory_folder
from memsync.workspace.repository.roots import IDENTITY_RECORD

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from memsync.paths import Places

# A newer format counts as an empty list, so that an older memsync adds nothing wrong.
_FORMAT = 1
_FILE = "agents.json"
_ARCHIVES = "archives"


class AgentHome(NamedTuple):
    """One agent's folder that is synced here."""

    agent: str
    identity: str
    """The repository's identity; empty for the agent's folder of the user."""
    top: Path | None
    """The repository's main work tree; None for the agent's folder of the user."""
    folder: Path
    profile: str
    """The profile that its files go to; empty for the default one."""
    by_init: bool = False
    """Whether `memsync init` added it, so that `deinit` must remove it."""

    @property
    def path(self) -> str:
        """Its path in the synced trees."""
        own = f"agents/{self.agent}"
        return f"projects/{self.identity}/{own}" if self.identity else own

    @property
    def name(self) -> str:
        """Its name in messages."""
        whose = f"of '{self.identity}'" if self.identity else "for all repositories"
        return f"{self.agent}'s memory {whose}"

    @property
    def mend(self) -> str:
        """The command that stops syncing it."""
        if not self.identity:
            return f"`memsync sync remove --agent {self.agent} --scope user`"
        return f"`memsync sync remove {self.identity} --agent {self.agent}`"


class _List(NamedTuple):
    homes: list[AgentHome]
    stopped: list[tuple[str, str]]
    """The agents and identities that a person removed from the list."""


def listed(places: Places) -> list[AgentHome]:
    """The list, sorted; empty if the file is missing or malformed."""
    return _read(places).homes


def was_stopped(places: Places, agent: str, identity: str) -> bool:
    """Whether a person stopped syncing a folder here, and has not added it again."""
    return (agent, identity) in _read(places).stopped


def listed_as(places: Places, agent: str, identity: str) -> AgentHome | None:
    """An agent's folder for a repository or, without an identity, for the user."""
    found = (h for h in listed(places) if (h.agent, h.identity) == (agent, identity))
    return next(found, None)


def enlist(places: Places, home: AgentHome) -> None:
    """Add a folder to the list, or change its entry. Raises `OSError`."""
    with _locked(places):
        before = _read(places)
        stopped = [each for each in before.stopped if each != home[:2]]
        _save(places, _List([*_others(before, home), home], stopped))


def strike(places: Places, home: AgentHome, *, stopped: bool) -> None:
    """Remove a folder from the list. Raises `OSError`.

    `stopped`: a person did that, so that no later `init` adds it again.
    """
    with _locked(places):
        before = _read(places)
        ended = sorted({*before.stopped, *([home[:2]] if stopped else [])})
        _save(places, _List(_others(before, home), ended))


def located(home: AgentHome, places: Places) -> Path | Away:
    """The folder, or why it cannot be synced now. Never raises.

    Does not check that it exists: the round does, and deletes nothing if it is gone.
    """
    if home.top is not None:
        try:
            here = _is_there(home.top, home.identity, places)
        except (MemsyncError, OSError):
            here = False
        if not here:
            return Away(
                f"{home.name} is not synced: '{home.top}' is gone, or is another"
                " repository now",
                f"`memsync sync add --agent {home.agent}` where it is now; {home.mend}"
                " takes it off the list",
            )
    return home.folder


def memory_of(home: AgentHome, places: Places) -> MemoryFolder:
    """The folder as a memory, with its archive and its lock outside of it.

    Uses the user memory's allow list: the agent's folder contains no file of memsync's.
    """
    user = user_memory_folder(places)
    return MemoryFolder(
        folder=home.folder,
        scope=Scope.WORKSPACE if home.identity else Scope.USER,
        archive=places.data / _ARCHIVES / home.path,
        lock=places.state / "locks" / f"{home.path.replace('/', '@')}.lock",
        private=True,
        guards_live=False,
        allow_file=user.allow_file,
        confirmed_file=user.confirmed_file,
        agent=home.agent,
    )


def _is_there(top: Path, identity: str, places: Places) -> bool:
    """Like `still_there`, but without git for the usual case, a main work tree."""
    if not (top / ".git").is_dir():
        return still_there(top, identity, places)
    record = top / ".git" / "memsync" / IDENTITY_RECORD
    try:
        return atomic.read_regular(record, limit=1 << 10).decode().strip() == identity
    except (OSError, ValueError):
        return False


def _others(before: _List, home: AgentHome) -> list[AgentHome]:
    return [h for h in before.homes if h[:2] != home[:2]]


def _read(places: Places) -> _List:
    try:
        read = json.loads(atomic.read_regular(places.data / _FILE, limit=1 << 24))
        if read["format"] != _FORMAT:
            return _List([], [])
        homes = sorted(
            AgentHome(
                str(row["agent"]),
                str(row["identity"]),
                Path(row["top"]) if row["top"] else None,
                Path(row["folder"]),
                str(row["profile"]),
                bool(row.get("by_init")),
            )
            for row in read["homes"]
        )
        stopped = [(str(agent), str(who)) for agent, who in read["stopped"]]
    except (OSError, MemsyncError, ValueError, KeyError, TypeError, AttributeError):
        return _List([], [])
    return _List(homes, stopped)


def _save(places: Places, whole: _List) -> None:
    rows = [
        {
            "agent": home.agent,
            "identity": home.identity,
            "top": os.fspath(home.top) if home.top else None,
            "folder": os.fspath(home.folder),
            "profile": home.profile,
            "by_init": home.by_init,
        }
        for home in sorted(whole.homes, key=lambda home: home[:2])
    ]
    made = {"format": _FORMAT, "homes": rows, "stopped": whole.stopped}
    data = json.dumps(made, indent=1).encode()
    atomic.make_folder(places.data, mode=0o700)
    atomic.write(places.data / _FILE, data + b"\n", mode=0o600)


def _locked(places: Places) -> AbstractContextManager[object]:
    return lock.hold(places.state / "locks" / "agents.lock", what="sync add")
