"""The one way to the memories that hold for a folder, for every command and server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.config.settings import Settings, load_without_broken
from memsync.errors import Broken, MemsyncError, NotFound, Refused
from memsync.files.unlinked import names_in
from memsync.memory.note.names import SUFFIX, Scope
from memsync.memory.store.store import Store
from memsync.paths import NO_HOME
from memsync.workspace.place import notices
from memsync.workspace.place.discover import Discovery, discover
from memsync.workspace.place.spot import (
    Spot,
    record_isolated,
    user_memory_folder,
)
from memsync.workspace.place.vanished import has_archived_notes, missed
from memsync.workspace.repository.roots import (
    FOREIGN_GIT,
    IDENTITY_RECORD,
    STANDING_IN_GIT,
    GitRoot,
    linked_worktrees,
)

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.workspace.place.notices import Notices


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
    beside: Store | None = None
    """What was learned for a workspace memory that is committed, if anything was."""

    @property
    def stores(self) -> tuple[Store, ...]:
        """The memories that exist, the workspace's first: it shadows."""
        return tuple(s for s in (self.workspace, self.user) if s is not None)

    def learned(self, scope: Scope) -> Store | None:
        """The memory below which `learned/` of a scope stands, if it exists."""
        if scope is Scope.USER:
            return self.user
        return self.beside or self.workspace


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
        beside=_beside(workspace, spot, places, settings),
    )


def _beside(
    workspace: Store | None, spot: Spot | None, places: Places, settings: Settings
) -> Store | None:
    """What was learned for a committed memory; others have it in themselves."""
    if workspace is None or spot is None or not spot.team:
        return None
    from memsync.workspace.place.beside import has_any_beside, learned_memory

    if not has_any_beside(places):
        return None
    memory = learned_memory(spot, places)
    return Store(memory, settings) if memory.folder.is_dir() else None


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
    return found, warnings


def note_place(root: GitRoot | None, places: Places) -> None:
    """Let sync find a repository that was moved."""
    if root is not None and os.path.lexists(root.safe_dir / IDENTITY_RECORD):
        from memsync.workspace.place.enrolment import seen_again

        seen_again(root, places)


def about(spot: Spot) -> list[notices.Notice]:
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
