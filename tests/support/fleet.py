"""Several machines of one person, with a remote and faults, in one process.

Memory folders, state and archives are real; the mirror and the remote are the
twin in memory. Time is simulated and stays before the real time, so that every
file looks changed just now.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memsync.agents.synced import SYNCED
from memsync.clock import Now
from memsync.memory.note.names import Scope
from memsync.memory.store.store import MemoryFolder
from memsync.sync.folder.snapshot import Home, Rules
from memsync.sync.homes.projects import forget_base, stat_file
from memsync.sync.round import round as rounds
from memsync.sync.round.context import RoundContext
from memsync.sync.round.guards import Allowed
from memsync.sync.state.state import StateFolder, load
from memsync.sync.tree.clock import Who
from memsync.sync.tree.commit import parse_commit
from memsync.sync.tree.layout import (
    PURGED_FILE,
    USER,
    Item,
    blob_id,
    file_of,
    label,
    unlabel,
)
from memsync.sync.tree.objects import Object, tree_objects
from memsync.sync.verbs.purge import What, purge_synced
from support.kill_points import FaultyEffects, FaultyMirror

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.files.lock import Held, Round
    from memsync.sync.state.result import Result
    from memsync.sync.state.state import State
    from memsync.sync.tree.commit import Commit
    from support.memory_mirror import MemoryMirror, MemoryRemote

START_MS = 1_500_000_000_000

# The memory of a repository that some machines have.
SHOP = "projects/shop"

CLAUDE = f"{SHOP}/agents/claude-code"

# Two agents' own folders: one for that repository, one for the person.
GOOSE = "agents/goose"

# Text that makes the fleet's scanner hold a note.
SECRET = b"SECRET"


class Peer:
    """One machine of the fleet."""

    def __init__(self, folder: Path, number: int, remote: MemoryRemote) -> None:
        self.number = number
        self.remote = remote
        self.drift_ms = 0
        self.on_edit = _told_nobody
        """Called with a label, and the texts before and after, for each edit."""
        self.memory = MemoryFolder(
            folder=folder / "memory",
            scope=Scope.USER,
            archive=folder / "memory/.archive",
            lock=folder / "state/locks/user.lock",
            private=True,
            guards_live=False,
            allow_file=folder / "memory/.memsync-allow",
        )
        self.vault = StateFolder(folder / "state")
        self.home = Home(
            USER,
            self.memory,
            lambda state: Rules((), state.released, _findings, "fleet"),
            self.vault.stat_file,
            "",
        )
        self.mirror = FaultyMirror(remote)
        self.memory.folder.mkdir(parents=True)
        self.homes = {USER: self.home}
        self.others = {
            SHOP: self._project(folder / "shop"),
            CLAUDE: self._agent(folder / "claude", CLAUDE),
            GOOSE: self._agent(folder / "goose", GOOSE),
        }

    def _project(self, folder: Path) -> Home:
        memory = MemoryFolder(
            folder=folder / "memory",
            scope=Scope.WORKSPACE,
            archive=folder / "archive",
            lock=folder / "memory.lock",
            private=False,
            guards_live=True,
            allow_file=folder / ".memsync-allow",
        )
        memory.folder.mkdir(parents=True)
        return self._home(SHOP, memory)

    def _agent(self, folder: Path, path: str) -> Home:
        """An agent's own folder, whose name is another one on each machine."""
        form = SYNCED[path.rpartition("/")[2]]
        memory = MemoryFolder(
            folder=folder / f"memory-{self.number}",
            scope=Scope.WORKSPACE,
            archive=folder / "archive",
            lock=folder / "memory.lock",
            private=True,
            guards_live=False,
            allow_file=folder / ".memsync-allow",
            ending=form.ending,
            apart=form.apart,
        )
        memory.folder.mkdir(parents=True)
        return self._home(path, memory)

    def _home(self, path: str, memory: MemoryFolder) -> Home:
        def rules(state: State) -> Rules:
            released = {
                name: oid
                for said, oid in state.released.items()
                for home, name in [unlabel(said)]
                if home == path
            }
            return Rules((), released, _findings, "fleet")

        inode = memory.folder.stat().st_ino
        return Home(path, memory, rules, stat_file(self.vault, path), "", inode)

    def enrol(self, home: str) -> None:
        """Sync another memory from now on, as `sync add` does."""
        if home not in self.homes:
            forget_base(self.vault, home)
            self.homes[home] = self.others[home]

    def leave(self, home: str) -> None:
        """Sync it no more, as `sync remove` does; its notes stay."""
        if left := self.homes.pop(home, None):
            forget_base(self.vault, home)
            left.stat_file.unlink(missing_ok=True)

    def holds(self, name: str) -> bool:
        """Whether this machine syncs the memory of this label."""
        return unlabel(name)[0] in self.homes

    def sync(self, now_ms: int) -> Result:
        """Run one round, at a time of the fleet, with all mass-delete guards off."""
        return rounds.run(self.context(now_ms))

    def purge(self, name: str, now_ms: int) -> Result:
        """Purge a note here, and run the round that spreads it."""
        context = self.context(now_ms)
        purge_synced(context, self.home, What(name), pretend=False)
        return rounds.run(context)

    def context(self, now_ms: int) -> RoundContext:
        now_ms += self.drift_ms
        utc = datetime.fromtimestamp(now_ms / 1000, UTC)
        return RoundContext(
            state_folder=self.vault,
            homes=tuple(self.homes.values()),
            who=Who(f"{self.number + 1:08x}", now_ms),
            now=Now(utc, utc.date()),
            effects=self.effects,
            remote=True,
            budget=5,
            wait=1,
            allowed=Allowed(mass_delete=True, unrelated=True),
        )

    def effects(self, held: Held[Round]) -> FaultyEffects:
        return FaultyEffects(self.vault, self.mirror, held)

    def lose_state(self, *, mirror: bool) -> None:
        """Lose what memsync remembers; with `mirror` the local history as well."""
        shutil.rmtree(self.vault.folder, ignore_errors=True)
        if mirror:
            self.mirror = FaultyMirror(self.remote)

    def damage_state(self) -> None:
        """The disk returned half of the state file."""
        if self.vault.state_file.exists():
            data = self.vault.state_file.read_bytes()
            self.vault.state_file.write_bytes(data[: len(data) // 2])

    def files(self) -> dict[str, bytes]:
        """The notes, logs and memory indexes in the folders, by label."""
        return {
            label(f"{home.path}/{path.relative_to(folder)}"): path.read_bytes()
            for home in self.homes.values()
            for folder in [home.memory.folder]
            for path in folder.rglob(f"*{home.memory.ending or '.md'}")
            if ".archive" not in path.parts
        }

    def archived(self) -> set[bytes]:
        """The texts in the archives."""
        return {
            path.read_bytes()
            for home in self.homes.values()
            for path in home.memory.archive.rglob("*.md")
        }

    def litter(self) -> list[Path]:
        """The temporary files in the folders."""
        return [
            path
            for home in self.homes.values()
            for path in home.memory.folder.rglob(".memsync-*.tmp")
        ]

    def history(self) -> set[bytes]:
        """The texts that the mirror's main reaches."""
        return texts_reached(self.mirror, self.mirror.main)

    def said_purged(self) -> bytes:
        """The list of purges that the mirror's main has."""
        if self.mirror.main is None:
            return b""
        item = self.mirror.tree(self.mirror.main).get(PURGED_FILE)
        return self.mirror.objects[item.oid].data if item else b""

    def held(self) -> set[str]:
        """The labels of the notes that this machine says it holds."""
        return set(load(self.vault).held)

    def write(self, name: str, data: bytes) -> None:
        """Write a note as an agent does: in place, without asking anybody."""
        path = self._path(name)
        self.on_edit(name, _text(path), data)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def delete(self, name: str) -> None:
        path = self._path(name)
        self.on_edit(name, _text(path), None)
        path.unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        home, own = unlabel(name)
        return self.homes[home].memory.folder / file_of(home, own)


def _told_nobody(name: str, before: bytes | None, after: bytes | None) -> None:
    del name, before, after


def _text(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _findings(data: bytes) -> str | None:
    return "it looks like a secret" if SECRET in data else None


def texts_reached(store: MemoryMirror | MemoryRemote, tip: str | None) -> set[bytes]:
    """Every text in the history of a commit."""
    waiting = [tip] if tip else []
    commits: dict[str, Commit] = {}
    while waiting:
        oid = waiting.pop()
        if oid not in commits:
            commits[oid] = parse_commit(store.objects[oid].data)
            waiting += commits[oid].parents
    trees = [store.trees[commit.tree] for commit in commits.values()]
    return {store.objects[item.oid].data for tree in trees for item in tree.values()}


def web_edit(
    remote: MemoryRemote, changes: dict[str, bytes | None], seconds: int
) -> None:
    """Commit on the git host's web page: no clock, a person's name, any date."""
    assert remote.main is not None
    parent: Commit = parse_commit(remote.objects[remote.main].data)
    tree = dict(remote.trees[parent.tree])
    for path, data in changes.items():
        tree.pop(path, None)
        if data is not None:
            tree[path] = Item(blob_id(data))
            remote.objects[blob_id(data)] = Object("blob", data)
    top = tree_objects(tree)[-1].oid
    signed = f"A. Person <person@example.invalid> {seconds} +0000"
    made = Object(
        "commit",
        f"tree {top}\nparent {remote.main}\nauthor {signed}\ncommitter {signed}\n\n"
        "Update\n".encode(),
    )
    remote.trees[top] = tree
    remote.objects[made.oid] = made
    remote.main = made.oid
