"""The one way to the memories that hold for a folder, for every command and server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.config.settings import Settings, load, load_without_broken
from memsync.errors import Broken, MemsyncError, NoGitRoot, NotFound, Refused
from memsync.files.unlinked import names_in
from memsync.memory.note.names import SUFFIX, Scope
from memsync.memory.store.store import Store
from memsync.paths import NO_HOME
from memsync.workspace.place import notices
from memsync.workspace.place.discover import Discovery, discover
from memsync.workspace.place.spot import (
    Spot,
    record_isolated,
    spot_at,
    user_memory_folder,
)
from memsync.workspace.place.vanished import has_archived_notes, missed
from memsync.workspace.repository.roots import (
    FOREIGN_GIT,
    IDENTITY_RECORD,
    STANDING_IN_GIT,
    GitRoot,
    find_root,
    linked_worktrees,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.workspace.place.notices import Notices
    from memsync.workspace.steps.plan import Plan


class Opened(NamedTuple):
    """The memories that a reader standing in one folder sees."""

    root: GitRoot | None
    workspace: Store | None
    """None when there is no workspace memory, or only a lite one."""
    user: Store | None
    """None when it does not exist, or no home is known."""
    lite: Path | None
    """A `COYOTE.md` whose text belongs to what is read here."""
    warnings: Notices
    settings: Settings
    shared_with: tuple[Path, ...]
    """The tops of other work trees that share the workspace memory."""
    spot: Spot | None
    """Where the workspace memory or the lite one is."""

    @property
    def stores(self) -> tuple[Store, ...]:
        """The memories that exist, the workspace's first: it shadows."""
        return tuple(s for s in (self.workspace, self.user) if s is not None)


def open_for_reading(cwd: Path, places: Places, now: Now | None) -> Opened:
    """Find what holds for `cwd`; changes no note, no link and no git file.

    Versions that an agent wrote directly are stored in the archive (None for `now`:
    by a later command), and a vanished memory is among the warnings. Raises `Refused`
    for a memory behind a foreign link and `Broken` for a git or a configuration that
    is broken.
    """
    found, warnings = _discover_for_reading(cwd, places)
    settings, broken = load_without_broken(
        places, found.root.top if found.root else None
    )
    if broken is not None:
        warnings.append(notices.Notice(broken.message, broken.hint))
    spot = found.nearest
    workspace = None
    if spot is not None and found.structured:
        workspace = Store(spot.memory_folder, settings)
    user = _user_if_any(places, settings, warnings)
    for store in (workspace, user):
        if store is not None and now is not None:
            _observe(store, now, warnings)
    return Opened(
        root=found.root,
        workspace=workspace,
        user=user,
        lite=spot.lite_text if spot else None,
        warnings=tuple(warnings),
        settings=settings,
        shared_with=_shared_with(spot) if workspace is not None and spot else (),
        spot=spot,
    )


def open_for_writing(
    cwd: Path,
    places: Places,
    now: Now,
    scope: Scope,
    *,
    revive: bool = False,
    check: Callable[[Store], object] | None = None,
) -> tuple[Store, Notices]:
    """The memory that a change of `scope` made in `cwd` goes to, made if need be.

    A git root without a marker is bootstrapped, a lite memory gets its folder,
    a worktree its link; the warnings say so. `revive` makes the nearest memory
    anew that has an archive, also one that `deinit` took away. `check` is given
    a memory that is yet to be made: where it raises, none is. Raises
    `NoGitRoot` outside git without a marker, and what `init` raises.
    """
    if scope is Scope.USER:
        return _open_user_for_writing(places, now, check)
    found = discover(cwd, places.environ)
    _note_place(found.root, places)
    settings = load(places, found.root.top if found.root else None)
    warnings = [*found.warnings]
    spot = found.archived[0] if revive and found.archived else _target(cwd, found)
    if found.structured and spot == found.nearest:
        warnings += [*_about(spot), *_keep_link(spot, places)]
        if found.root is not None and spot.root != found.root:
            warnings.append(notices.ancestors_memory(spot, found.root))
    else:
        if check is not None:
            check(Store(spot.memory_folder, settings))
        warnings += _bootstrap(spot, places, found)
    store = Store(spot.memory_folder, settings)
    store.observe(now)
    return store, tuple(warnings)


def memory_to_change(opened: Opened, scope: Scope) -> tuple[Store, Store | None]:
    """The memory whose notes are changed, and that of the other scope.

    Nothing falls through to the other, and none is made: a note that is to be
    changed is there already. Raises `NotFound`.
    """
    by_scope = {store.scope: store for store in opened.stores}
    other = by_scope.get(scope.other)
    if scope not in by_scope:
        raise NotFound(
            f"there is no {scope} memory here",
            hint=f"--scope {other.scope}" if other else "run `memsync init`",
            word="no-memory",
        )
    return by_scope[scope], other


def archived_stores(cwd: Path, places: Places, opened: Opened) -> list[Store]:
    """The memories whose earlier versions can be looked into, the workspace's first.

    A nearer one that is not there any more comes before the one that is read.
    """
    try:
        gone = discover(cwd, places.environ).archived
    except Broken:
        gone = ()  # `opened` has a warning that says why
    if not gone:
        return list(opened.stores)
    nearest = Store(gone[0].memory_folder, opened.settings)
    return [nearest, *([opened.user] if opened.user else [])]


def memory_path(cwd: Path, places: Places, scope: Scope | None) -> tuple[Scope, Path]:
    """The folder of the memory that applies, or the place where it would be made.

    Without a scope the workspace's where there is one, then the user's. Raises
    `NoGitRoot` for a workspace memory that could not be anywhere.
    """
    if scope is not Scope.USER:
        found = discover(cwd, places.environ)
        if found.structured and found.nearest is not None:
            return Scope.WORKSPACE, found.nearest.folder
        user = None if scope else places.user_memory
        if user is None or not user.is_dir():
            return Scope.WORKSPACE, _target(cwd, found).folder
    return Scope.USER, user_memory_folder(places).folder


def _discover_for_reading(
    cwd: Path, places: Places
) -> tuple[Discovery, list[notices.Notice]]:
    try:
        found = discover(cwd, places.environ)
    except (Broken, Refused) as error:
        if error.word not in (*STANDING_IN_GIT, FOREIGN_GIT):
            raise
        found = Discovery(None, None, False, (), (), ())
        return found, [notices.Notice(error.message, error.hint)]
    _note_place(found.root, places)
    warnings = [*found.warnings, *map(notices.vanished, found.vanished)]
    if found.structured and found.nearest is not None:
        warnings += _about(found.nearest)
    if found.root is not None:
        warnings += notices.removed_worktrees(found.root)
    return found, warnings


def _note_place(root: GitRoot | None, places: Places) -> None:
    """Let sync find a repository that was moved."""
    if root is not None and os.path.lexists(root.safe_dir / IDENTITY_RECORD):
        from memsync.workspace.place.enrolment import seen_again

        seen_again(root, places)


def _about(spot: Spot) -> list[notices.Notice]:
    """What is odd about a memory that is there."""
    root = spot.root
    if spot.team:
        private = spot._replace(team=False)
        return [notices.replaced_by_team(spot)] if has_archived_notes(private) else []
    if spot.isolated and root is not None and not record_isolated(root).exists():
        return [notices.own_memory(spot)]
    return []


def _user_if_any(
    places: Places, settings: Settings, warnings: list[notices.Notice]
) -> Store | None:
    try:
        memory = user_memory_folder(places)
    except Broken as error:
        # Without a home there is no user memory, and nothing to say about it.
        if error.word != NO_HOME:
            warnings.append(notices.Notice(error.message, error.hint))
        return None
    store = Store(memory, settings)
    # Notes that came by sync are there to be read, also without a memory index.
    return store if store.exists() or _has_notes(memory.folder) else None


def _has_notes(folder: Path) -> bool:
    try:
        names = names_in(folder)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return any(name.endswith(SUFFIX) and name[0] != "." for name in names)


def _observe(store: Store, now: Now, warnings: list[notices.Notice]) -> None:
    try:
        gone = missed(store, store.observe(now))
    except (OSError, MemsyncError) as error:
        warnings.append(notices.not_observed(store.memory.archive, error))
    else:
        if gone:
            warnings.append(notices.gone(gone))


def _shared_with(spot: Spot) -> tuple[Path, ...]:
    root = spot.root
    if root is None or spot.isolated:
        return ()
    tops = [top for _, top in linked_worktrees(root)]
    if root.main_top is not None:
        tops.insert(0, root.main_top)
    return tuple(top for top in tops if top != root.top and top.is_dir())


def _open_user_for_writing(
    places: Places, now: Now, check: Callable[[Store], object] | None
) -> tuple[Store, Notices]:
    store = Store(user_memory_folder(places), load(places, None))
    warnings: tuple[notices.Notice, ...] = ()
    if not store.exists():
        from memsync.workspace.steps.plan import plan_user

        if check is not None:
            check(store)
        _act(plan_user(places))
        warnings = (notices.made(store.memory.folder),)
    store.observe(now)
    return store, warnings


def _target(cwd: Path, found: Discovery) -> Spot:
    if found.vanished:
        # The nearest: its notes are to come back to it, not to live apart.
        return found.vanished[0]
    if found.nearest is not None:
        return found.nearest
    if found.root is None:
        raise NoGitRoot(
            f"'{cwd}' is not inside a git repository and has no memory",
            hint="run `memsync init --here` to make one, or use --scope user",
        )
    return spot_at(found.root.top, found.root)


def keep_link(cwd: Path, places: Places) -> list[notices.Notice]:
    """Make or mend the link of the linked worktree that `cwd` stands in.

    Does nothing elsewhere, or where the worktrees share no memory, and touches no
    tracked file. Raises as `open_for_reading`; a link that cannot be made is told.
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
        # memsync itself resolves the memory without the link.
        return [notices.no_link(spot.own)]
    return []


def _bootstrap(spot: Spot, places: Places, found: Discovery) -> list[notices.Notice]:
    from memsync.workspace.steps.plan import plan_memory

    # What happens by itself in a linked worktree touches no tracked file:
    # `git worktree remove` fails where one is changed, and a submodule's makes the
    # superproject dirty.
    root = spot.root
    by_hand = root is not None and not root.linked and root.superproject is None
    plan = plan_memory(spot, places.environ, gitignore=by_hand)
    _act(plan)
    if spot in found.vanished:
        return [*plan.warnings, notices.vanished(spot)]
    return [*plan.warnings, notices.made(spot.folder)]


def _act(plan: Plan) -> None:
    from memsync.files.lock import hold
    from memsync.workspace.steps.steps import act_on, sweep

    with hold(plan.lock, what="init"):
        sweep(plan.steps)
        act_on(plan.steps)
