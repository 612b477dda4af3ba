"""Takes private notes out of a folder where a branch has a team's memory.

Git ignores them, so a checkout or a pull leaves them there, among the team's notes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.config.settings import load
from memsync.files.atomic import TEMPORARY
from memsync.files.lock import hold
from memsync.memory.archive.events import GONE
from memsync.memory.archive.learned import DECIDED
from memsync.memory.store.store import Store
from memsync.paths import MEMORY_INDEX
from memsync.workspace.place import of_team
from memsync.workspace.place.discover import discover, is_hidden
from memsync.workspace.place.vanished import has_archived_notes, leave_behind
from memsync.workspace.repository.ignore import hidden_files, tracked_files
from memsync.workspace.steps import hide
from memsync.workspace.steps.link import unlink_steps
from memsync.workspace.steps.plan import plan_of
from memsync.workspace.steps.steps import Step, act_on
from memsync.workspace.verbs.to_archive import (
    archive_files,
    names_of,
    remove_empty_folders,
)

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.workspace.place.notices import Notices
    from memsync.workspace.place.spot import Spot


class Aside(NamedTuple):
    """What was done, or would be."""

    steps: tuple[Step, ...] = ()
    notices: Notices = ()


def set_aside(
    spot: Spot,
    places: Places,
    now: Now,
    *,
    asked: bool = False,
    dry_run: bool = False,
) -> Aside:
    """Move the private notes in a team's memory to the archive of the private one.

    Then nothing is left to hide, and git sees the team's new notes again. Does nothing
    where another work tree's private memory needs the rule, or if a private file is no
    note: a warning says so. `asked`: also what only an entry in `.gitignore` hides,
    which others may have written; then those that are known to be private.
    """
    root = spot.root
    top = root and (root.main_top if spot.shared else root.top)
    if root is None or top is None or not spot.team or spot.outside is not None:
        return Aside()
    ours = is_hidden(spot)
    if not ours and not (asked and hide.unhide_steps(spot, root, exclude=False)):
        return Aside()
    private = spot._replace(team=False)
    with hold(plan_of(spot, []).lock, what="set aside"):
        other = hide.relying(spot, root, places.environ)
        if other is not None:
            return Aside(notices=(of_team.hidden_for(spot, other),))
        index = f"{spot.below_root}/{MEMORY_INDEX}"
        if not tracked_files(top, index, places.environ):
            return Aside()
        found = hidden_files(top, spot.below_root, places.environ)
        files = {path for path in found if not path.name.startswith(TEMPORARY)}
        gone = names_of(private, places, files)
        if not ours:
            known = _store(private, places).archive.events.live()
            gone = {path: name for path, name in gone.items() if name in known}
        elif left := sorted(files - gone.keys() - {spot.folder / DECIDED}):
            return Aside(notices=(of_team.private_files(spot, left),))
        rules = hide.take_back_steps(spot, root, exclude=True)
        steps = (
            *(Step(path, "removed") for path in sorted(gone)),
            *unlink_steps(spot, root),
            *rules,
        )
        if not dry_run:
            archive_files(private, places, now, gone)
            remove_empty_folders(private)
            _forget_in_team(spot, places, now, gone.values())
            act_on(steps)
    said = (of_team.set_aside(spot, len(gone), dry_run=dry_run),) if gone else ()
    return Aside(steps, said)


def end_private(cwd: Path, places: Places, now: Now, *, dry_run: bool = False) -> Aside:
    """As `set_aside`, for good: no command warns of the private memory any more.

    For the memory that is read in `cwd`.
    """
    spot = discover(cwd, places.environ).nearest
    if spot is None or not spot.team:
        return Aside()
    done = set_aside(spot, places, now, asked=True, dry_run=dry_run)
    private = spot._replace(team=False)
    if not dry_run and not is_hidden(spot) and has_archived_notes(private):
        leave_behind(_store(private, places).archive)
    return done


def _forget_in_team(
    spot: Spot, places: Places, now: Now, names: Collection[str]
) -> None:
    """Note that the team's memory lost no note: it never had these.

    A command that read the folder took them for the team's.
    """
    store = _store(spot, places)
    live = store.archive.events.live()
    gone = [(name, live[name]) for name in names if name in live]
    if gone:
        with store.locked("set aside"):
            store.archive.events.record_all(GONE, gone, now.utc)


def _store(spot: Spot, places: Places) -> Store:
    settings = load(places, spot.root.top if spot.root else None)
    return Store(spot.memory_folder, settings)
