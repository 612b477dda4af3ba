"""`init`: give a git root its memory, and keep that out of version control.

Everything is planned, and every refusal raised, before the first change; each
change is atomic and safe to repeat, so that a killed init is mended by the next.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memsync.errors import BadUsage, NoGitRoot, Refused
from memsync.git import elsewhere, require_version
from memsync.lock import hold
from memsync.memory import skeleton
from memsync.memory.names import Scope
from memsync.paths import MEMORY_INDEX
from memsync.workspace import ignore, notices
from memsync.workspace.lines import has_line
from memsync.workspace.link import link_step
from memsync.workspace.roots import (
    MAIN_RECORD,
    GitRoot,
    find_root,
    initialised_submodules,
)
from memsync.workspace.spot import Spot, record_isolated, spot_at, user_memory_folder
from memsync.workspace.steps import Step, act_on, add_line, make_file, remove_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.paths import Places
    from memsync.workspace.notices import Notices

Kind = Literal["main", "worktree", "submodule", "bare-worktree", "here", "user"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What `init` was asked for; by default a git root's private memory."""

    scope: Scope = Scope.WORKSPACE
    lite: bool = False
    tracked: bool = False
    isolated: bool = False
    here: bool = False
    recurse_submodules: bool = False
    gitignore: bool = True
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps that give one folder its memory."""

    root: Path | None
    kind: Kind
    memory: Path
    """The memory's folder, or the file of a lite memory."""
    lock: Path
    steps: tuple[Step, ...]
    existed: Path | None
    """The marker, where it was there already."""
    warnings: Notices


def init(cwd: Path, places: Places, wanted: Wanted) -> list[Plan]:
    """Do what `init` does, the asked-for root first, then its submodules.

    Raises `BadUsage` for options that do not go together, `NoGitRoot` outside
    git, `Refused` for foreign links and a private memory where `tracked` is
    asked for, and `Broken` for everything that git or the disk refuses.
    """
    _check(wanted)
    plans = _plan(cwd, places, wanted)
    if wanted.dry_run or not any(s.pending for plan in plans for s in plan.steps):
        return plans
    with hold(plans[0].lock, what="init"):
        # Another init may have run while we waited; what we report is ours.
        for plan in _plan(cwd, places, wanted):
            act_on(plan.steps)
    return plans


def _check(wanted: Wanted) -> None:
    alone = {
        "--scope user": wanted.scope is Scope.USER,
        "--here": wanted.here,
        "--lite": wanted.lite,
        "--tracked": wanted.tracked,
        "--isolated": wanted.isolated,
    }
    chosen = [name for name, given in alone.items() if given]
    if len(chosen) > 1 and set(chosen) != {"--here", "--lite"}:
        raise BadUsage(f"{chosen[0]} and {chosen[1]} do not go together")
    if wanted.recurse_submodules and (wanted.here or wanted.scope is Scope.USER):
        raise BadUsage(f"{chosen[0]} has no submodules to recurse into")


def _plan(cwd: Path, places: Places, wanted: Wanted) -> list[Plan]:
    if wanted.scope is Scope.USER:
        return [plan_user(places)]
    root = find_root(cwd, places.environ)
    if wanted.here:
        return [_plan_here(cwd, root, wanted)]
    if root is None:
        raise NoGitRoot(
            f"'{cwd}' is not inside a git repository",
            hint="run `git init` first, or `memsync init --here` for a memory"
            " without git",
        )
    require_version(elsewhere(root.top, places.environ))
    plans = [_plan_root(root, places.environ, wanted)]
    if wanted.recurse_submodules:
        plans += _plan_submodules(root, places.environ, wanted)
    return plans


def _plan_submodules(
    root: GitRoot, environ: Mapping[str, str], wanted: Wanted
) -> list[Plan]:
    plans = []
    for top in initialised_submodules(root, environ):
        inner = find_root(top, environ)
        if inner is not None and inner.top == top:
            plans.append(_plan_root(inner, environ, wanted))
            plans += _plan_submodules(inner, environ, wanted)
    return plans


def plan_user(places: Places) -> Plan:
    """The plan of the user-scope memory; raises what `user_memory_folder` does."""
    memory = user_memory_folder(places)
    marker = make_file(
        memory.folder / MEMORY_INDEX, skeleton.user().encode(), private=True
    )
    return Plan(
        root=None,
        kind="user",
        memory=memory.folder,
        lock=memory.lock,
        steps=(marker,),
        existed=None if marker.pending else marker.path,
        warnings=(),
    )


def _plan_here(cwd: Path, root: GitRoot | None, wanted: Wanted) -> Plan:
    if root is not None:
        raise BadUsage(
            f"'{cwd}' is inside the git root '{root.top}'",
            hint="run `memsync init` without --here",
        )
    spot = spot_at(Path(os.path.realpath(cwd)), None)
    if wanted.lite:
        return _plan_lite(spot)
    spot.refuse_foreign_link()
    return _plan_of(spot, [_marker_step(spot)], ())


def _plan_root(root: GitRoot, environ: Mapping[str, str], wanted: Wanted) -> Plan:
    spot = spot_at(root.top, root)
    spot.refuse_foreign_link()
    if wanted.lite:
        return _plan_lite(spot)
    if wanted.tracked:
        return _plan_tracked(spot, root, environ)
    if wanted.isolated and not spot.isolated:
        spot = _isolate(spot, root)
    return plan_memory(spot, environ, gitignore=wanted.gitignore)


def _plan_lite(spot: Spot) -> Plan:
    if spot.exists:
        return replace(
            _plan_of(spot, [Step(spot.marker, "unchanged")], ()), existed=spot.marker
        )
    step = make_file(spot.lite, skeleton.lite().encode())
    plan = _plan_of(spot, [step], ())
    existed = None if step.pending else spot.lite
    return replace(plan, memory=spot.lite, existed=existed)


def _isolate(spot: Spot, root: GitRoot) -> Spot:
    if not root.linked:
        raise BadUsage(
            f"'{root.top}' is not a linked worktree, its memory is its own already",
            hint="run `memsync init` without --isolated",
        )
    return replace(spot, folder=spot.own, isolated=True)


def plan_memory(
    spot: Spot, environ: Mapping[str, str], *, gitignore: bool = True
) -> Plan:
    """The plan of a private workspace memory: hidden from git, then made.

    `gitignore`: whether the `.gitignore` beside it may be edited.
    """
    spot.refuse_foreign_link()
    root = spot.root
    if root is None:
        return _plan_of(spot, [_marker_step(spot)], ())
    warnings = list(_warn_if_tracked(spot, root, environ))
    steps: list[Step] = []
    if not warnings:
        # The order matters: at no instant could `git add -A` take the notes.
        steps.append(_exclude_step(spot, root))
        if gitignore:
            step, said = _gitignore_step(spot, root, environ)
            steps.append(step)
            warnings += said
    if spot.isolated:
        steps += _own_folder_steps(spot, root)
    steps += _main_record_steps(root)
    steps.append(_marker_step(spot))
    if spot.shared and not _tracked_where_shared(spot, root, environ):
        linked = link_step(spot)
        if linked is None:
            warnings.append(notices.in_the_way(spot))
        else:
            steps.append(linked)
    return _plan_of(spot, steps, tuple(warnings))


def plan_link(spot: Spot, environ: Mapping[str, str]) -> tuple[Step, ...]:
    """What a write does in a worktree that shares a memory: its link, mended."""
    root = spot.root
    if root is None or not spot.shared or _tracked_where_shared(spot, root, environ):
        return ()
    step = link_step(spot)
    if step is None or not step.pending:
        return ()
    return (_exclude_step(spot, root), step)


def _plan_of(spot: Spot, steps: list[Step], warnings: Notices) -> Plan:
    root = spot.root
    marker = next((s for s in steps if s.path == spot.marker), None)
    return Plan(
        root=spot.level if root is None else root.top,
        kind="here" if root is None else root.kind,
        memory=spot.folder,
        lock=spot.memory_folder.lock
        if root is None
        else root.safe_dir / "locks" / "init.lock",
        steps=tuple(steps),
        existed=spot.marker if marker and not marker.pending else None,
        warnings=warnings,
    )


def _marker_step(spot: Spot) -> Step:
    step = make_file(spot.marker, skeleton.workspace().encode())
    if not step.pending:
        return step

    def act() -> None:
        step.act()
        spot.left_behind.unlink(missing_ok=True)

    return Step(step.path, step.action, act)


def _exclude_step(spot: Spot, root: GitRoot) -> Step:
    path = ignore.exclude_file(root)
    line = ignore.exclude_line(spot.below_root)
    data = ignore.read_rules(path)
    if data is not None and has_line(data, line):
        return Step(path, "unchanged")
    return add_line(path, data, line, spot.record("exclude"))


def _gitignore_step(
    spot: Spot, root: GitRoot, environ: Mapping[str, str]
) -> tuple[Step, Notices]:
    path = spot.level / ".gitignore"
    rule = ignore.rule_for(root, spot.below_root, environ)
    if rule is not None and not rule.negates:
        return Step(path, "unchanged"), ()
    data = ignore.read_rules(path)
    if rule is not None:
        inside = spot.below_root.removesuffix("memory")
        if rule.source.startswith(inside) or ignore.has_entry(data or b""):
            said = notices.taken_back_out(rule, ignore.ENTRY.decode())
            return Step(path, "unchanged"), (said,)
    return add_line(path, data, ignore.ENTRY, spot.record("gitignore")), ()


def _warn_if_tracked(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> Notices:
    count = ignore.tracked_files(root.top, spot.below_root, environ)
    return (notices.tracked(spot, count),) if count else ()


def _tracked_where_shared(
    spot: Spot, root: GitRoot, environ: Mapping[str, str]
) -> bool:
    # No rule hides a team's memory, so a link to it would show as untracked.
    main = root.main_top
    return main is not None and bool(
        ignore.tracked_files(main, spot.below_root, environ)
    )


def _own_folder_steps(spot: Spot, root: GitRoot) -> list[Step]:
    record = record_isolated(root)
    steps = [make_file(record, b"")]
    if spot.own.is_symlink():
        steps.append(Step(spot.own, "removed", spot.own.unlink))
    return [step for step in steps if step.pending]


def _main_record_steps(root: GitRoot) -> list[Step]:
    # Nothing of git's leads from a separate git dir back to its work tree.
    if root.linked or root.git_dir == root.top / ".git" or root.kind == "submodule":
        return []
    record = root.safe_dir / MAIN_RECORD
    step = make_file(record, os.fsencode(root.top))
    return [step] if step.pending else []


def _plan_tracked(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> Plan:
    tracked = ignore.tracked_files(root.top, spot.below_root, environ)
    if spot.exists and not tracked and _is_private(spot, root, environ):
        raise Refused(
            f"a private memory stands at '{spot.folder}', and --tracked would put its"
            " notes into commits",
            hint="`memsync deinit` archives its notes; then `memsync init --tracked`",
            word="private-memory",
        )
    if spot.shared:
        # A team's memory comes with the branch, into each worktree its own.
        spot = replace(spot, folder=spot.own, isolated=True)
    steps = _unhide_steps(spot, root)
    if spot.own.is_symlink():
        steps.append(Step(spot.own, "removed", spot.own.unlink))
    steps.append(_marker_step(spot))
    return _plan_of(spot, steps, tuple(_warn_if_ignored(spot, root, environ)))


def _is_private(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> bool:
    return spot.shared or ignore.is_ignored(root, spot.own, environ)


def _unhide_steps(spot: Spot, root: GitRoot) -> list[Step]:
    """Take out rules that an earlier, private memory left here."""
    steps = []
    for path, line, name in (
        (ignore.exclude_file(root), ignore.exclude_line(spot.below_root), "exclude"),
        (spot.level / ".gitignore", ignore.ENTRY, "gitignore"),
    ):
        with contextlib.suppress(FileNotFoundError):
            if has_line(path.read_bytes(), line):
                data = ignore.read_rules(path)
                steps.append(remove_line(path, data or b"", line, spot.record(name)))
    return steps


def _warn_if_ignored(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> Notices:
    rule = ignore.rule_for(root, spot.below_root, environ)
    if rule is None or rule.negates or rule.pattern == ignore.ENTRY.decode():
        return ()
    return (notices.ignored(rule),)
