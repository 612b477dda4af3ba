"""`merge-back`: moves the notes of a worktree's own memory to the shared one."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from datetime import datetime
from itertools import filterfalse
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.config.settings import load
from memsync.errors import NotFound, Refused
from memsync.files.atomic import TEMPORARY, read_regular
from memsync.files.lock import hold
from memsync.memory.archive import learned, logs
from memsync.memory.archive.archive import Archive
from memsync.memory.change.changes import (
    ATTEMPTS,
    Moved,
    keeps_changing,
    put,
    update_index,
)
from memsync.memory.change.sweeping import sweep
from memsync.memory.index import memory_index
from memsync.memory.note import skeleton
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.note.note import Note
from memsync.memory.store.store import Store
from memsync.terminal import printable
from memsync.workspace.place import notices
from memsync.workspace.place.discover import is_team
from memsync.workspace.place.ephemeral import refuse_ephemeral
from memsync.workspace.place.private import find_private
from memsync.workspace.place.spot import (
    Spot,
    file_name,
    record_isolated,
    shared_spot,
    spot_at,
)
from memsync.workspace.place.vanished import archived_worktrees
from memsync.workspace.repository.roots import (
    GitRoot,
    find_root,
    linked_worktrees,
    require_root,
)
from memsync.workspace.steps import hide
from memsync.workspace.steps.link import link_step
from memsync.workspace.steps.plan import marker_step, plan_of
from memsync.workspace.steps.steps import act_on, remove_file
from memsync.workspace.verbs.to_archive import archive_notes

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.clock import Now
    from memsync.memory.change.base import LockedStore
    from memsync.paths import Places
    from memsync.workspace.place.notices import Notices

Action = Literal["created", "unchanged", "updated"]


@dataclass(frozen=True, slots=True)
class Brought:
    """One note that was moved."""

    name: str
    action: Action
    archived: str | None
    """The id of the shared memory's version that it replaced."""


class _Source(NamedTuple):
    archive: Path
    notes: dict[str, bytes]
    spot: Spot | None
    """The worktree's memory; None when only its archive is left."""


def merge_back(
    cwd: Path, places: Places, now: Now, worktree: str | None
) -> tuple[Path, list[Brought], Notices]:
    """Merge the memory that `init --isolated` made; returns the shared memory's folder.

    `worktree` is an id or a path, even of a removed worktree; None is the one that
    contains `cwd`. If both memories have a note with different text, the worktree's is
    kept and the other is archived, so no version is lost. Raises `NotFound` if the
    worktree has no memory of its own, and what opening raises.
    """
    refuse_ephemeral(places, "`memsync merge-back`")
    root = require_root(cwd, places.environ)
    source = _find(root, places, worktree)
    home = _home(root, places)
    home.refuse_foreign_link()
    if home.exists and is_team(home, places.environ):
        raise Refused(
            f"'{home.folder}' is a team memory, and merge-back would put private"
            " notes into commits",
            hint="`memsync write` in the main work tree those that are for everyone",
            word="team-memory",
        )
    store = Store(home.memory_folder, load(places, root.top))
    with hold(plan_of(home, []).lock, what="merge-back"):
        if home.outside is None:
            act_on((hide.exclude_step(home, root), marker_step(home)))
        with store.locked("merge-back") as locked:
            sweep(locked, now)
            brought = bring(locked, source.notes, now)
            bring_history(locked, Archive(source.archive, private=False), now)
    if source.spot is not None:
        archive_notes(source.spot, places, now)
    remove_archive(source.archive)
    return home.folder, brought, _share(source.spot)


def _home(root: GitRoot, places: Places) -> Spot:
    """The memory that worktrees share: the main work tree's, or a private one."""
    home = shared_spot(root.top, root)
    private = None if home.exists else find_private(root, places.environ, [])
    return private if private is not None and private.exists else home


def _find(root: GitRoot, places: Places, worktree: str | None) -> _Source:
    if worktree is None:
        spot: Spot | None = spot_at(root.top, root)
    else:
        spot = _spot_of(root, places, worktree)
    if spot is not None and spot.isolated and not spot.shared and spot.exists:
        store = Store(spot.memory_folder, load(places, root.top))
        return _Source(store.memory.archive, everything(store), spot)
    if worktree in archived_worktrees(root):
        return _archived(root, worktree)
    raise NotFound(
        f"'{printable(worktree)}' is not a worktree with a memory of its own"
        if worktree
        else f"'{root.top}' has no memory of its own to merge back",
        hint="`git worktree list` names the worktrees; give the id or the path of one",
        word="no-such-worktree",
    )


def everything(store: Store) -> dict[str, bytes]:
    """The bytes of all notes, logs and learned files, and of the memory index."""
    found = {n.name: n.data for n in store.entries() if not n.unread}
    folder = store.memory.folder
    for name, _ in (*logs.entries(folder), *learned.entries(folder)):
        found[name] = store.live(name) or b""
    return {**found, MEMORY_INDEX_NAME: store.live(MEMORY_INDEX_NAME) or b""}


def _spot_of(root: GitRoot, places: Places, worktree: str) -> Spot | None:
    for name, top in linked_worktrees(root):
        if worktree in (name, str(top), top.name) and top.is_dir():
            found = find_root(top, places.environ)
            return spot_at(found.top, found) if found else None
    return None


def _archived(root: GitRoot, worktree: str) -> _Source:
    folder = next(
        entry
        for entry in (root.safe_dir / "archive").iterdir()
        if entry.name.endswith("@" + file_name(worktree))
    )
    archive = Archive(folder, private=False)
    live = archive.events.live()
    notes = {
        version.name: read_regular(version.path)
        for version in archive.versions()
        if live.get(version.name) == version.digest
    }
    return _Source(folder, notes, None)


def bring(store: LockedStore, notes: dict[str, bytes], now: Now) -> list[Brought]:
    """Write notes, logs and the memory index to a memory.

    Archives a version that is replaced; keeps logs and prose of both.
    """
    brought = []
    for name, data in sorted(notes.items()):
        if name != MEMORY_INDEX_NAME:
            brought.append(_bring_one(store, name, data, now))
    index = notes.get(MEMORY_INDEX_NAME, b"").decode("utf-8", "surrogateescape")
    described = {entry.name: entry.description for entry in memory_index.entries(index)}

    def transform(text: str) -> str:
        for name in filterfalse(logs.is_log, notes.keys() - {MEMORY_INDEX_NAME}):
            about = described.get(name) or Note.parse(notes[name]).description
            text = memory_index.with_entry(text, name, about)
        return _with_prose(text, index)

    update_index(store, transform, now)
    return brought


def _bring_one(store: LockedStore, name: str, data: bytes, now: Now) -> Brought:
    for _ in range(ATTEMPTS):
        old = store.live(name)
        is_log = logs.is_log(name) and not learned.is_learned(name)
        both = is_log and old is not None
        new = _joined(old or b"", data) if both else data
        if old == new:
            return Brought(name, "unchanged", None)
        try:
            archived = put(store, name, new, old, now, reason="merged", contained=both)
        # An agent wrote the file meanwhile: start again from its text.
        except Moved:
            continue
        return Brought(name, "created" if old is None else "updated", archived)
    raise keeps_changing(name)


def _joined(old: bytes, data: bytes) -> bytes:
    """A log with the other one appended, unless it contains that already."""
    ours, theirs = (b.decode("utf-8", "surrogateescape") for b in (old, data))
    if theirs.strip() in ours:
        return old
    return logs.appended(ours, theirs).encode("utf-8", "surrogateescape")


def _with_prose(text: str, index: str) -> str:
    """The memory index, with the other one's lines of prose added."""
    there = set(text.splitlines()) | set(skeleton.workspace().splitlines())
    prose = [
        line.text.rstrip("\r\n")
        for line in memory_index.lines(index)
        if line.kind == "prose"
    ]
    fresh = [line for line in prose if line.strip() and line not in there]
    return memory_index.with_prose(text, "\n".join(fresh) + "\n") if fresh else text


def bring_history(store: LockedStore, theirs: Archive, now: Now) -> None:
    """Copy the versions that only the other archive has."""
    for version in theirs.versions():
        saved = datetime.fromisoformat(version.time)
        data = read_regular(version.path)
        if not store.archive.holds(version.name, version.digest):
            store.archive.store(version.name, data, saved)
            store.archive.events.record("merged", version.name, version.digest, now.utc)


def remove_archive(folder: Path) -> None:
    """Remove an archive that was copied to another one, at once or not at all.

    Half an archive would look like a memory that vanished.
    """
    for litter in folder.parent.glob(f"{TEMPORARY}*.old"):
        shutil.rmtree(litter, ignore_errors=True)
    gone = folder.with_name(f"{TEMPORARY}{os.urandom(8).hex()}.old")
    try:
        folder.rename(gone)
    except FileNotFoundError:
        return
    shutil.rmtree(gone, ignore_errors=True)


def _share(spot: Spot | None) -> Notices:
    """Make the worktree share from now on: delete its record, create its link."""
    if spot is None or spot.root is None:
        return ()
    record = record_isolated(spot.root)
    if record.exists():
        act_on([remove_file(record)])
    home = spot_at(spot.level, spot.root)
    if not home.exists:
        return ()  # a private memory needs no link: it is outside the repository
    linked = link_step(home)
    if linked is None:
        return (notices.in_the_way(home),)
    act_on([linked])
    return ()
