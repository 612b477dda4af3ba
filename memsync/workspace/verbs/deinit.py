"""`deinit`: undoes what `init` did; the archive keeps the notes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.config.settings import load
from memsync.files.lock import hold
from memsync.files.unlinked import remove
from memsync.memory.archive.archive import saved_at
from memsync.memory.archive.events import LIVE
from memsync.memory.archive.learned import DECIDED, LEARNED, SKILLS
from memsync.memory.archive.learned import entries as learned_entries
from memsync.memory.archive.learned import folders as learned_folders
from memsync.memory.archive.logs import FOLDERS
from memsync.memory.archive.logs import entries as log_entries
from memsync.memory.change.changes import keeps_changing
from memsync.memory.change.sweeping import sweep
from memsync.memory.files.live import remove_keeping
from memsync.memory.note import skeleton
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.store.store import Store
from memsync.paths import MEMORY_PATH
from memsync.workspace.place import notices
from memsync.workspace.place.discover import discover
from memsync.workspace.place.ephemeral import refuse_ephemeral
from memsync.workspace.place.spot import TEAM, Spot, record_isolated, spot_at
from memsync.workspace.place.vanished import leave_behind
from memsync.workspace.repository.roots import (
    find_root,
    initialised_submodules,
    linked_worktrees,
    require_root,
)
from memsync.workspace.steps import hide
from memsync.workspace.steps.plan import plan_of
from memsync.workspace.steps.steps import Step, act_on, remove_empty, remove_file
from memsync.workspace.steps.steps import sweep as sweep_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memsync.clock import Now
    from memsync.memory.change.base import LockedStore
    from memsync.paths import Places
    from memsync.workspace.place.notices import Notices
    from memsync.workspace.repository.roots import GitRoot


@dataclass(frozen=True, slots=True)
class Taken:
    """What was undone."""

    root: Path
    memory: Path
    steps: tuple[Step, ...]
    archived: int
    """How many notes are now only in the archive."""
    shared: bool
    """Whether only this worktree's part of a shared memory was undone."""
    warnings: Notices


def deinit(cwd: Path, places: Places, now: Now, *, keep_notes: bool) -> Taken:
    """Undo `init` for the memory that holds at `cwd`.

    In a linked worktree that shares its memory, only the worktree's own part is undone.
    Every note is archived before it is removed. With `keep_notes` the notes stay, and
    so does the rule that hides them from git. Raises `NoGitRoot` if there is nothing to
    undo, and what opening raises.
    """
    refuse_ephemeral(places, "`memsync deinit`")
    return take_back(_spot(cwd, places), places, now, keep_notes=keep_notes)


def take_back(
    spot: Spot,
    places: Places,
    now: Now,
    *,
    keep_notes: bool,
    again: str = "memsync deinit",
) -> Taken:
    """Undo `init` for one memory; as `deinit`. `again` is the command that does."""
    rules = rule_steps(spot)
    goes = spot.exists and not _of_others(spot) and not spot.team and not keep_notes
    warnings = [notices.team_stays(spot)] if spot.team else []
    archived = 0
    steps: list[Step] = []
    with hold(plan_of(spot, []).lock, what="deinit") as held:
        if goes:
            archived = archive_notes(spot, places, now)
            steps.append(Step(spot.folder, "removed"))
        elif not spot.exists and not _of_others(spot):
            _remove_empty(spot)  # folders that a killed deinit left
        if spot.folder.is_dir() and not _of_others(spot):
            # The notes stay, so they must stay hidden.
            rules = [step for step in rules if step.path.name != "exclude"]
            steps = [Step(spot.folder, "kept")]
            if goes:
                warnings.append(notices.files_stay(spot, again))
        steps += [*rules, *_own_steps(spot)]
        sweep_files(steps, held)
        act_on(steps)
    return Taken(
        root=spot.level,
        memory=spot.folder,
        steps=tuple(steps),
        archived=archived,
        shared=_of_others(spot),
        warnings=tuple(warnings),
    )


def submodules_with_memory(root: GitRoot, environ: Mapping[str, str]) -> Iterator[Path]:
    """The submodules below a root, at any depth, that have a memory of their own."""
    for top in initialised_submodules(root, environ):
        inner = find_root(top, environ)
        if inner is None or inner.top != top:
            continue
        spot = spot_at(top, inner)
        if spot.exists or spot.lite.is_file():
            yield top
        yield from submodules_with_memory(inner, environ)


def _spot(cwd: Path, places: Places) -> Spot:
    found = discover(cwd, places.environ)
    if found.nearest is not None and found.nearest.root == found.root:
        return found.nearest
    if found.vanished:
        return found.vanished[0]
    root = require_root(cwd, places.environ)
    return spot_at(root.top, root)


def _of_others(spot: Spot) -> bool:
    """Whether the memory is the main work tree's, seen from a linked one.

    A bare repository has no main work tree: from any worktree its memory is removed.
    """
    return spot.shared and spot.root is not None and spot.root.main_top is not None


def rule_steps(spot: Spot) -> list[Step]:
    """The steps that remove the rules which hide a memory from git."""
    root = spot.root
    if root is None or spot.outside is not None:
        return []
    # The other worktrees of a shared memory rely on the exclude rule, too.
    alone = not _of_others(spot) and not (spot.isolated and root.main_top is not None)
    steps = hide.take_back_steps(spot, root, exclude=alone)
    if alone and not spot.isolated:
        for other in _other_worktrees(spot, root):
            steps += hide.take_back_steps(other, other.root or root, exclude=False)
    return steps


def _other_worktrees(spot: Spot, root: GitRoot) -> Iterator[Spot]:
    """The same memory, seen from the other worktrees: each has a `.gitignore`."""
    below = spot.level.relative_to(root.top)
    for name, top in linked_worktrees(root):
        git_dir = root.common_dir / "worktrees" / name
        if top != root.top and top.is_dir():
            other = root._replace(top=top, git_dir=git_dir)
            yield spot._replace(level=top / below, root=other)


def archive_notes(spot: Spot, places: Places, now: Now) -> int:
    """Move every live note to the archive; returns how many there were.

    Removes folders that are empty then; files that are not notes stay.
    """
    store = Store(
        spot.memory_folder, load(places, spot.root.top if spot.root else None)
    )
    with store.locked("deinit") as locked:
        sweep(locked, now)
        names = [note.name for note in store.entries() if not note.unread]
        logs = sorted(
            name
            for entries in (log_entries, learned_entries)
            for name, _ in entries(spot.folder)
        )
        stored = {
            name: data
            for name in (*names, *logs, MEMORY_INDEX_NAME)
            if (data := _store(locked, name, now)) is not None
        }
        # Recorded first: what a killed deinit removed must not count as lost.
        leave_behind(store.archive)
        for name, data in stored.items():
            _remove(locked, name, data, now)
        if (spot.folder / LEARNED).is_dir():
            remove(spot.folder / DECIDED)
    _remove_empty(spot)
    return len(names)


def _remove_empty(spot: Spot) -> None:
    learned = (*learned_folders(spot.folder), SKILLS)
    for part in (*FOLDERS, *sorted(learned, reverse=True)):
        remove_empty(spot.folder / part)
    remove_empty(spot.folder)
    remove_empty(spot.folder.parent)


def _store(store: LockedStore, name: str, now: Now) -> bytes | None:
    data = store.live(name)
    if data is not None:
        version = store.archive.store(name, data, saved_at(store.path_of(name), now))
        store.archive.events.record(LIVE, name, version.digest, now.utc)
    return data


def _remove(store: LockedStore, name: str, data: bytes, now: Now) -> None:
    path = store.path_of(name)

    def keep(late: bytes) -> None:
        store.archive.store(name, late, now.utc)

    if not remove_keeping(path, data, keep):
        raise keeps_changing(name)


def _own_steps(spot: Spot) -> list[Step]:
    """The links, the records, and a lite memory that nobody has changed."""
    if spot.outside is not None:
        return []
    steps = []
    if spot.lite.is_file() and spot.lite.read_bytes() == skeleton.lite().encode():
        steps.append(remove_file(spot.lite))
    root = spot.root
    if root is None:
        return steps
    records = (record_isolated(root), spot.record(root, TEAM))
    steps += [remove_file(record) for record in records if record.exists()]
    levels = [spot.level]
    if not spot.isolated and not _of_others(spot):
        below = spot.level.relative_to(root.top)
        levels += [top / below for _, top in linked_worktrees(root)]
    for level in dict.fromkeys(levels):
        own = level / MEMORY_PATH
        if own.is_symlink() and Path(os.path.realpath(own)) == spot.folder:
            steps.append(remove_file(own))
    return steps
