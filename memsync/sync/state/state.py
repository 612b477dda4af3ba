"""What this machine remembers from its last round; without it no note is lost.

The file is its own journal. Before a round moves main to what it has saved, it records
here what the bases will be then (`Saved`). Before it changes the memory folder, it
records what each file held until then, and afterwards which files it did not change. If
a round is killed in between, nothing needs repair: the next one reads in main whether
it moved, and compares the folder with this record.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.sync import files
from memsync.sync.tree import clock
from memsync.sync.tree.layout import USER

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.files.lock import Held, Round
    from memsync.paths import Places
    from memsync.sync.tree.clock import Clock


@dataclass(frozen=True, slots=True)
class StateFolder:
    """The files and folders of one profile below memsync's state folder."""

    folder: Path

    @property
    def mirror(self) -> Path:
        """The bare repository."""
        return self.folder / files.MIRROR

    @property
    def state_file(self) -> Path:
        """See `State`."""
        return self.folder / files.STATE

    @property
    def stat_file(self) -> Path:
        """See `memsync.sync.folder.stat_cache`."""
        return self.folder / files.STAT

    @property
    def last_round_file(self) -> Path:
        """See `memsync.sync.state.rounds`."""
        return self.folder / "last-round.json"

    @property
    def sealed_file(self) -> Path:
        """See `memsync.sync.sealed.cache`."""
        return self.folder / files.SEALED

    @property
    def sealed_list_file(self) -> Path:
        """See `memsync.sync.sealed.format`."""
        return self.folder / files.SEALED_LIST

    @property
    def received_file(self) -> Path:
        """See `memsync.sync.state.rounds`."""
        return self.folder / "received"

    @property
    def diary_file(self) -> Path:
        """See `memsync.sync.state.rounds`."""
        return self.folder / "rounds.jsonl"

    @property
    def brought_file(self) -> Path:
        """See `memsync.sync.state.brought`."""
        return self.folder / "brought"

    @property
    def looked_file(self) -> Path:
        """The file whose modification time is when a person last saw the merges."""
        return self.folder / "looked"

    @property
    def lock(self) -> Path:
        """The lock that a round holds from start to end."""
        return self.folder / files.LOCK

    @property
    def machine_file(self) -> Path:
        """The file with this machine's id; see `machine_id`."""
        return self.folder / files.MACHINE


def state_folder_of(places: Places, profile: str = "") -> StateFolder:
    """The state folder of the default profile, or of another one by its name."""
    return StateFolder(places.state / "profiles" / profile if profile else places.state)


class Base(NamedTuple):
    """What a memory folder held when a round last looked."""

    commit: str
    """The commit whose files the folder held, apart from the paths in `left`."""
    left: Mapping[str, str | None]
    """The blobs that the folder held at other paths instead, None for no file."""


class Saved(NamedTuple):
    """A commit of the folders that main was about to move to, and their new bases."""

    commit: str
    base: Base | None
    projects: Mapping[str, Base]


class Hold(NamedTuple):
    """Why a note stays on this machine."""

    reason: str
    """A short text for people."""
    since: str
    """ISO 8601, UTC, to the second."""


@dataclass(frozen=True, slots=True)
class State:
    """The remembered state; with a fresh one a round joins, and deletes nothing."""

    base: Base | None = None
    """What the user memory held."""
    projects: Mapping[str, Base] = field(default_factory=dict)
    """What the other memories held, by their folder in the trees."""
    inodes: Mapping[str, int] = field(default_factory=dict)
    """The inodes of those folders: a new, empty folder does not mean deletions."""
    vault: str | None = None
    """The id of the vault on which a remote and this machine agreed."""
    last_success: str | None = None
    """When a round last ended with nothing left to send; ISO 8601, UTC."""
    queued_since: str | None = None
    """Since when commits wait to be sent to the remote; ISO 8601, UTC."""
    held: Mapping[str, Hold] = field(default_factory=dict)
    """The held notes by label: see `memsync.sync.tree.layout.label`."""
    released: Mapping[str, str] = field(default_factory=dict)
    """The blobs to send in spite of a reason to hold them, by their notes' labels."""
    clock: Clock | None = None
    """The clock of this machine's last commit."""
    purged: str | None = None
    """The blob of the list of purges already applied to the files here."""
    barred: frozenset[str] = frozenset()
    """Notes that stay here because their earlier text was purged elsewhere."""
    strays: frozenset[str] = frozenset()
    """Paths in the trees of notes in sub-folders that a round has reported."""
    saved: Saved | None = None
    """What a round was about to put on main, if it was killed there; see `settled`."""

    def base_of(self, home: str) -> Base | None:
        """What a memory held when a round last looked; None if that is unknown."""
        return self.base if home == USER else self.projects.get(home)

    def without(self, home: str) -> State:
        """The state without the base of a memory that is not the user's."""
        projects, saved = dict(self.projects), self.saved
        projects.pop(home, None)
        if saved is not None:
            kept = {h: base for h, base in saved.projects.items() if h != home}
            saved = saved._replace(projects=kept)
        return replace(self, projects=projects, saved=saved)

    def settled(self, tip: str | None) -> State:
        """The state by main, which is at `tip`: if a round died, main says how far.

        On the old bases the folders would be merged with what they held themselves: a
        text that was deleted since would come back, an edited one would stand twice.
        """
        if self.saved is None:
            return self
        if self.saved.commit != tip:
            return replace(self, saved=None)
        base, projects = self.saved.base, self.saved.projects
        return replace(self, base=base, projects=projects, saved=None)


def load(state_folder: StateFolder) -> State:
    """Read the state; a fresh one if the file is missing or malformed."""
    import json

    try:
        read = json.loads(atomic.read_regular(state_folder.state_file, limit=1 << 26))
        return _parse(read)
    # A fresh state means joining, which deletes nothing.
    except (OSError, MemsyncError, ValueError, KeyError, TypeError, AttributeError):
        return State()


def save(state_folder: StateFolder, state: State, held: Held[Round]) -> None:  # noqa: ARG001 -- a proof
    """Write the state durably, and make its folder if needed. Raises `OSError`."""
    import json

    saved = state.saved
    tree = {
        "format": files.FORMAT,
        **_bases(state.base, state.projects),
        "inodes": dict(state.inodes),
        "vault": state.vault,
        "last_success": state.last_success,
        "queued_since": state.queued_since,
        "held": {name: hold._asdict() for name, hold in state.held.items()},
        "released": dict(state.released),
        "clock": state.clock and str(state.clock),
        "purged": state.purged,
        "barred": dict.fromkeys(sorted(state.barred)),
        "strays": dict.fromkeys(sorted(state.strays)),
        "saved": saved
        and {"commit": saved.commit, **_bases(saved.base, saved.projects)},
    }
    data = json.dumps(tree, ensure_ascii=True, indent=1).encode() + b"\n"
    atomic.make_folder(state_folder.folder, mode=0o700)
    atomic.write(state_folder.state_file, data, mode=0o600)


def _parse(read: dict[str, object]) -> State:
    if read["format"] != files.FORMAT:
        return State()
    base, projects = _read_bases(read)
    held = _mapping(read["held"])
    saved = read.get("saved")
    return State(
        base=base,
        projects=projects,
        inodes={
            home: inode
            for home, inode in _mapping(read.get("inodes", {})).items()
            if isinstance(inode, int)
        },
        vault=_text(read["vault"]),
        last_success=_text(read["last_success"]),
        queued_since=_text(read["queued_since"]),
        held={name: _hold(_mapping(hold)) for name, hold in held.items()},
        released={name: _oid(oid) for name, oid in _mapping(read["released"]).items()},
        clock=clock.parse(_text(read["clock"]) or ""),
        purged=_oid(read["purged"]) if read.get("purged") else None,
        barred=frozenset(_mapping(read.get("barred", {}))),
        strays=frozenset(_mapping(read.get("strays", {}))),
        saved=_saved(saved) if isinstance(saved, dict) else None,
    )


def _bases(base: Base | None, projects: Mapping[str, Base]) -> dict[str, object]:
    return {
        "base": base and base._asdict(),
        "projects": {home: each._asdict() for home, each in projects.items()},
    }


def _read_bases(read: dict[str, object]) -> tuple[Base | None, dict[str, Base]]:
    base, projects = read["base"], _mapping(read.get("projects", {}))
    return (
        _base(base) if isinstance(base, dict) else None,
        {home: _base(_mapping(each)) for home, each in projects.items()},
    )


def _saved(read: dict[str, object]) -> Saved:
    return Saved(_oid(read["commit"]), *_read_bases(read))


def _base(read: dict[str, object]) -> Base:
    left = _mapping(read["left"])
    return Base(
        _oid(read["commit"]),
        {path: None if oid is None else _oid(oid) for path, oid in left.items()},
    )


def _hold(read: dict[str, object]) -> Hold:
    return Hold(_text(read["reason"]) or "", _text(read["since"]) or "")


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _text(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError
    return value


def _oid(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9a-f]{40}", value):
        raise ValueError
    return value
