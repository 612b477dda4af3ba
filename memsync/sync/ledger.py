"""What this machine is to remember of a round, while the round runs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memsync.sync import local
from memsync.sync.state import Base, Hold

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.sync.clock import Clock
    from memsync.sync.effects import Effects
    from memsync.sync.layout import Tree
    from memsync.sync.snapshot import Snapshot
    from memsync.sync.stat_cache import StatCache
    from memsync.sync.state import State


class Ledger:
    """The state of one machine; nothing of it is on the disk before `write`."""

    def __init__(self, state: State, effects: Effects, now: Now) -> None:
        self.state = state
        self._effects = effects
        self._now = now

    def write(self) -> None:
        """Make the state durable. Raises `OSError`."""
        self._effects.remember(self.state)

    def timestamp(self) -> str:
        """The moment of the round: ISO 8601, UTC."""
        return self._now.utc.strftime("%Y-%m-%dT%H:%M:%SZ")

    def hold(self, found: Snapshot) -> None:
        """Note what is held, and since when."""
        held: dict[str, Hold] = {}
        for name, kept in found.kept.items():
            old = self.state.held.get(name)
            if kept.reason:
                same = old is not None and old.reason == kept.reason
                held[name] = (
                    old if old and same else Hold(kept.reason, self.timestamp())
                )
        self.state = replace(self.state, held=held)

    def move_base(self, tip: str | None, seen: Tree, tree: Tree) -> None:
        """Say what the folder holds: `tip`, but for what it still has of its own."""
        if tip is None:
            return
        left: dict[str, str | None] = {}
        if seen is not tree:  # else nothing came in and nothing is held
            left = {
                path: seen[path].oid if path in seen else None
                for path in seen.keys() | tree.keys()
                if seen.get(path) != tree.get(path) and local.scanned(path)
            }
        self.state = replace(self.state, base=Base(tip, left))

    def tick(self, clock: Clock | None) -> None:
        """Note the clock, where there is one."""
        self.state = replace(self.state, clock=clock or self.state.clock)

    def succeed(self) -> None:
        """Note that nothing waits for the remote."""
        self.state = replace(
            self.state, last_success=self.timestamp(), queued_since=None
        )

    def queue(self, *, waiting: bool) -> None:
        """Note since when saved work waits for the remote, if it does."""
        since = self.state.queued_since or self.timestamp()
        self.state = replace(self.state, queued_since=since if waiting else None)

    def cache(self, cache: StatCache, tip: str, idle_word: str) -> None:
        """Keep what was seen of a folder that holds just what `tip` says."""
        idle = "" if self.state.held else idle_word
        self._effects.cache(cache._replace(commit=tip, idle=idle))

    def cache_in_doubt(self, cache: StatCache) -> None:
        """Keep what was seen of a folder that holds something else than a commit."""
        self._effects.cache(cache._replace(commit="", idle=""))
