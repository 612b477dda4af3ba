"""The steps that make git merge a team's notes with memsync, or stop that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.workspace.place import of_team
from memsync.workspace.repository import ignore, merge_driver
from memsync.workspace.repository.lines import has_line
from memsync.workspace.steps.steps import Step, add_line, remove_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.workspace.place.notices import Notice
    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.roots import GitRoot

_RECORD = "gitattributes"


def attribute_step(spot: Spot, root: GitRoot) -> Step:
    """Add our line to `.gitattributes`; raises `Broken` for one that cannot be edited.

    The last line that matches a path wins, so ours stands at the end.
    """
    path = merge_driver.attributes_file(root)
    record = spot.record(root, _RECORD)
    data = ignore.read_rules(path, wanted=merge_driver.LINE)
    if data is not None and has_line(data, merge_driver.LINE):
        return Step(path, "unchanged", record=record)
    return add_line(path, data, merge_driver.LINE, record)


def clone_steps(root: GitRoot, environ: Mapping[str, str]) -> list[Step]:
    """Set the driver in a clone whose attributes name it."""
    named = merge_driver.is_named(root, environ)
    return [driver_step(root, environ)] if named else []


def driver_step(root: GitRoot, environ: Mapping[str, str]) -> Step:
    """Set the driver in this clone, for all of its worktrees."""
    path = root.common_dir / "config"
    if merge_driver.is_set(root, environ):
        return Step(path, "unchanged")
    return Step(path, "updated", lambda: merge_driver.write(root, environ))


def take_back_steps(
    spot: Spot, root: GitRoot, environ: Mapping[str, str], *, setting: bool
) -> list[Step]:
    """Remove the line, if `init` added it in this work tree.

    `setting`: remove the clone's setting, too, on which all its work trees rely.
    """
    steps = []
    path, record = merge_driver.attributes_file(root), spot.record(root, _RECORD)
    if record.exists():
        data = ignore.read_rules(path)
        if data is not None and has_line(data, merge_driver.LINE):
            steps.append(remove_line(path, data, merge_driver.LINE, record))
    if setting and merge_driver.is_set_here(root, environ):
        config = root.common_dir / "config"
        steps.append(
            Step(config, "updated", lambda: merge_driver.remove(root, environ))
        )
    return steps


def missing(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> list[Notice]:
    """Say what git lacks to merge a team's notes with memsync."""
    said = []
    if not merge_driver.is_named(root, environ):
        said.append(of_team.no_merge_attribute(spot))
    if not merge_driver.is_set(root, environ):
        said.append(of_team.no_merge_driver(spot))
    return said


def undecided(root: GitRoot, environ: Mapping[str, str]) -> list[Notice]:
    """Say which files of a memory wait for a person, in a merge that git stopped."""
    return [
        of_team.undecided(each.path, deleted=each.deleted)
        for each in merge_driver.unmerged(root, environ)
    ]
