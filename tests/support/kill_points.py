"""A mirror in memory and effects that die when a test says so.

A round that is killed before or after any of its effects must be repaired by the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.sync.folder.effects import RealEffects
from memsync.sync.mirror.protocol import NO_TREE
from support.memory_mirror import MemoryMirror

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    from memsync.files.lock import Held, Memory, Round
    from memsync.memory.store.store import MemoryFolder
    from memsync.sync.folder.apply import Applied, Applier
    from memsync.sync.folder.contents import Action
    from memsync.sync.folder.effects import Purging
    from memsync.sync.folder.snapshot import Home
    from memsync.sync.folder.stat_cache import StatCache
    from memsync.sync.state.state import State, StateFolder
    from memsync.sync.tree.layout import Tree


class Killed(BaseException):
    """The process dies here: nothing below this line of it runs."""


@dataclass
class KillPoint:
    """Kills a round at its nth effect: before it, or after it and before the next."""

    left: int | None = None

    def reach(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise Killed


@dataclass
class FaultyMirror(MemoryMirror):
    """A mirror that dies at its kill point, and during which things happen."""

    kill_point: KillPoint = field(default_factory=KillPoint)
    meanwhile: Callable[[], None] | None = None
    """Called once, before the next push: an agent writes, another machine pushes."""
    refused: bool = False
    """Whether what the remote has is refused now."""

    def save(
        self,
        tree: Tree,
        blobs: Iterable[bytes],
        commit: Callable[[str], bytes],
        beside: Tree = NO_TREE,
    ) -> str:
        self.kill_point.reach()
        made = super().save(tree, blobs, commit, beside)
        self.kill_point.reach()
        return made

    def advance(
        self, tip: str, expected: str | None, agreed: str | None = None
    ) -> None:
        self.kill_point.reach()
        super().advance(tip, expected, agreed)
        self.kill_point.reach()

    def fetch(self, told: str | None = None) -> str | None:
        self.kill_point.reach()
        if self.refused:
            raise Refused(
                "the remote has something that is refused", word="hostile-tree"
            )
        found = super().fetch(told)
        if self.meanwhile:
            act, self.meanwhile = self.meanwhile, None
            act()
        return found

    def publish(self, tip: str, limit: float) -> bool:
        self.kill_point.reach()
        done = super().publish(tip, limit)
        self.kill_point.reach()
        return done

    def replace(self, tip: str, expected: str, limit: float) -> bool:
        self.kill_point.reach()
        done = super().replace(tip, expected, limit)
        self.kill_point.reach()
        return done

    def tidy(self, *, forget: bool = False) -> None:
        self.kill_point.reach()
        super().tidy(forget=forget)
        self.kill_point.reach()


class FaultyEffects(RealEffects):
    """Effects that die at its kill point, in the middle of a plan too."""

    def __init__(
        self, vault: StateFolder, mirror: FaultyMirror, held: Held[Round]
    ) -> None:
        super().__init__(vault, mirror, held)
        self.kill_point = mirror.kill_point

    def remember(self, state: State) -> None:
        self.kill_point.reach()
        super().remember(state)
        self.kill_point.reach()

    def be(self, machine: str, says: str) -> None:
        self.kill_point.reach()
        super().be(machine, says)
        self.kill_point.reach()

    def purge(
        self,
        memory: MemoryFolder,
        what: Purging,
        before: datetime | None,
        held: Held[Memory],
    ) -> None:
        self.kill_point.reach()
        super().purge(memory, what, before, held)
        self.kill_point.reach()

    def cache(self, home: Home, cache: StatCache) -> None:
        self.kill_point.reach()
        super().cache(home, cache)

    def apply(
        self, applier: Applier, actions: Iterable[Action], held: Held[Memory]
    ) -> Applied:
        def each() -> Iterator[Action]:
            for action in actions:
                self.kill_point.reach()
                yield action

        return super().apply(applier, each(), held)
