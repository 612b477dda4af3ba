"""The life of an encrypted vault in memory, and a host that forgot none of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memsync.sync.round import round as rounds
from support.memory_mirror import MemoryRemote
from support.sealed_peer import SealedPeer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sync.state.result import Result

# Milliseconds since 1970.
BEGAN = 1_600_000_000_000


@dataclass
class Life:
    """Machines of one vault, and every state that its remote was ever in."""

    folder: Path
    remote: MemoryRemote = field(default_factory=MemoryRemote)
    attic: MemoryRemote = field(default_factory=MemoryRemote)
    """All that the remote ever had, also what was purged."""
    states: list[str] = field(default_factory=list)
    peers: dict[str, SealedPeer] = field(default_factory=dict)
    now_ms: int = BEGAN

    def peer(self, name: str) -> SealedPeer:
        """The machine of this name, which joins when it is new."""
        if name not in self.peers:
            number = len(self.peers)
            self.peers[name] = SealedPeer(self.folder / name, number, self.remote)
            self.note_state()
        return self.peers[name]

    def note_state(self) -> None:
        """The host looks at what it has."""
        self.attic.objects |= self.remote.objects
        self.attic.trees |= self.remote.trees
        if self.remote.main and self.remote.main not in self.states:
            self.states.append(self.remote.main)

    def tick(self) -> int:
        """A minute later, in milliseconds since 1970."""
        self.now_ms += 60_000
        return self.now_ms

    def write(self, name: str, note: str, body: str) -> None:
        """An agent of that machine writes a note."""
        text = f"---\nname: {note}\ndescription: about {note}\n---\n\n{body}\n"
        self.peer(name).write(note, text.encode())

    def sync(self, *names: str) -> Result:
        """A round of each of these machines, one after the other."""
        for name in names:
            result = rounds.run(self.peer(name).context(self.tick()))
            self.note_state()
        return result

    def rotate(self, name: str) -> None:
        """That machine begins another epoch."""
        self.peer(name).members(self.tick()).rotate()
        self.note_state()

    def show(self, state: str | None) -> None:
        """The host shows this state from now on, with all objects it needs."""
        self.remote.objects |= self.attic.objects
        self.remote.trees |= self.attic.trees
        self.remote.main = state


def lived(folder: Path) -> Iterator[tuple[str, Life]]:
    """A vault's life, by the name of what just happened."""
    life = Life(folder)
    life.write("desk", "auth", "one\n\ntwo\n\nthree")
    life.sync("desk")
    yield "made", life
    life.sync("laptop")
    life.write("desk", "auth", "ONE\n\ntwo\n\nthree")
    life.write("laptop", "auth", "one\n\ntwo\n\nTHREE")
    life.sync("desk", "laptop", "desk")
    yield "merged", life
    life.rotate("desk")
    life.write("desk", "style", "plain")
    life.sync("desk", "laptop")
    yield "rotated", life
    life.sync("phone")
    life.peer("desk").members(life.tick()).revoke("m2")
    life.note_state()
    life.write("desk", "gone", "to be purged")
    life.sync("desk", "laptop")
    yield "revoked", life
    life.peer("desk").purge("gone", life.tick())
    life.note_state()
    life.sync("laptop", "desk")
    yield "purged", life
