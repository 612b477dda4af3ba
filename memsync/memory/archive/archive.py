"""Earlier versions of notes: stores, lists, finds and prunes them.

A version is the file `<name>/<time saved, UTC>-<12 hex of its SHA-256>.md`, and its
id (`VersionId`) is that path without the suffix. The folder's `.events` records
why a version was replaced and which notes were live; without it the reasons are lost,
but no text.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta
from functools import cached_property

from memsync.errors import BadUsage, NotFound, Refused
from memsync.files import atomic
from memsync.files.unlinked import around, held, listed, names_in, remove
from memsync.meant import nearest
from memsync.memory.archive import learned
from memsync.memory.archive.events import Events, Past
from memsync.memory.archive.logs import FOLDERS
from memsync.memory.archive.version_id import STAMP, VersionId
from memsync.memory.note.names import SUFFIX
from memsync.record import NamedTuple
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config.settings import Settings

# The file of a version; anything else in the folder is not ours.
_FILE = re.compile(r"(?P<stamp>[0-9]{8}T[0-9]{6}Z)-(?P<digest>[0-9a-f]{12})\.md")
_UNKNOWN = Past(None, "", -1)


class Version(NamedTuple):
    """One stored version of a note, or of the memory index."""

    key: VersionId
    time: str
    """When it was saved: UTC, as 2026-11-21T09:30:00Z."""
    path: Path
    reason: str = "synced"
    """Why it is no longer live."""
    replaced: tuple[str, int] = ("", -1)
    """A sort key: when it was replaced or, if that is unknown, saved."""

    @property
    def id(self) -> str:
        """What people and programs call it."""
        return str(self.key)

    @property
    def name(self) -> str:
        """The note's, or `MEMORY`."""
        return self.key.name

    @property
    def digest(self) -> str:
        """The first 12 hex digits of its SHA-256."""
        return self.key.digest


class Retention(NamedTuple):
    """Which versions to keep: the newest of each note, and all of the last days."""

    keep_last: int
    keep_days: int

    @classmethod
    def of(cls, settings: Settings) -> Retention | None:
        """From the settings; None if all versions are kept."""
        if settings.text("archive.keep") == "all":
            return None
        last, days = (settings.number(f"archive.keep_{n}") for n in ("last", "days"))
        return cls(last, days)


def digest_of(data: bytes) -> str:
    """The part of a text's SHA-256 that names it in the archive."""
    from memsync.digest import sha256

    return sha256(data).hexdigest()[:12]


class Archive:
    """The archive of one memory, in `folder`, which need not exist yet."""

    def __init__(self, folder: Path, *, private: bool, nested: bool = False) -> None:
        """`nested`: names may contain folders, as in an agent's own folder."""
        self.folder = folder
        self._nested = nested
        self.folder_mode = 0o700 if private else atomic.PLAIN_FOLDER
        self._file_mode = 0o600 if private else None

    @cached_property
    def events(self) -> Events:
        """Why versions were replaced, and which notes are live."""
        return Events(self.folder / ".events", mode=self._file_mode or atomic.PLAIN)

    def store(self, name: str, data: bytes, saved: datetime) -> Version:
        """Keep a version that was saved at `saved` (UTC); each version is kept once.

        Durable on return. Raises `OSError`, and `Refused` for a link.
        """
        digest = digest_of(data)
        version = self._version(name, saved.strftime(STAMP), digest)
        for stamp, found in self._stored(name):
            if found == digest:
                version = self._version(name, stamp, digest)
                # A crash can cut a version short: then write it again.
                if version.path.stat().st_size == len(data):
                    return version
        atomic.make_folder(self.folder, mode=self.folder_mode)
        folder = self.folder / name
        # A link in place of the archive could lead versions anywhere.
        if folder.is_symlink():
            raise Refused(f"'{folder}' is a symlink", word="symlink")
        atomic.make_folder(folder, mode=self.folder_mode)
        # Staged in the archive's own folder, where one listing finds what a kill left.
        with held(self.folder) as all_of_it, held(folder) as place:
            file = version.path.name
            staged = atomic.stage_in(all_of_it, data, self._file_mode, file)
            try:
                all_of_it.move(staged, place, file)
            except BaseException:
                all_of_it.unlink(staged, missing_ok=True)
                raise
            place.sync()
        return version

    def store_first(self, name: str, data: bytes, saved: datetime) -> str | None:
        """Keep the first version of a note, fast; its digest, or None if not the first.

        Durable only after `os.sync`: for thousands of notes, each of which would take a
        disk milliseconds to sync. Raises `OSError`.
        """
        path = f"{self.folder}{os.sep}{name}"
        with around(path) as (above, last):
            try:
                above.mkdir(last, self.folder_mode)
            # The note has versions already, so this is not its first.
            except FileExistsError:
                return None
        digest = digest_of(data)
        path = f"{path}{os.sep}{saved:{STAMP}}-{digest}{SUFFIX}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        made = self._file_mode or atomic.PLAIN
        with around(path) as (folder, file_name):
            named = folder.named(file_name)
            handle = os.open(named, flags, made, dir_fd=folder.handle)
        with open(handle, "wb") as file:  # noqa: PTH123 -- a descriptor, not a path
            file.write(data)
        return digest

    def holds(self, name: str, digest: str) -> bool:
        """Whether this content of the note is stored."""
        return any(found == digest for _, found in self._stored(name))

    def count(self, name: str, live: str) -> int:
        """How many versions of the note are stored, without the one of this digest."""
        return sum(found != live for _, found in self._stored(name))

    def names(self) -> list[str]:
        """The notes and logs that may have versions."""
        if self._nested:
            return sorted(self._below(""))
        names = set(_folders(self.folder))
        for part in names.intersection(FOLDERS):
            names |= {f"{part}/{name}" for name in _folders(self.folder / part)}
            # A note may have the same name as the folder of the logs.
            if not self._stored(part):
                names.remove(part)
        if learned.LEARNED in names:
            names |= set(learned.stored(self.folder))
            if not self._stored(learned.LEARNED):
                names.remove(learned.LEARNED)
        return sorted(names)

    def _below(self, name: str) -> list[str]:
        """The names below a folder, at any depth, that have versions."""
        found = [name] if name and self._stored(name) else []
        for folder in _folders(self.folder / name):
            found += self._below(f"{name}/{folder}" if name else folder)
        return found

    def versions(self, name: str | None = None) -> list[Version]:
        """Every stored version of one note or of all, the live ones included.

        The newest come first.
        """
        past = self.events.past()
        found = []
        for each in self.names() if name is None else [name]:
            for stamp, digest in self._stored(each):
                known = past.get((each, digest), _UNKNOWN)
                # It was live, and no command replaced it: an agent overwrote it.
                reason = known.reason or ("overwritten" if known.when else "synced")
                version = self._version(each, stamp, digest)
                replaced = (max(stamp, known.when), known.order)
                version = version._replace(reason=reason, replaced=replaced)
                found.append((stamp, known.order, version))
        return [version for _, _, version in sorted(found, reverse=True)]

    def find(self, text: str) -> Version:
        """The version with this id, or with this unique prefix of an id.

        Raises `NotFound`, and `BadUsage` for an ambiguous prefix.
        """
        name = text.rpartition("/")[0] or None
        if name is not None and name not in self.names():
            name = None
        found = [v for v in self.versions(name) if v.id.startswith(text)]
        exact = [v for v in found if v.id == text]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if not found or not text:
            raise no_such_version(text, self.names())
        raise BadUsage(
            f"{len(found)} versions begin with '{printable(text)}'",
            hint=f"such as {printable(found[0].name)}@1, or {printable(found[0].id)}",
        )

    def drop(self, version: Version) -> None:
        """Remove a stored version whose text exists elsewhere."""
        remove(version.path)

    def expendable(
        self, name: str, live: bytes | None, retention: Retention, now: Now
    ) -> list[Version]:
        """The versions of a note that retention does not keep; never the live one.

        Age counts from when a version was replaced, if that is known, not from when it
        was saved: a text that was live yesterday stays, even if it is years old.
        """
        stored = self._stored(name)
        if len(stored) <= retention.keep_last:
            return []
        digest = None if live is None else digest_of(live)
        limit = f"{now.utc - timedelta(days=retention.keep_days):{STAMP}}"
        past = self.events.past()
        aged = []
        for stamp, found in stored:
            if found != digest:
                known = past.get((name, found), _UNKNOWN)
                aged.append((max(stamp, known.when), known.order, stamp, found))
        old = sorted(aged)[: max(len(aged) - retention.keep_last, 0)]
        return [
            self._version(name, stamp, found)
            for age, _, stamp, found in old
            if age < limit
        ]

    def _stored(self, name: str) -> list[tuple[str, str]]:
        """The stamp and digest of every version; other files are not ours."""
        try:
            files = names_in(self.folder / name)
        except (FileNotFoundError, NotADirectoryError, Refused):
            return []
        found = map(_FILE.fullmatch, files)
        return [(m["stamp"], m["digest"]) for m in found if m]

    def _version(self, name: str, stamp: str, digest: str) -> Version:
        key = VersionId(name, stamp, digest)
        when = (
            f"{stamp[:4]}-{stamp[4:6]}-{stamp[6:8]}"
            f"T{stamp[9:11]}:{stamp[11:13]}:{stamp[13:15]}Z"
        )
        return Version(key, when, self.folder / name / (key.stem + SUFFIX))


def _folders(folder: Path) -> list[str]:
    try:
        with listed(folder) as (found, _):
            return [
                entry.name
                for entry in found
                if entry.name[0] != "." and entry.is_dir(follow_symlinks=False)
            ]
    except (FileNotFoundError, NotADirectoryError, Refused):
        return []


def no_such_version(text: str, names: Iterable[str]) -> NotFound:
    """The error for an unknown id; suggests the nearest note's version."""
    note, mark, rest = text.partition("/" if "/" in text else "@")
    near = nearest(note, names)
    hint = "see `memsync archive list`"
    if near is not None and near != note:
        meant = near + (mark + rest if mark == "@" else "@1")
        hint = f"did you mean {printable(meant)}? {hint}"
    return NotFound(
        f"there is no version '{printable(text)}'",
        hint=hint,
        word="no-such-version",
    )


def saved_at(path: Path, now: Now) -> datetime:
    """When a file was last written, in UTC; now, if its date is invalid."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    # A file's time may lie outside of what Python's dates can hold.
    except (OverflowError, ValueError, FileNotFoundError):
        return now.utc
