"""The steps that hide a private memory from git, or stop hiding a team's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.paths import MEMORY_INDEX, MEMORY_PATH
from memsync.workspace.place import notices, of_team
from memsync.workspace.place.discover import is_made_for_team
from memsync.workspace.repository import ignore
from memsync.workspace.repository.lines import has_line
from memsync.workspace.repository.roots import linked_worktrees
from memsync.workspace.repository.rules import copied_rules
from memsync.workspace.steps.steps import Step, add_line, remove_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.workspace.place.notices import Notices
    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.roots import GitRoot


def exclude_step(spot: Spot, root: GitRoot) -> Step:
    """Add our line to the common dir's `info/exclude`.

    It applies in every worktree and on every branch, even one whose `.gitignore` is
    older than the memory.
    """
    path = ignore.exclude_file(root)
    line = ignore.exclude_line(spot.below_root)
    data = ignore.read_rules(path, wanted=line)
    record = spot.record(root, "exclude")
    if data is not None and has_line(data, line):
        return Step(path, "unchanged", record=record)
    return add_line(path, data, line, record)


def gitignore_steps(
    spot: Spot, root: GitRoot, environ: Mapping[str, str], *, allowed: bool
) -> tuple[list[Step], Notices]:
    """Add the entry to the `.gitignore` beside the memory, unless a rule does that.

    `allowed`: whether that file may be edited. Warns of a `!` rule that undoes all
    this.
    """
    path = spot.level / ".gitignore"
    with copied_rules(root, spot.below_root, environ) as rules:
        rule = rules.decide()
        if rule is not None and not rule.negates:
            return [Step(path, "unchanged")] if allowed else [], ()
        data = ignore.read_rules(path, optional=True) if allowed else None
        # The last line of this file overrides all rules but those in deeper folders.
        inside = spot.below_root.removesuffix("memory")
        fails = rule is not None and (
            rule.source.startswith(inside) or ignore.has_entry(data or b"")
        )
        rules.hide(entry=allowed and not fails)
        left = rules.decide()
    said: Notices = ()
    if left is not None and left.negates:
        said = (notices.taken_back_out(left, ignore.ENTRY.decode()),)
    if not allowed:
        return [], said
    if fails:
        return [Step(path, "unchanged")], said
    record = spot.record(root, "gitignore")
    return [add_line(path, data, ignore.ENTRY, record)], said


def take_back_steps(spot: Spot, root: GitRoot, *, exclude: bool) -> list[Step]:
    """Remove what the two steps above added, and nothing else.

    The same entry in `.gitignore` may be someone else's: ours has a record. `exclude`:
    remove the line, too, that all worktrees rely on.
    """
    steps = []
    if spot.record(root, "gitignore").exists():
        steps += _without_entry(spot, root)
    if exclude:
        steps += _without_exclude(spot, root)
    return steps


def unhide_steps(spot: Spot, root: GitRoot, *, exclude: bool) -> list[Step]:
    """Remove the line, whoever added it, that would keep a team memory uncommitted.

    `exclude`: also the one on which all worktrees rely.
    """
    steps = _without_entry(spot, root)
    return [*steps, *_without_exclude(spot, root)] if exclude else steps


def relying(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> Path | None:
    """Another work tree with a private memory of its own, which our line hides, too."""
    below = spot.level.relative_to(root.top)
    own = root.main_top if spot.shared else root.top
    main = [root.main_top] if root.main_top is not None else []
    for top in (*main, *(top for _, top in linked_worktrees(root))):
        folder = top / below / MEMORY_PATH
        if top == own or folder.is_symlink():
            continue
        there = os.path.lexists(folder / MEMORY_INDEX)
        index = f"{spot.below_root}/{MEMORY_INDEX}"
        if there and not ignore.tracked_files(top, index, environ):
            return top
    return None


def _without_entry(spot: Spot, root: GitRoot) -> list[Step]:
    record = spot.record(root, "gitignore")
    return _without(spot.level / ".gitignore", ignore.ENTRY, record)


def _without_exclude(spot: Spot, root: GitRoot) -> list[Step]:
    line = ignore.exclude_line(spot.below_root)
    return _without(ignore.exclude_file(root), line, spot.record(root, "exclude"))


def _without(path: Path, line: bytes, record: Path) -> list[Step]:
    if not path.is_file() or not has_line(path.read_bytes(), line):
        return []
    return [remove_line(path, ignore.read_rules(path) or b"", line, record)]


def tracked_notices(
    spot: Spot, root: GitRoot, environ: Mapping[str, str]
) -> list[notices.Notice]:
    """Warn if git already tracks the memory."""
    count = ignore.tracked_files(root.top, spot.below_root, environ)
    if count and is_repository(spot):
        return [of_team.own_repository(spot)]
    return [of_team.tracked(spot, count)] if count else []


def is_repository(spot: Spot) -> bool:
    """Whether the memory is a repository of its own, such as a submodule."""
    return os.path.lexists(spot.own / ".git")


def ignored_notices(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> Notices:
    """Warn if somebody's rule ignores a team memory, or its notes."""
    with copied_rules(root, spot.below_root, environ) as rules:
        rule = rules.against_any()
    if rule is None or rule.pattern == ignore.ENTRY.decode():
        return ()
    return (of_team.ignored(rule),)


def is_for_commits(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> bool:
    """Whether git has the notes of a memory elsewhere, or will have them.

    No rule may hide them then, and a link to them would be shown as untracked. In a
    linked worktree that shares its memory, the main work tree decides; in any other
    tree `tracked_notices` says what git tracks already.
    """
    top = root.main_top if spot.shared else root.top
    made = is_made_for_team(spot, root) and spot.exists
    if top is None or not (spot.shared or made):
        return False
    if ignore.tracked_files(top, spot.below_root, environ):
        return True
    # Once committed and tracked no more: somebody took it out of git to hide it.
    return made and not ignore.was_committed(top, spot.below_root, environ)
