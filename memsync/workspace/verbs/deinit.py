"""`deinit`: undoes what `init` did; the archive keeps the notes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memsync.files.lock import hold
from memsync.memory.note import skeleton
from memsync.paths import MEMORY_INDEX
from memsync.workspace.place import notices, of_team
from memsync.workspace.place.discover import discover
from memsync.workspace.place.ephemeral import refuse_ephemeral
from memsync.workspace.place.spot import APART, TEAM, Spot, record_isolated, spot_at
from memsync.workspace.repository.ignore import tracked_files
from memsync.workspace.repository.roots import (
    find_root,
    initialised_submodules,
    linked_worktrees,
    require_root,
)
from memsync.workspace.steps import hide, merging
from memsync.workspace.steps.link import unlink_steps
from memsync.workspace.steps.plan import plan_of
from memsync.workspace.steps.steps import Step, act_on, remove_file, sweep
from memsync.workspace.verbs.to_archive import (
    archive_notes,
    others_in,
    remove_empty_folders,
    would_archive,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.workspace.place.notices import Notices
    from memsync.workspace.repository.roots import GitRoot


# The command that finishes a `deinit` once other files are gone from the folder.
_AGAIN = "memsync deinit"


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


def deinit(
    cwd: Path, places: Places, now: Now, *, keep_notes: bool, dry_run: bool = False
) -> Taken:
    """Undo `init` for the memory that holds at `cwd`.

    In a linked worktree that shares its memory, only the worktree's own part is undone.
    Every note is archived before it is removed. With `keep_notes` the notes stay, and
    so does the rule that hides them from git. With `dry_run` nothing is changed. Raises
    `NoGitRoot` if there is nothing to undo, and what opening raises.
    """
    refuse_ephemeral(places, "`memsync deinit`")
    spot = _spot(cwd, places)
    if dry_run:
        return _planned(spot, places, keep_notes=keep_notes)
    return take_back(spot, places, now, keep_notes=keep_notes)


def take_back(
    spot: Spot,
    places: Places,
    now: Now,
    *,
    keep_notes: bool,
    again: str = _AGAIN,
) -> Taken:
    """Undo `init` for one memory; as `deinit`. `again` is the command that does."""
    rules = rule_steps(spot, places.environ)
    goes = _goes(spot, keep_notes=keep_notes)
    archived = 0
    with hold(plan_of(spot, []).lock, what="deinit") as held:
        if goes:
            archived = archive_notes(spot, places, now)
        elif not spot.exists and not _of_others(spot):
            remove_empty_folders(spot)  # folders that a killed deinit left
        left = others_in(spot) if spot.folder.is_dir() else None
        taken = _taken(
            spot,
            rules,
            archived,
            places.environ,
            goes=goes,
            left=left,
            again=again,
        )
        sweep(taken.steps, held)
        act_on(taken.steps)
    return taken


def _planned(spot: Spot, places: Places, *, keep_notes: bool) -> Taken:
    """What `take_back` would do."""
    rules = rule_steps(spot, places.environ)
    goes = _goes(spot, keep_notes=keep_notes)
    archived, left = 0, others_in(spot)
    if goes:
        archived, left = would_archive(spot, places)
    stays = left or (spot.exists and not goes)
    return _taken(
        spot,
        rules,
        archived,
        places.environ,
        goes=goes,
        left=left if stays else None,
        again=_AGAIN,
    )


def _goes(spot: Spot, *, keep_notes: bool) -> bool:
    """Whether the notes go to the archive."""
    return spot.exists and not _of_others(spot) and not spot.team and not keep_notes


def _taken(
    spot: Spot,
    rules: list[Step],
    archived: int,
    environ: Mapping[str, str],
    *,
    goes: bool,
    left: list[str] | None,
    again: str,
) -> Taken:
    """The steps that remain once the notes are archived, and what is said of them.

    `left` is what the folder still has besides notes; None for a folder that is gone.
    """
    warnings = _said_of_a_team(spot, environ) if spot.team else []
    if _is_lite_alone(spot):
        warnings.append(notices.lite_stays(spot))
    steps = [Step(spot.folder, "removed")] if goes else []
    if left is not None and not _of_others(spot):
        # The notes stay, so they must stay hidden.
        rules = [step for step in rules if step.path.name != "exclude"]
        steps = [Step(spot.folder, "kept")]
        if goes:
            warnings.append(notices.files_stay(spot, left, again))
    return Taken(
        root=spot.level,
        memory=spot.folder,
        steps=(*steps, *rules, *_merge_steps(spot, environ), *_own_steps(spot)),
        archived=archived,
        shared=_of_others(spot),
        warnings=tuple(warnings),
    )


def _said_of_a_team(spot: Spot, environ: Mapping[str, str]) -> list[notices.Notice]:
    root = spot.root
    top = root and (root.main_top if spot.shared else root.top)
    tracked = top is not None and tracked_files(top, spot.below_root, environ) > 0
    return [of_team.team_stays(spot, tracked=tracked)]


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


def rule_steps(spot: Spot, environ: Mapping[str, str]) -> list[Step]:
    """The steps that remove the rules which hide a memory from git."""
    root = spot.root
    if root is None or spot.outside is not None:
        return []
    # The exclude rule may hide private memories of other work trees, too.
    alone = not _of_others(spot) and hide.relying(spot, root, environ) is None
    steps = hide.take_back_steps(spot, root, exclude=alone)
    if not _of_others(spot) and not spot.isolated:
        for other in _other_worktrees(spot, root):
            if other.own.is_symlink() or not os.path.lexists(other.own / MEMORY_INDEX):
                steps += hide.take_back_steps(other, other.root or root, exclude=False)
    return steps


def _merge_steps(spot: Spot, environ: Mapping[str, str]) -> list[Step]:
    root = spot.root
    if root is None or spot.outside is not None or _of_others(spot):
        return []
    alone = not (spot.isolated and root.main_top is not None)
    return merging.take_back_steps(spot, root, environ, setting=alone)


def _other_worktrees(spot: Spot, root: GitRoot) -> Iterator[Spot]:
    """The same memory, seen from the other worktrees: each has a `.gitignore`."""
    below = spot.level.relative_to(root.top)
    for name, top in linked_worktrees(root):
        git_dir = root.common_dir / "worktrees" / name
        if top != root.top and top.is_dir():
            other = root._replace(top=top, git_dir=git_dir)
            yield spot._replace(level=top / below, root=other)


def _is_lite_unwritten(spot: Spot) -> bool:
    lite = spot.lite
    return lite.is_file() and lite.read_bytes() == skeleton.lite().encode()


def _is_lite_alone(spot: Spot) -> bool:
    """Whether the memory is a `COYOTE.md` that somebody has written into."""
    written = spot.lite.is_file() and not _is_lite_unwritten(spot)
    return written and not spot.exists and spot.outside is None


def _own_steps(spot: Spot) -> list[Step]:
    """The links, the records, and a lite memory that nobody has changed."""
    if spot.outside is not None:
        return []
    steps = []
    if _is_lite_unwritten(spot):
        steps.append(remove_file(spot.lite))
    elif _is_lite_alone(spot):
        steps.append(Step(spot.lite, "kept"))
    root = spot.root
    if root is None:
        return steps
    records = (
        record_isolated(root),
        *(spot.record(root, name) for name in (TEAM, APART)),
    )
    steps += [remove_file(record) for record in records if record.exists()]
    everywhere = not spot.isolated and not _of_others(spot)
    return [*steps, *unlink_steps(spot, root, everywhere=everywhere)]
