"""The state that this machine will record of a round, while the round runs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memsync.sync.folder.contents import scanned
from memsync.sync.state import state as states
from memsync.sync.state.brought import with_brought
from memsync.sync.state.state import Base, Hold, Saved
from memsync.sync.tree.layout import USER, blob_id, label, note_path, place, unlabel
from memsync.sync.tree.manifest import FORMAT, MERGE_NUMBER, Manifest, manifest_bytes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from memsync.clock import Now
    from memsync.sync.folder.effects import Effects
    from memsync.sync.folder.snapshot import Home, Snapshot
    from memsync.sync.folder.stat_cache import StatCache
    from memsync.sync.round.context import RoundContext
    from memsync.sync.round.save import Local
    from memsync.sync.state.state import State
    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.layout import Tree


def state_for(context: RoundContext, effects: Effects, after: Clock | None) -> State:
    """The state with which a round begins; its save is later than `after`.

    Raises `OSError`.
    """
    state = settled(states.load(context.state_folder), effects)
    if context.restore:
        state = replace(state, base=None, projects={})
    if after:
        state = replace(state, clock=max(after, state.clock or after))
    return _without_bases_of_others(state, context.homes)


def _without_bases_of_others(state: State, homes: Iterable[Home]) -> State:
    """The state, without the base of a folder that was recreated."""
    inodes = {home.path: home.inode for home in homes if home.inode is not None}
    anew = {
        path for path, inode in inodes.items() if state.inodes.get(path, inode) != inode
    }
    projects = {h: base for h, base in state.projects.items() if h not in anew}
    return replace(state, projects=projects, inodes={**state.inodes, **inodes})


class Ledger:
    """The state of one machine; nothing is on disk before `write`."""

    def __init__(self, state: State, effects: Effects, now: Now) -> None:
        self.state = state
        self._effects = effects
        self._now = now
        self._told = state
        """What an earlier round has told of."""

    def write(self) -> None:
        """Make the state durable. Raises `OSError`."""
        self._effects.remember(self.state)

    def hold(self, looks: Iterable[Snapshot]) -> None:
        """Record what is held in these memories, and since when."""
        looks = list(looks)
        homes = {found.home for found in looks}
        # What is held in a memory that is missing now stays held.
        held = {
            said: hold
            for said, hold in self.state.held.items()
            if unlabel(said)[0] not in homes
        }
        for found in looks:
            for name, kept in found.kept.items():
                if kept.reason:
                    said = label(note_path(found.home, name))
                    old = self.state.held.get(said)
                    same = old is not None and old.reason == kept.reason
                    held[said] = (
                        old if old and same else Hold(kept.reason, self._now.timestamp)
                    )
        self.state = replace(self.state, held=held)

    def note_strays(self, looks: Iterable[Snapshot]) -> list[str]:
        """Record the notes in sub-folders; returns the paths of new ones."""
        there = {
            note_path(found.home, name)
            for found in looks
            for name, kept in found.kept.items()
            if kept.stray
        }
        known = self.state.strays
        self.state = replace(self.state, strays=frozenset(there))
        return sorted(there - known)

    def drop_released(self, was: Tree, now: Tree) -> list[str]:
        """Forget what was released, and left its note between two trees; its labels."""
        gone = []
        for said, oid in self.state.released.items():
            path = note_path(*unlabel(said))
            sent, stays = was.get(path), now.get(path)
            if sent and sent.oid == oid and not (stays and stays.oid == oid):
                gone.append(said)
        rest = {k: v for k, v in self.state.released.items() if k not in gone}
        self.state = replace(self.state, released=rest)
        return gone

    def move_base(
        self, tip: str | None, seen: Tree, tree: Tree, homes: Collection[str]
    ) -> None:
        """Record what these memories hold: `tip`, without their own pending changes."""
        if tip is None:
            return
        left: dict[str, dict[str, str | None]] = {home: {} for home in homes}
        if seen is not tree:  # else nothing was received and nothing is held
            for path in seen.keys() | tree.keys():
                if seen.get(path) != tree.get(path) and scanned(path, homes):
                    item = seen.get(path)
                    left[place(path).home][path] = item.oid if item else None
        bases = {home: Base(tip, paths) for home, paths in left.items()}
        user = bases.pop(USER, self.state.base)
        projects = {**self.state.projects, **bases}
        self.state = replace(self.state, base=user, projects=projects)

    def put_on_main(self, here: Local, before: str | None) -> None:
        """Move main from `before` to what this round saved, and the bases with it.

        However the round ends from here on, the next one knows what the folders held:
        it must not take that for changes of somebody else. Raises `OSError`.
        """
        old = self.state
        self.move_base(here.tip, here.seen, here.tree, here.entries_kept)
        self.tick(here.clock)
        if here.tip is None or here.clock is None:
            return
        # The round has not told yet what it holds.
        told = self._told
        moved = replace(self.state, held=told.held, strays=told.strays)
        saved = Saved(here.tip, moved.base, moved.projects)
        self._effects.remember(
            replace(moved, base=old.base, projects=old.projects, saved=saved)
        )
        self._effects.mirror.advance(here.tip, before)
        self._effects.remember(moved)

    def tick(self, clock: Clock | None) -> None:
        """Record the clock, if there is one."""
        self.state = replace(self.state, clock=clock or self.state.clock)

    def succeed(self) -> None:
        """Record that nothing waits for the remote."""
        self.state = replace(
            self.state, last_success=self._now.timestamp, queued_since=None
        )

    def queue(self, *, waiting: bool) -> None:
        """Record since when saved work waits for the remote, if it does."""
        since = self.state.queued_since or self._now.timestamp
        self.state = replace(self.state, queued_since=since if waiting else None)

    def cache(self, home: Home, cache: StatCache, tip: str) -> None:
        """Cache the stat data of a folder that equals `tip`."""
        idle = "" if self.state.held else home.idle_word
        day = self._now.utc.strftime("%Y-%m-%d")
        known = self.state.vault
        ours = known and manifest_bytes(Manifest(FORMAT, MERGE_NUMBER, known))
        vault = blob_id(ours) if ours else ""
        self._effects.cache(
            home, cache._replace(commit=tip, idle=idle, day=day, vault=vault)
        )

    def cache_in_doubt(self, home: Home, cache: StatCache) -> None:
        """Cache the stat data of a folder that does not equal a commit."""
        self._effects.cache(home, cache._replace(commit="", idle=""))


def settled(state: State, effects: Effects) -> State:
    """The state after what a killed round had done, written if that changes it.

    At once, since main may move again before this round ends. Raises `OSError`.
    """
    brought = effects.brought()
    if state.saved is None and brought is None:
        return state
    known = state.settled(effects.mirror.tip())
    if brought is not None:
        known = with_brought(known, brought)
    if known != state:
        effects.remember(known)
    effects.forget_brought()
    return known
