"""`init`: creates a git root's memory, and hides it from git.

Plans everything, and raises every refusal, before the first change. Each change is
atomic and may safely run twice, so that the next init repairs a killed one.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.config.settings import load
from memsync.errors import BadUsage, Refused
from memsync.files.lock import hold
from memsync.memory.note.names import Scope
from memsync.paths import MEMORY_PATH
from memsync.process.git import elsewhere, require_version
from memsync.workspace.place import notices
from memsync.workspace.place.discover import is_team
from memsync.workspace.place.ephemeral import ephemeral_spot, refuse_ephemeral
from memsync.workspace.place.private import find_private, new_identity, private_spot
from memsync.workspace.place.spot import Spot, spot_at
from memsync.workspace.place.vanished import refuse_vanished
from memsync.workspace.repository.identity import identify
from memsync.workspace.repository.roots import (
    GitRoot,
    find_root,
    initialised_submodules,
    require_root,
)
from memsync.workspace.steps.plan import (
    Plan,
    marker_step,
    plan_lite,
    plan_memory,
    plan_of,
    plan_private,
    plan_team,
    plan_user,
    refuse_left_out,
)
from memsync.workspace.steps.steps import act_on, left_behind, sweep

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.paths import Places

_WITHOUT_GIT = "run `git init` first, or `memsync init --here` for a memory without git"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of `init`; by default a memory that git ignores."""

    scope: Scope = Scope.WORKSPACE
    lite: bool = False
    tracked: bool = False
    isolated: bool = False
    private: bool = False
    move: bool = False
    """Move the notes of the repository's other memory."""
    here: bool = False
    recurse_submodules: bool = False
    gitignore: bool | None = None
    """Whether `.gitignore` may be edited; None: not a submodule's, since the file is
    its project's, and a change would make the superproject dirty."""
    dry_run: bool = False


def init(cwd: Path, places: Places, wanted: Wanted) -> list[Plan]:
    """Do what `init` does: first for the root, then for its submodules.

    Raises `BadUsage` for options that exclude each other, `NoGitRoot` outside git,
    `Refused` for foreign links and for a private memory with `tracked`, and `Broken`
    for everything that git or the disk refuses.
    """
    _check(wanted)
    plans = _plan(cwd, places, wanted)
    steps = [step for plan in plans for step in plan.steps]
    pending = any(step.pending for step in steps)
    if wanted.dry_run or not (pending or left_behind(steps)):
        return plans
    with hold(plans[0].lock, what="init") as held:
        # Another init may have run while we waited; these steps know.
        plans = _plan(cwd, places, wanted)
        for plan in plans:
            sweep(plan.steps, held)
            act_on(plan.steps)
    return [replace(plan, warnings=(*plan.warnings, *_unmade(plan))) for plan in plans]


def _unmade(plan: Plan) -> list[notices.Notice]:
    """Warnings for links that this file system or platform does not support."""
    return [
        notices.no_link(step.path)
        for step in plan.steps
        if step.action == "linked" and not step.path.is_symlink()
    ]


def _check(wanted: Wanted) -> None:
    given = {
        "--scope user": wanted.scope is Scope.USER,
        "--here": wanted.here,
        "--lite": wanted.lite,
        "--tracked": wanted.tracked,
        "--isolated": wanted.isolated,
        "--private": wanted.private,
    }
    chosen = [name for name, is_given in given.items() if is_given]
    if wanted.move and chosen not in ([], ["--private"]):
        raise BadUsage(f"{chosen[0]} and --move exclude each other")
    if len(chosen) > 1 and chosen != ["--here", "--lite"]:
        raise BadUsage(f"{chosen[0]} and {chosen[1]} exclude each other")
    if wanted.recurse_submodules and (wanted.here or wanted.scope is Scope.USER):
        raise BadUsage(f"{chosen[0]} has no submodules to recurse into")


def _plan(cwd: Path, places: Places, wanted: Wanted) -> list[Plan]:
    if wanted.scope is Scope.USER:
        return [plan_user(places)]
    if places.ephemeral is not None:
        return [_plan_ephemeral(cwd, places, places.ephemeral, wanted)]
    if wanted.here:
        return [_plan_here(cwd, find_root(cwd, places.environ), wanted)]
    root = require_root(cwd, places.environ, _WITHOUT_GIT)
    require_version(elsewhere(root.top, places.environ))
    return list(_plan_roots(root, places, wanted))


def _plan_ephemeral(cwd: Path, places: Places, throwaway: Path, wanted: Wanted) -> Plan:
    if wanted != Wanted(gitignore=wanted.gitignore, dry_run=wanted.dry_run):
        refuse_ephemeral(places, "this kind of `memsync init`")
    spot = ephemeral_spot(cwd, throwaway, places.environ)
    return plan_memory(spot, places.environ)


def _plan_roots(root: GitRoot, places: Places, wanted: Wanted) -> list[Plan]:
    environ = places.environ
    plans = [_plan_root(root, places, wanted)]
    if not wanted.recurse_submodules:
        return plans
    for top in initialised_submodules(root, environ):
        inner = find_root(top, environ)
        if inner is not None and inner.top == top and not _is_memory(top):
            plans += _plan_roots(inner, places, wanted)
    return plans


def _plan_root(root: GitRoot, places: Places, wanted: Wanted) -> Plan:
    environ = places.environ
    spot = spot_at(root.top, root)
    if _is_memory(root.top):
        raise BadUsage(
            f"'{root.top}' is a memory itself, in a repository of its own",
            hint=f"run `memsync init` in '{root.top.parent.parent}'; `memsync hooks"
            " install` here makes the commits of this one checked",
        )
    spot.refuse_foreign_link()
    if wanted.private:
        return _plan_private(spot, root, places, wanted)
    if wanted.lite:
        refuse_left_out(spot, root, environ)
        return plan_lite(spot)
    if not wanted.isolated:
        _refuse_beside_private(spot, root, environ, wanted)
    if wanted.tracked:
        return plan_team(spot, root, environ)
    if wanted.isolated and not spot.isolated:
        spot = _isolate(spot, root)
    return plan_memory(spot, environ, gitignore=_may_edit(wanted, root))


def _is_memory(top: Path) -> bool:
    return top.as_posix().endswith(f"/{MEMORY_PATH}")


def _may_edit(wanted: Wanted, root: GitRoot) -> bool:
    if wanted.gitignore is None:
        return root.superproject is None
    return wanted.gitignore


def _plan_private(spot: Spot, root: GitRoot, places: Places, wanted: Wanted) -> Plan:
    identity = identify(root, places.environ, load(places, root.top))
    private = private_spot(
        root, places, identity.id if identity else new_identity(root)
    )
    if not spot.exists:
        refuse_vanished(spot)
        return plan_private(private, root)
    if is_team(spot, places.environ):
        plan = plan_private(private, root)
        aside = notices.team_aside(private, spot)
        return replace(plan, warnings=(*plan.warnings, aside))
    if not wanted.move:
        raise Refused(
            f"there is a memory in the repository, at '{spot.folder}'",
            hint="`memsync init --private --move` brings its notes along",
            word="other-memory",
        )
    return plan_private(private, root)


def _refuse_beside_private(
    spot: Spot, root: GitRoot, environ: Mapping[str, str], wanted: Wanted
) -> None:
    private = find_private(root, environ, [])
    if private is None or not private.exists or spot.exists:
        return
    if wanted.tracked:
        raise Refused(
            f"there is a private memory at '{private.folder}', whose notes must not"
            " be committed",
            hint="`memsync deinit` archives its notes; then `memsync init --tracked`",
            word="private-memory",
        )
    if not wanted.move:
        raise Refused(
            f"this repository's memory is private, at '{private.folder}'",
            hint="`memsync init --move` brings its notes into the repository",
            word="other-memory",
        )


def _plan_here(cwd: Path, root: GitRoot | None, wanted: Wanted) -> Plan:
    if root is not None:
        raise BadUsage(
            f"'{cwd}' is inside the git root '{root.top}'",
            hint="run `memsync init` without --here",
        )
    spot = spot_at(Path(os.path.realpath(cwd)), None)
    if wanted.lite:
        return plan_lite(spot)
    spot.refuse_foreign_link()
    return plan_of(spot, [marker_step(spot)])


def _isolate(spot: Spot, root: GitRoot) -> Spot:
    if not root.linked:
        raise BadUsage(
            f"'{root.top}' is not a linked worktree, its memory is its own already",
            hint="run `memsync init` without --isolated",
        )
    return spot._replace(folder=spot.own, isolated=True)
