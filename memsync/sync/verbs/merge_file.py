"""`merge-file`: merges one file of a team's memory for git, as its merge driver.

Git merges file by file, and calls the driver only where both sides changed one. So the
merge is that of a sync, but for the clock, which a team's notes do not have: the later
`updated` wins, else the greater digest. Neither depends on the side, so a rebase makes
what a merge makes.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken, MemsyncError
from memsync.files import atomic
from memsync.files.lock import hold_memory
from memsync.memory.archive.archive import Archive
from memsync.memory.note.note import Note
from memsync.paths import MEMORY_PATH
from memsync.process.git import elsewhere
from memsync.secrets.allow import ALLOW_FILE
from memsync.secrets.allow import merged as merged_lists
from memsync.sync.merge.index import merge_index
from memsync.sync.merge.line_sets import merged_lines
from memsync.sync.merge.notes import Merged, Side, merge_note
from memsync.sync.merge.outcome import Outcome
from memsync.sync.tree.clock import NO_MACHINE, Clock
from memsync.sync.tree.layout import MAX_BLOB, USER, Kind, Place, place
from memsync.workspace.place.spot import spot_at
from memsync.workspace.repository.roots import require_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.clock import Now

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Files(NamedTuple):
    """What git gives a merge driver; see `gitattributes(5)`."""

    base: Path
    """The common ancestor's version; an empty file if there is none."""
    ours: Path
    """Our version, which the result replaces."""
    theirs: Path
    marker_size: int
    """How long the conflict markers of git's own merge are."""
    path: str
    """The file's path below the git root, with slashes."""


class Done(NamedTuple):
    """What became of the file."""

    clean: bool
    """False if git's own merge left a conflict in it."""
    name: str = ""
    """The note's name; empty if git merged the file."""
    archived: int = 0
    """How many versions the archive has now because the result lacks a part of them."""
    why: str | None = None
    """Why git merged a file of the memory; None if memsync did."""


def merge_file(files: Files, cwd: Path, environ: Mapping[str, str], now: Now) -> Done:
    """Merge, and write the result over `files.ours`.

    Merges `.memsync-allow`, too. Leaves a file to git's own merge that is neither a
    note, a log nor the memory index, that is not UTF-8, or whose losing version cannot
    be archived. Raises `OSError`, and `MemsyncError` for a file that cannot be read,
    before anything is written.
    """
    found = _place(files.path)
    base, ours, theirs = map(atomic.read_regular, files[:3])
    if files.path == ALLOW_FILE:
        atomic.write(files.ours, merged_lists(base or None, ours, theirs))
        return Done(clean=True, name=ALLOW_FILE)
    if found is None:
        return _by_git(files, cwd, environ, "it is no note")
    if not (_is_text(ours) and _is_text(theirs)):
        return _by_git(files, cwd, environ, "it is not UTF-8")
    if max(len(ours), len(theirs)) > MAX_BLOB:
        return _by_git(files, cwd, environ, "it is larger than 1 MiB")
    merged = _merged(found, base or None, ours, theirs)
    losers = [side.data for side in merged.losers if side.data is not None]
    try:
        if losers:
            _archive(found.name, losers, cwd, environ, now)
    except (OSError, MemsyncError) as error:
        why = f"the version that loses cannot be archived: {_said(error)}"
        return _by_git(files, cwd, environ, why)
    if merged.data != ours:
        atomic.write(files.ours, merged.data or b"")
    return Done(clean=True, name=found.name, archived=len(losers))


def _place(path: str) -> Place | None:
    """What the file is; None for what memsync does not merge."""
    below = path.removeprefix(f"{MEMORY_PATH}/")
    if below == path:
        return None
    found = place(f"{USER}/{below}")
    mergeable = (Kind.INDEX, Kind.NOTE, Kind.LOG, Kind.LINES)
    return found if found.kind in mergeable else None


def _is_text(data: bytes) -> bool:
    if b"\0" in data:
        return False
    try:
        data.decode()
    # Not text that memsync can merge by lines: git merges it.
    except UnicodeDecodeError:
        return False
    return True


def _merged(found: Place, base: bytes | None, ours: bytes, theirs: bytes) -> Merged:
    if found.kind is Kind.LINES:
        return Merged(merged_lines(base, ours, theirs), Outcome.MERGED)
    merge = merge_index if found.kind is Kind.INDEX else merge_note
    return merge(base, Side(ours, _clock(ours)), Side(theirs, _clock(theirs)))


def _clock(data: bytes) -> Clock:
    """The time of a version, by its own `updated`; 1970 for a version without one."""
    try:
        updated = datetime.fromisoformat(Note.parse(data).updated)
    except ValueError:
        return Clock(0, 0, NO_MACHINE)
    if updated.tzinfo is None:
        updated = updated.replace(tzinfo=UTC)
    ms = int((updated - _EPOCH).total_seconds() * 1000)
    return Clock(max(ms, 0), 0, NO_MACHINE)


def _archive(
    name: str,
    versions: list[bytes],
    cwd: Path,
    environ: Mapping[str, str],
    now: Now,
) -> None:
    """Store versions in the archive of the memory that git merges."""
    root = require_root(cwd, environ)
    spot = spot_at(root.top, root)
    # A team's memory is part of the branch, so each worktree has its own.
    spot = spot._replace(
        folder=spot.own, isolated=spot.isolated or spot.shared, team=True
    )
    memory = spot.memory_folder
    archive = Archive(memory.archive, private=memory.private)
    with hold_memory(memory.lock, what="merge-file", wait=10.0):
        for data in versions:
            version = archive.store(name, data, now.utc)
            archive.events.record("merged", name, version.digest, now.utc)


def _by_git(files: Files, cwd: Path, environ: Mapping[str, str], why: str) -> Done:
    """Merge as git does by itself, with conflict markers where it needs them."""
    done = elsewhere(cwd, environ).attempt(
        *("merge-file", "-q", f"--marker-size={files.marker_size}"),
        *("-L", "ours", "-L", "base", "-L", "theirs"),
        *(str(path) for path in (files.ours, files.base, files.theirs)),
    )
    # Git's own merge leaves a binary file as it is, and calls it a conflict.
    return Done(clean=done.code == 0, why=why)


def _said(error: OSError | MemsyncError) -> str:
    return (
        Broken.from_os_error(error) if isinstance(error, OSError) else error
    ).message
