"""Finds the memory that a command changes, or creates it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from memsync.config.settings import load
from memsync.errors import Broken, NoGitRoot
from memsync.memory.note.names import Scope
from memsync.memory.store.store import Store
from memsync.process.git import elsewhere, require_version
from memsync.workspace.open import about, note_place
from memsync.workspace.place import notices, of_team
from memsync.workspace.place.discover import Discovery, discover, is_hidden
from memsync.workspace.place.spot import TEAM, Spot, spot_at, user_memory_folder
from memsync.workspace.repository.roots import find_root

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.workspace.place.notices import Notices
    from memsync.workspace.repository.roots import GitRoot
    from memsync.workspace.steps.plan import Plan


def open_for_writing(
    cwd: Path,
    places: Places,
    now: Now,
    scope: Scope,
    *,
    revive: bool = False,
    check: Callable[[Store], object] | None = None,
) -> tuple[Store, Notices]:
    """The memory for a change of `scope` made in `cwd`; created if necessary.

    Initialises a git root without a memory, gives a lite memory its folder and a
    worktree its link; the warnings say so. `revive` recreates the nearest memory that
    has an archive, even one that `deinit` removed. `check` is called with a memory that
    is about to be created: if it raises, none is. Raises `NoGitRoot` outside git
    without a memory, and what `init` raises.
    """
    if scope is Scope.USER:
        return _open_user_for_writing(places, now, check)
    found = discover(cwd, places.environ)
    note_place(found.root, places)
    settings = load(places, found.root.top if found.root else None)
    warnings = [*found.warnings]
    spot = found.archived[0] if revive and found.archived else _target(cwd, found)
    if found.structured and spot == found.nearest:
        warnings += settle(spot, places, now) or about(spot)
        warnings += _ignored(spot, places)
        warnings += _keep_link(spot, places)
        _keep_main_record(found.root)
        own = found.root is not None and found.root.top == spot.folder
        if found.root is not None and spot.root != found.root and not own:
            warnings.append(notices.ancestors_memory(spot, found.root))
    else:
        if check is not None:
            check(Store(spot.memory_folder, settings))
        warnings += _bootstrap(spot, places, found)
    store = Store(spot.memory_folder, settings)
    store.observe(now)
    return store, tuple(warnings)


def settle(spot: Spot | None, places: Places, now: Now) -> Notices:
    """Move private notes out of a team's memory, before anything there is changed.

    So no entry for one goes into the memory index, which is committed. Says what was
    done; does nothing for any other memory.
    """
    if spot is None or not spot.team or not is_hidden(spot):
        return ()
    from memsync.workspace.verbs.aside import set_aside

    return set_aside(spot, places, now).notices


def _ignored(spot: Spot, places: Places) -> Notices:
    """Say which rule keeps git from taking a new note of a team's memory."""
    root, environ = spot.root, places.environ
    if root is None or not spot.team or spot.shared:
        return ()
    from memsync.workspace.repository.ignore import is_ignored

    # Git asks no rule of a path that it tracks, so of one that no note has.
    if not is_ignored(root, spot.folder / "any note.md", environ):
        return ()
    from memsync.workspace.steps.hide import ignored_notices

    return ignored_notices(spot, root, environ)


def memory_path(
    cwd: Path, places: Places, scope: Scope | None, *, scoped: bool = False
) -> tuple[Scope, Path]:
    """The folder of the memory that applies, or where it would be created.

    `scoped`: a hint may name the option `--scope`.

    Without a scope: the workspace memory if there is one, else the user's. Raises
    `NoGitRoot` for a workspace memory that has no place.
    """
    if scope is not Scope.USER:
        found = discover(cwd, places.environ)
        if found.structured and found.nearest is not None:
            return Scope.WORKSPACE, found.nearest.folder
        user = None if scope else places.user_memory
        if user is None or not user.is_dir():
            return Scope.WORKSPACE, _target(cwd, found, scoped=scoped).folder
    return Scope.USER, user_memory_folder(places).folder


def _open_user_for_writing(
    places: Places, now: Now, check: Callable[[Store], object] | None
) -> tuple[Store, Notices]:
    store = Store(user_memory_folder(places), load(places, None))
    warnings: tuple[notices.Notice, ...] = ()
    if not store.exists():
        from memsync.workspace.steps.plan import plan_user

        if check is not None:
            check(store)
        _act(lambda: plan_user(places))
        warnings = (notices.made(store.memory.folder),)
    store.observe(now)
    return store, warnings


def _target(cwd: Path, found: Discovery, *, scoped: bool = True) -> Spot:
    """The place of the memory to write to; `scoped`: the command has `--scope`."""
    if found.vanished:
        # The nearest: its notes must be restored to it, not to another memory.
        return found.vanished[0]
    if found.nearest is not None:
        return found.nearest
    if found.root is None:
        other = ", or use --scope user" if scoped else ""
        raise NoGitRoot(
            f"'{cwd}' is not inside a git repository and has no memory",
            hint=f"run `memsync init --here` to make one{other}",
        )
    return spot_at(found.root.top, found.root)


def keep_link(cwd: Path, places: Places) -> list[notices.Notice]:
    """Create or repair the link of the linked worktree that contains `cwd`.

    Does nothing elsewhere, or if the worktrees share no memory; changes no tracked
    file. Raises as `open_for_reading`; warns if the link cannot be made.
    """
    root = find_root(cwd, places.environ)
    if root is None or not root.linked or places.ephemeral is not None:
        return []
    spot = spot_at(root.top, root)
    return _keep_link(spot, places) if spot.exists else []


def _keep_link(spot: Spot, places: Places) -> list[notices.Notice]:
    if not spot.shared or spot.link_is_right:
        return []
    from memsync.workspace.steps.plan import plan_link
    from memsync.workspace.steps.steps import act_on

    try:
        act_on(plan_link(spot, places.environ))
    except (OSError, Broken):
        # memsync itself finds the memory without the link.
        return [notices.no_link(spot.own)]
    return []


def _keep_main_record(root: GitRoot | None) -> None:
    """Record the new place of a work tree that was moved away from its git folder.

    Its linked worktrees find the shared memory by that.
    """
    if root is None or root.git_dir == root.top / ".git":
        return
    from memsync.workspace.steps.plan import main_record_steps
    from memsync.workspace.steps.steps import act_on

    # Here memsync finds the memory without the record.
    with suppress(OSError, Broken):
        act_on(main_record_steps(root))


def _bootstrap(spot: Spot, places: Places, found: Discovery) -> list[notices.Notice]:
    from memsync.workspace.steps.plan import plan_memory

    # In a linked worktree nothing unasked may change a tracked file: `git worktree
    # remove` refuses to remove it then. In a submodule it would make the superproject
    # dirty.
    root = spot.root
    if root is not None:
        require_version(elsewhere(root.top, places.environ))
    by_hand = root is not None and not root.linked and root.superproject is None
    # On a branch that is older than a team's memory, which needs no entry elsewhere.
    older = root is not None and spot.record(root, TEAM).exists()
    plan = _act(
        lambda: plan_memory(spot, places.environ, gitignore=by_hand and not older)
    )
    if spot in found.vanished:
        return [*plan.warnings, notices.vanished(spot)]
    said = [*plan.warnings, notices.made(spot.folder)]
    return [*said, of_team.no_team_here(spot)] if older and not plan.team else said


def _act(planned: Callable[[], Plan]) -> Plan:
    from memsync.files.lock import hold
    from memsync.workspace.steps.steps import act_on, sweep

    plan = planned()
    with hold(plan.lock, what="init") as held:
        # Another command may have made the memory while we waited.
        now = planned()
        sweep(now.steps, held)
        act_on(now.steps)
    return plan
