"""Bring a memory folder to the merged state, one compare-and-swap a file.

A file that is not what the round last saw there stays as it is, for the next
round. A version is archived before it is replaced; if that fails, it stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.files import atomic
from memsync.files.unlinked import held, remove
from memsync.memory.archive.archive import Archive, saved_at
from memsync.memory.archive.events import LIVE
from memsync.memory.archive.journal import Journal
from memsync.memory.archive.version_id import STAMP
from memsync.memory.files.live import remove_keeping, replace_keeping
from memsync.sync.folder.contents import Delete
from memsync.sync.merge.canonical import canonical, written_like
from memsync.sync.merge.entries_at import reinsert_at
from memsync.sync.tree.layout import (
    INDEX_NAME,
    Kind,
    Place,
    blob_id,
    place,
    version_at,
)
from memsync.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.files.lock import Held, Memory
    from memsync.memory.archive.events import Reason
    from memsync.memory.archive.version_id import VersionId
    from memsync.memory.store.store import MemoryFolder
    from memsync.sync.folder.contents import Action


@dataclass(slots=True)
class Applied:
    """What became of the actions."""

    names: list[str] = field(default_factory=list)
    """The notes, logs and memory indexes that were changed."""
    left: list[str] = field(default_factory=list)
    """Paths below the folder whose files changed meanwhile."""
    archived: list[VersionId] = field(default_factory=list)
    """The versions that were put into the archive."""
    shown: list[VersionId] = field(default_factory=list)
    """Live versions that the archive of a workspace memory has as well."""


@dataclass(frozen=True, slots=True)
class Applier:
    """Applies the actions of a plan to one memory."""

    home: str
    """The memory's place in the trees."""
    memory: MemoryFolder
    read: Callable[[str], bytes]
    """The bytes of a blob by its id."""
    now: Now
    merged: Collection[str]
    """The names whose replaced version went into a merge."""
    entries_kept: Collection[str | None]
    """The names whose entries stand in this folder's memory index alone."""
    reason: Reason = "synced"
    """Why a version that went into no merge is replaced."""
    remains: Callable[[str, bytes], bytes | None] | None = None
    """What a purge leaves of a version of a note."""

    def run(
        self,
        actions: Iterable[Action],
        held: Held[Memory],  # noqa: ARG002 -- a proof
        tell: Callable[[str], None],
    ) -> Applied:
        """Apply what can be applied; raises `OSError` on the first real failure.

        `tell` is called with the path of each note, log and index that was.
        """
        applied = Applied()
        archive = Archive(self.memory.archive, private=self.memory.private)
        atomic.make_folder(self.memory.folder, mode=self._folder_mode)
        for action in counted(actions, "bringing notes here"):
            found = place(f"{self.home}/{action.path}")
            if found.kind is Kind.ARCHIVED:
                self._store(action, found, archive, applied)
            elif found.kind in (Kind.ALLOW, Kind.LINES):
                self._swap(action, applied)
            elif self._apply(action, found.name, archive, applied):
                applied.names.append(found.name)
                tell(action.path)
            else:
                applied.left.append(action.path)
        return applied

    def _apply(
        self, action: Action, name: str, archive: Archive, applied: Applied
    ) -> bool:
        path = self.memory.folder / action.path
        try:
            with held(path.parent) as folder:
                live = atomic.read_in(folder, path.name)
        # Deleted since the round looked; the next round sees that.
        except FileNotFoundError:
            live = None
        except Refused:
            return False  # became a link or a device since
        known = None if live is None else canonical(live)
        data = None if isinstance(action, Delete) else self.read(action.oid)
        if name == INDEX_NAME and data is not None and known is not None:
            data = reinsert_at(self.home, data, known, self.entries_kept)
        if known == data:
            return True
        if (None if known is None else blob_id(known)) != action.expected:
            return False

        def keep(late: bytes) -> None:
            self._archive(archive, name, late, self.now.utc, "overwritten", applied)

        if live is not None:
            saved = saved_at(path, self.now)
            reason = self._reason(name, goes=data is None)
            self._archive(archive, name, live, saved, reason, applied)
        if data is None:
            self._note(archive, name, live, None)
            return live is None or remove_keeping(path, live, keep)
        data = written_like(data, live)
        self._note(archive, name, live, data)
        return self._put(path, name, data, live, keep, archive, applied)

    def _note(
        self, archive: Archive, name: str, live: bytes | None, data: bytes | None
    ) -> None:
        """Let `memsync undo` take it back, but nothing that a purge takes."""
        if self.remains is None:
            Journal(archive).note(name, live, data, self.now)

    def _swap(self, action: Action, applied: Applied) -> None:
        """Bring a list, of which no version is kept: each line says when it stays."""
        path = self.memory.folder / action.path
        try:
            live = atomic.read_regular(path)
        except FileNotFoundError:
            live = None
        if (None if live is None else blob_id(canonical(live))) != action.expected:
            applied.left.append(action.path)
        elif isinstance(action, Delete):
            remove(path)
        else:
            atomic.make_folder(path.parent, mode=self._folder_mode)
            mode = 0o600 if self.memory.private else None
            atomic.write(path, self.read(action.oid), mode=mode)

    def _put(
        self,
        path: Path,
        name: str,
        data: bytes,
        live: bytes | None,
        keep: Callable[[bytes], None],
        archive: Archive,
        applied: Applied,
    ) -> bool:
        atomic.make_folder(path.parent, mode=self._folder_mode)
        mode = 0o600 if self.memory.private else None
        if self.memory.ending and live is not None:
            mode = None  # the file is the agent's
        if not self.memory.guards_live:
            return replace_keeping(path, data, live, keep, mode=mode)
        later = archive.store(name, data, self.now.utc)
        done = replace_keeping(path, data, live, keep, mode=mode)
        if done:
            archive.events.record(LIVE, name, later.digest, self.now.utc)
            applied.shown.append(later.key)
        return done

    def _reason(self, name: str, *, goes: bool) -> Reason:
        if name in self.merged:
            return "merged"
        # Where the archive tells what is missing, it must not miss this one.
        return "forgotten" if goes and self.memory.guards_live else self.reason

    @property
    def _folder_mode(self) -> int:
        return 0o700 if self.memory.private else 0o777

    def _archive(
        self,
        archive: Archive,
        name: str,
        data: bytes,
        saved: datetime,
        reason: Reason,
        applied: Applied,
    ) -> None:
        if self.remains is not None:
            kept = self.remains(name, data)
            if kept is None:
                return
            data = kept
        version = archive.store(name, data, saved)
        archive.events.record(reason, name, version.digest, self.now.utc)
        if version.key not in applied.archived:
            applied.archived.append(version.key)

    def _store(
        self, action: Action, found: Place, archive: Archive, applied: Applied
    ) -> None:
        """Bring a version from the tree's archive; one never leaves that way."""
        version = version_at(action.path, found)
        if isinstance(action, Delete) or archive.holds(found.name, version.digest):
            return
        try:
            saved = datetime.strptime(version.stamp, STAMP).replace(tzinfo=UTC)
        except ValueError:
            saved = self.now.utc  # such as month 99, which the grammar lets pass
        data = self.read(action.oid)
        self._archive(archive, found.name, data, saved, "merged", applied)
