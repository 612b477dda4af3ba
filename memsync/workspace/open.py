"""Opens the memories that apply in a folder, for every command and server."""

from __future__ import annotations

import os

from memsync.config.settings import Settings, load_without_broken
from memsync.errors import Broken, MemsyncError, NotFound, Refused
from memsync.files.unlinked import names_in
from memsync.memory.note.names import SUFFIX, Scope
from memsync.memory.store.store import Store
from memsync.paths import MEMORY_INDEX, NO_HOME
from memsync.record import NamedTuple
from memsync.workspace.place import notices, of_team
from memsync.workspace.place.discover import Discovery, discover
from memsync.workspace.place.spot import (
    Spot,
    record_isolated,
    spot_at,
    user_memory_folder,
)
from memsync.workspace.place.vanished import (
    has_archive,
    has_archived_notes,
    missed,
)
from memsync.workspace.repository.roots import (
    FOREIGN_GIT,
    IDENTITY_RECORD,
    STANDING_IN_GIT,
    GitRoot,
    linked_worktrees,
)

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from pathlib import Path

    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.workspace.place.notices import Notices


class Opened(NamedTuple):
    """The memories that apply in one folder."""

    root: GitRoot | None
    workspace: Store | None
    """None when there is no workspace memory, or only a lite one."""
    user: Store | None
    """None if it does not exist, or there is no home."""
    lite: Path | None
    """A `COYOTE.md` whose text is read here, too."""
    warnings: Notices
    settings: Settings
    shared_with: tuple[Path, ...]
    """The tops of other work trees that share the workspace memory."""
    spot: Spot | None
    """The place of the workspace memory, or of the lite one."""
    beside: Store | None = None
    """The learned files of a committed workspace memory, if there are any."""

    @property
    def stores(self) -> tuple[Store, ...]:
        """The memories that exist; the workspace memory first, since its notes win."""
        return tuple(s for s in (self.workspace, self.user) if s is not None)

    def learned(self, scope: Scope) -> Store | None:
        """The memory that contains `learned/` for a scope, if it exists."""
        if scope is Scope.USER:
            return self.user
        return self.beside or self.workspace


def open_for_reading(cwd: Path, places: Places, now: Now | None) -> Opened:
    """Find the memories for `cwd`; changes no note, no link and no git file.

    Archives versions that an agent wrote directly (with None for `now`, a later command
    does that), and warns of a vanished memory. Raises `Refused` for a memory behind a
    foreign link, and `Broken` for a broken git or configuration.
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
        beside=_beside(workspace, spot, places, settings),
    )


def _beside(
    workspace: Store | None, spot: Spot | None, places: Places, settings: Settings
) -> Store | None:
    """The learned files of a committed memory; other memories contain theirs."""
    if workspace is None or spot is None or not spot.team:
        return None
    from memsync.workspace.place.beside import has_any_beside, learned_memory

    if not has_any_beside(places):
        return None
    memory = learned_memory(spot, places)
    return Store(memory, settings) if memory.folder.is_dir() else None


def memory_to_change(opened: Opened, scope: Scope) -> tuple[Store, Store | None]:
    """The memory whose notes a command changes, and that of the other scope.

    Never falls back to the other one, and creates none: the note to change must exist.
    Raises `NotFound`.
    """
    by_scope = {store.scope: store for store in opened.stores}
    other = by_scope.get(scope.other)
    if scope not in by_scope:
        raise NotFound(
            f"there is no {scope} memory here",
            hint=f"--scope {other.scope}" if other else makes(opened, scope),
            word="no-memory",
        )
    return by_scope[scope], other


def makes(opened: Opened, scope: Scope) -> str:
    """The command that makes a memory here, as a hint; `init` alone needs git."""
    if scope is Scope.USER:
        return "run `memsync init --scope user`"
    if opened.root is not None:
        return "run `memsync init`"
    return "run `memsync init --scope user`, or `memsync init --here`"


def archived_stores(cwd: Path, places: Places, opened: Opened) -> list[Store]:
    """The memories whose archives can be read, the workspace's first.

    A nearer memory that vanished comes before the one that is read.
    """
    try:
        gone = discover(cwd, places.environ).archived
    except Broken:
        gone = ()  # `opened` has a warning that says why
    if not gone:
        return list(opened.stores)
    nearest = Store(gone[0].memory_folder, opened.settings)
    return [nearest, *([opened.user] if opened.user else [])]


def private_behind(opened: Opened) -> Store | None:
    """The private memory that was where a team's is now, for its archive alone."""
    spot = opened.spot
    if opened.workspace is None or spot is None or not spot.team:
        return None
    private = spot._replace(team=False)
    if not has_archive(private):
        return None
    return Store(private.memory_folder, opened.settings)


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
    note_place(found.root, places)
    warnings = [*found.warnings, *map(notices.vanished, found.vanished)]
    if found.structured and found.nearest is not None:
        warnings += about(found.nearest)
    if found.root is not None:
        warnings += notices.removed_worktrees(found.root)
        warnings += _left_out(found.root, found, places)
    return found, warnings


def _left_out(root: GitRoot, found: Discovery, places: Places) -> list[notices.Notice]:
    """Say that a sparse checkout leaves out the memory of the git root."""
    # Only such a work tree has this file: no other one waits for a child of git.
    if (
        found.nearest is not None
        or not (root.git_dir / "info/sparse-checkout").exists()
    ):
        return []
    from memsync.workspace.repository.sparse import is_left_out

    spot = spot_at(root.top, root)
    index = f"{spot.below_root}/{MEMORY_INDEX}"
    if spot.shared or not is_left_out(root.top, index, places.environ):
        return []
    return [notices.left_out(spot)]


def note_place(root: GitRoot | None, places: Places) -> None:
    """Record where a repository is, so that sync finds it after a move."""
    if root is not None and os.path.lexists(root.safe_dir / IDENTITY_RECORD):
        from memsync.workspace.place.enrolment import seen_again

        seen_again(root, places)


def about(spot: Spot) -> list[notices.Notice]:
    """The warnings about an existing memory."""
    root = spot.root
    if spot.team:
        private = spot._replace(team=False)
        return [of_team.replaced_by_team(spot)] if has_archived_notes(private) else []
    if spot.isolated and root is not None and not record_isolated(root).exists():
        return [notices.own_memory(spot)]
    return []


def _user_if_any(
    places: Places, settings: Settings, warnings: list[notices.Notice]
) -> Store | None:
    try:
        memory = user_memory_folder(places)
    except Broken as error:
        # Without a home there is no user memory: not an error.
        if error.word != NO_HOME:
            warnings.append(notices.Notice(error.message, error.hint))
        return None
    store = Store(memory, settings)
    # Sync may bring notes before it brings a memory index: they can be read.
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
