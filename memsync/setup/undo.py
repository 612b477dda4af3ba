"""`setup --undo`: restores the files that setup changed.

If somebody else has changed a file since, removes only memsync's entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.hooks.change import act
from memsync.agents.hooks.install import plan_uninstall
from memsync.agents.hooks.settings import settings_of
from memsync.agents.table import agent_called, names, with_hooks
from memsync.errors import Broken, MemsyncError
from memsync.files import atomic
from memsync.setup import journal
from memsync.setup.journal import digest

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.paths import Places
    from memsync.setup.journal import Entry


class Undone(NamedTuple):
    """What was done to one file."""

    part: str
    path: Path
    action: str
    """`removed`, `restored`, `entry removed`, `unchanged` or `kept`."""
    problem: MemsyncError | None = None


def undo(places: Places, *, dry_run: bool = False) -> list[Undone]:
    """Undo what setup did on this machine, the last change first.

    What fails is reported and stays in the journal. Raises `Broken` for a damaged
    journal, and without a home. With `dry_run` the answer is the same, but nothing
    changes.
    """
    done: list[Undone] = []
    kept: list[Entry] = []
    entries = journal.read(places.data)
    for entry in reversed(entries):
        found = _undo(entry, places, dry_run=dry_run)
        done.append(found)
        if found.problem is not None:
            kept.insert(0, entry)
    if not entries:
        done += _hooks_left(places, dry_run=dry_run)
    if not dry_run:
        journal.write(places.data, kept)
    return done


def _undo(entry: Entry, places: Places, *, dry_run: bool) -> Undone:
    path = entry.path
    try:
        now = _bytes(path)
        if digest(now) == entry.after:
            return _restored(entry, dry_run=dry_run)
        if now is None:
            return Undone(entry.part, path, "unchanged")
        if entry.part in names():
            return _without_entries(entry, places, dry_run=dry_run)
        return Undone(entry.part, path, "kept")
    # One file that cannot be restored must not stop the others.
    except MemsyncError as error:
        return Undone(entry.part, path, "kept", error)
    except OSError as error:
        return Undone(entry.part, path, "kept", Broken.from_os_error(error))


def _restored(entry: Entry, *, dry_run: bool) -> Undone:
    if dry_run:
        action = "removed" if entry.before is None else "restored"
        return Undone(entry.part, entry.path, action)
    if entry.before is not None:
        atomic.write(entry.path, entry.before)
        return Undone(entry.part, entry.path, "restored")
    entry.path.unlink(missing_ok=True)
    for folder in entry.folders:
        try:
            folder.rmdir()
        except OSError:
            break  # not empty: something else is in it
    return Undone(entry.part, entry.path, "removed")


def _without_entries(entry: Entry, places: Places, *, dry_run: bool) -> Undone:
    agent = agent_called(entry.part)
    settings = settings_of(agent, places, None)
    if settings.path != entry.path:
        return Undone(entry.part, entry.path, "kept")
    done = plan_uninstall(agent, settings)
    if not dry_run:
        act(settings, done)
    return Undone(entry.part, entry.path, done.action)


def _hooks_left(places: Places, *, dry_run: bool) -> list[Undone]:
    """Without a journal: memsync's entries in the settings of every agent."""
    left = []
    for agent in with_hooks():
        try:
            settings = settings_of(agent, places, None)
            done = plan_uninstall(agent, settings)
            if not dry_run:
                act(settings, done)
        except (MemsyncError, OSError):
            continue  # no user settings, or settings that cannot be read
        if done.action != "unchanged":
            left.append(Undone(agent.name, done.path, done.action))
    return left


def _bytes(path: Path) -> bytes | None:
    try:
        return atomic.read_regular(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
