"""The agents' folders that are synced in place on this machine.

The list is of one machine and stands in memsync's data folder, so that a lost state
folder ends no syncing. It names each folder as it was found by `sync add --agent`: what
the environment says when a round runs must not make it another one.
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

_FORMAT = 1
_FILE = "agents.json"
_ARCHIVES = "archives"


class AgentHome(NamedTuple):
    """One agent's folder that is synced here."""

    agent: str
    identity: str
    """The repository's; empty for the person's store."""
    top: Path | None
    """The repository's main work tree; None for the person's store."""
    folder: Path
    profile: str
    """The profile that its files go to; empty for the default one."""
    by_init: bool = False
    """`memsync init` added it, so that `deinit` takes it off the list again."""

    @property
    def path(self) -> str:
        """Its home in the trees of the synced repository."""
        own = f"agents/{self.agent}"
        return f"projects/{self.identity}/{own}" if self.identity else own

    @property
    def name(self) -> str:
        """What a person calls it."""
        whose = f"of '{self.identity}'" if self.identity else "for all repositories"
        return f"{self.agent}'s memory {whose}"

    @property
    def mend(self) -> str:
        """The command that ends its syncing."""
        if not self.identity:
            return f"`memsync sync remove --agent {self.agent} --scope user`"
        return f"`memsync sync remove {self.identity} --agent {self.agent}`"


class _List(NamedTuple):
    homes: list[AgentHome]
    stopped: list[tuple[str, str]]
    """Agents and identities that a person took off the list."""


def listed(places: Places) -> list[AgentHome]:
    """The list, sorted; one that is missing or malformed is empty."""
    return _read(places).homes


def was_stopped(places: Places, agent: str, identity: str) -> bool:
    """Whether a person ended the syncing of a folder here, and never began it again."""
    return (agent, identity) in _read(places).stopped


def listed_as(places: Places, agent: str, identity: str) -> AgentHome | None:
    """The folder of an agent for a repository, or with no identity for the person."""
    found = (h for h in listed(places) if (h.agent, h.identity) == (agent, identity))
    return next(found, None)


def enlist(places: Places, home: AgentHome) -> None:
    """Put a folder on the list, or change what it says. Raises `OSError`."""
    with _locked(places):
        before = _read(places)
        stopped = [each for each in before.stopped if each != home[:2]]
        _save(places, _List([*_others(before, home), home], stopped))


def strike(places: Places, home: AgentHome, *, stopped: bool) -> None:
    """Take a folder off the list. Raises `OSError`.

    `stopped`: a person ended its syncing, so that no `init` begins it again.
    """
    with _locked(places):
        before = _read(places)
        ended = sorted({*before.stopped, *([home[:2]] if stopped else [])})
        _save(places, _List(_others(before, home), ended))


def located(home: AgentHome, places: Places) -> Path | Away:
    """The folder, or why it is left alone just now. Never raises.

    Whether it is still there is for a round to see, which deletes nothing for it.
    """
    if home.top is not None:
        try:
            here = _is_there(home.top, home.identity, places)
        except (MemsyncError, OSError):
            here = False
        if not here:
            return Away(
                f"{home.name} is not synced: '{home.top}' is gone or another"
                " repository now",
                f"`memsync sync add --agent {home.agent}` where it is now; {home.mend}"
                " takes it off the list",
            )
    return home.folder


def memory_of(home: AgentHome, places: Places) -> MemoryFolder:
    """The folder as a memory, with its archive and its lock outside of it.

    What a person lets pass in their own memory passes here, too: the agent's folder
    holds no file of memsync's.
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
    """As `still_there`; asks no git in a main work tree, which most are."""
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
