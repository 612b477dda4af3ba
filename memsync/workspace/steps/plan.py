"""Plans the steps that create a folder's memory, without doing them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from memsync.errors import Refused
from memsync.files import atomic
from memsync.memory.note import skeleton
from memsync.paths import MEMORY_INDEX
from memsync.workspace.place import notices, of_team
from memsync.workspace.place.discover import is_hidden, is_made_for_team, is_team
from memsync.workspace.place.spot import (
    APART,
    TEAM,
    Spot,
    record_isolated,
    user_memory_folder,
)
from memsync.workspace.place.vanished import has_archive
from memsync.workspace.repository import ignore
from memsync.workspace.repository.identity import record, recorded
from memsync.workspace.repository.pointers import MAIN_RECORD, recorded_main
from memsync.workspace.repository.roots import IDENTITY_RECORD, GitRoot
from memsync.workspace.repository.sparse import is_left_out
from memsync.workspace.steps import hide, merging
from memsync.workspace.steps.link import link_step
from memsync.workspace.steps.steps import (
    Action,
    Step,
    make_file,
    remove_file,
    require_writable,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.paths import Places
    from memsync.workspace.place.notices import Notices

Kind = Literal["main", "worktree", "submodule", "bare-worktree", "here", "user"]


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps that create one folder's memory, in their order."""

    root: Path | None
    kind: Kind
    memory: Path
    """The memory's folder, or the file of a lite memory."""
    lock: Path
    steps: tuple[Step, ...]
    existed: Path | None
    """The marker, if it existed before."""
    warnings: Notices
    team: bool = False
    """Whether git tracks the memory, or will: its notes are committed."""


def plan_user(places: Places) -> Plan:
    """The user-scope memory; raises what `user_memory_folder` raises."""
    memory = user_memory_folder(places)
    path = memory.folder / MEMORY_INDEX
    marker = make_file(path, skeleton.user().encode(), private=True)
    return Plan(
        root=None,
        kind="user",
        memory=memory.folder,
        lock=memory.lock,
        steps=(marker,),
        existed=None if marker.pending else path,
        warnings=(),
    )


def plan_memory(
    spot: Spot, environ: Mapping[str, str], *, gitignore: bool = True
) -> Plan:
    """A private workspace memory: first hidden from git, then created, then linked.

    A memory that is there for commits stays as it is.

    `gitignore`: whether the `.gitignore` beside it may be edited. Raises
    `Refused` for a foreign link and `Broken` for a file that cannot be edited.
    """
    spot.refuse_foreign_link()
    root = spot.root
    if root is None:
        return plan_of(spot, [marker_step(spot)])
    if spot.outside is not None:
        return plan_private(spot, root)
    refuse_left_out(spot, root, environ)
    warnings = hide.tracked_notices(spot, root, environ)
    for_commits = hide.is_for_commits(spot, root, environ)
    if for_commits and not warnings:
        warnings = [of_team.for_commits(spot)]
    team = bool(warnings)
    steps = main_record_steps(root)
    if not team:
        # Hidden first, so that at no moment `git add -A` could add the notes.
        steps.append(hide.exclude_step(spot, root))
        more, said = hide.gitignore_steps(spot, root, environ, allowed=gitignore)
        steps += more
        warnings += said
        if spot.isolated:
            steps.append(make_file(record_isolated(root), b""))
        if spot.record(root, TEAM).exists():
            steps.append(make_file(spot.record(root, APART), b""))
    else:
        steps += merging.clone_steps(root, environ)
    steps.append(marker_step(spot))
    if spot.shared and not for_commits:
        linked = link_step(spot)
        if linked is None:
            warnings.append(notices.in_the_way(spot))
        else:
            steps.append(linked)
    return replace(plan_of(spot, steps, tuple(warnings)), team=team)


def plan_private(spot: Spot, root: GitRoot) -> Plan:
    """A memory outside the repository, found by its id: needs no rule and no link."""
    steps = [make_file(spot.marker, skeleton.workspace().encode(), private=True)]
    if spot.outside is not None and recorded(root) != spot.outside.name:
        # Recorded in the git folder, it survives a change of the remote's URL.
        path, identity = root.safe_dir / IDENTITY_RECORD, spot.outside.name
        done: Action = "updated" if path.exists() else "created"
        steps.append(Step(path, done, lambda: record(root, identity)))
    return plan_of(spot, steps)


def plan_link(spot: Spot, environ: Mapping[str, str]) -> tuple[Step, ...]:
    """What a write does in a worktree that shares a memory: repair its link."""
    root = spot.root
    if root is None or not spot.shared or hide.is_for_commits(spot, root, environ):
        return ()
    step = link_step(spot)
    if step is None or not step.pending:
        return ()
    return (hide.exclude_step(spot, root), step)


def plan_lite(spot: Spot) -> Plan:
    """A single `COYOTE.md`; not beside a memory folder, which would win."""
    if spot.exists:
        return plan_of(spot, [marker_step(spot)])
    step = make_file(spot.lite, skeleton.lite().encode())
    return replace(
        plan_of(spot, [step]),
        memory=spot.lite,
        existed=None if step.pending else spot.lite,
    )


def plan_team(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> Plan:
    """A memory that is committed; removes the rules of an earlier, private one.

    Raises `Refused` while a private memory is there.
    """
    if spot.exists and _is_private(spot, root, environ):
        raise _private_there(
            spot, "`memsync deinit` archives its notes; then `memsync init --tracked`"
        )
    # A team's memory is part of the branch, so each worktree has its own.
    spot = spot._replace(folder=spot.own, isolated=spot.isolated or spot.shared)
    refuse_left_out(spot, root, environ)
    other = hide.relying(spot, root, environ)
    shown = hide.unhide_steps(spot, root, exclude=other is None)
    # A checkout or a pull leaves private notes where it puts a team's.
    ours = is_hidden(spot) or not is_made_for_team(spot, root)
    if shown and ours and ignore.hidden_files(root.top, spot.below_root, environ):
        raise _private_there(spot, _way_to_team(spot))
    apart = spot.record(root, APART)
    steps = [
        *shown,
        make_file(spot.record(root, TEAM), b""),
        *([remove_file(apart)] if apart.exists() else []),
        merging.attribute_step(spot, root),
        merging.driver_step(root, environ),
        marker_step(spot),
    ]
    warnings = hide.ignored_notices(spot, root, environ)
    made = spot.record(root, TEAM).exists()
    if not made and has_archive(spot._replace(team=False)):
        warnings = (*warnings, of_team.private_in_archive(spot))
    if other is not None:
        warnings = (*warnings, of_team.hidden_for(spot, other))
    return replace(plan_of(spot, steps, warnings), team=True)


def plan_of(spot: Spot, steps: list[Step], warnings: Notices = ()) -> Plan:
    """Put steps and warnings together for the memory of `spot`."""
    root = spot.root
    marker = next((s for s in steps if s.path == spot.marker), None)
    if spot.outside is not None:
        lock = spot.outside.parent / "init.lock"
    else:
        locks = root.safe_dir / "locks" if root else spot.memory_folder.archive
        lock = locks / ("init.lock" if root else ".init.lock")
    return Plan(
        root=root.top if root else spot.level,
        kind=root.kind if root else "here",
        memory=spot.folder,
        lock=lock,
        steps=tuple(steps),
        existed=spot.marker if marker and not marker.pending else None,
        warnings=warnings,
    )


def marker_step(spot: Spot) -> Step:
    """Create the memory index, which makes the folder a memory.

    Replaces a link in the place of an own folder; its target stays.
    """
    text = skeleton.workspace().encode()
    if not (spot.folder == spot.own and spot.own.is_symlink()):
        return make_file(spot.marker, text)

    def act() -> None:
        spot.own.unlink(missing_ok=True)
        make_file(spot.marker, text).act()

    require_writable(spot.own)
    return Step(spot.marker, "created", act)


def refuse_left_out(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> None:
    """Raise `Refused` if a new memory would replace one that is not checked out."""
    top = root.main_top if spot.shared else root.top
    if top is None or spot.exists:
        return
    if is_left_out(top, f"{spot.below_root}/{MEMORY_INDEX}", environ):
        said = notices.left_out(spot)
        raise Refused(said.message, hint=said.hint, word="sparse-checkout")


def _way_to_team(spot: Spot) -> str:
    """What takes private notes away that are not a whole memory, as a hint."""
    then = "then `memsync init --tracked`"
    if not spot.exists:
        first = "`memsync archive restore --all`, `memsync deinit`"
        return f"{first} archives its notes; {then}"
    said = f"`memsync init` archives its notes; {then}"
    if is_hidden(spot):
        return said
    return f"{said}; `git add --force` takes those that are the team's already"


def _private_there(spot: Spot, hint: str) -> Refused:
    return Refused(
        f"there is a private memory at '{spot.folder}', and --tracked would put its"
        " notes into commits",
        hint=hint,
        word="private-memory",
    )


def _is_private(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> bool:
    if is_team(spot, environ):
        return False
    return spot.shared or ignore.is_memory_ignored(root, spot.own, environ)


def main_record_steps(root: GitRoot) -> list[Step]:
    """Record the work tree of a separate git folder, of which git knows no path."""
    if root.linked or root.git_dir == root.top / ".git" or root.kind == "submodule":
        return []
    path = root.safe_dir / MAIN_RECORD
    data = os.fsencode(root.top)
    step = make_file(path, data)
    if not step.pending and recorded_main(root.common_dir) != root.top:
        # Its work tree was moved: a root with another record is refused otherwise.
        step = Step(path, "updated", lambda: atomic.write(path, data))
    return [step] if step.pending else []
