"""The interface of a reader of one agent's sessions, and where it may look.

Sessions come in three forms: lines that are appended, a file that is rewritten as a
whole, or rows of a database. A reader says where its files are, and turns their content
into events. It never writes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, ClassVar, Literal, NamedTuple

from memsync.sessions.reading.events import Skipped

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from memsync.sessions.reading.events import Event

Form = Literal["lines", "document", "database"]

# The state that a conversation needs to continue; JSON.
Saved = dict[str, object]


class Source(NamedTuple):
    """One file with sessions in it."""

    agent: str
    path: Path
    form: Form
    id: str = ""
    """The id of its session, as far as its name tells."""
    parent: str = ""
    """The parent session, if the file is a sub-agent's."""


class Stamp(NamedTuple):
    """A session in a database, and a value that changes whenever it does."""

    id: str
    changed: str


class Homes(NamedTuple):
    """Where the user's programs keep their files, from the environment."""

    environ: Mapping[str, str]
    platform: str
    """As `sys.platform`."""

    @property
    def home(self) -> Path | None:
        """The home folder; None where nothing says where it is."""
        return self.folder("HOME") or (
            self.folder("USERPROFILE") if self.platform == "win32" else None
        )

    def folder(self, variable: str) -> Path | None:
        """An absolute folder that a variable names; None without one."""
        value = self.environ.get(variable, "")
        if value.startswith("~/") and (home := self.environ.get("HOME", "")):
            value = home + value[1:]
        path = Path(value)
        return path if value and path.is_absolute() else None

    def below_home(self, *parts: str) -> list[Path]:
        """A folder below the home folder, if there is one."""
        return [self.home.joinpath(*parts)] if self.home else []

    def data(self, program: str) -> list[Path]:
        """Where a program keeps its data: by XDG, and where the platform has it."""
        base = self.folder("XDG_DATA_HOME")
        found = [base / program] if base else self.below_home(".local/share", program)
        return found + self._of_platform(program)

    def config(self, program: str) -> list[Path]:
        """Where a program keeps its settings."""
        base = self.folder("XDG_CONFIG_HOME")
        found = [base / program] if base else self.below_home(".config", program)
        return found + self._of_platform(program)

    def _of_platform(self, program: str) -> list[Path]:
        if self.platform == "darwin":
            return self.below_home("Library/Application Support", program)
        if self.platform == "win32" and (roaming := self.folder("APPDATA")):
            return [roaming / program]
        return []


class Look:
    """Lists folders, and remembers what it could not read."""

    def __init__(self, tops: Sequence[Path] = ()) -> None:
        self.tops = tops
        """The known git roots, for agents that keep sessions in them."""
        self.unread: list[str] = []
        """Folders and files that could not be read, or are missing."""

    def files(self, folder: Path, ending: str | tuple[str, ...]) -> list[Path]:
        """The files of a folder whose names end so, sorted."""
        return [
            Path(entry.path)
            for entry in self._entries(folder)
            if entry.name.endswith(ending) and _is_file(entry)
        ]

    def folders(self, folder: Path) -> list[Path]:
        """The folders in a folder, sorted."""
        return [Path(entry.path) for entry in self._entries(folder) if _is_dir(entry)]

    def has(self, path: Path) -> bool:
        """Whether a file is there."""
        try:
            return path.is_file()
        except OSError:
            self.unread.append(os.fspath(path))
            return False

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as found:
                return sorted(found, key=lambda entry: entry.name)
        except OSError:
            # A missing folder counts, too: its disk may just not be mounted.
            self.unread.append(os.fspath(folder))
            return []


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def _is_dir(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


class Conversation:
    """Reads one file of lines, from its beginning or from where it stopped."""

    def __init__(self, source: Source, saved: Saved | None) -> None:
        self.source = source
        self.saved = saved or {}

    skips_blank: ClassVar[bool] = True
    """Whether a blank line has no meaning."""

    def takes_rest(self, data: bytes) -> bool:
        """Whether a last line without a newline is complete."""
        from memsync.sessions.reading.lines import record

        return record(data) is not None

    def feed(self, number: int, data: bytes) -> Iterable[Event]:
        """What one line says; `data` has no line end."""
        raise NotImplementedError

    def end(self) -> Iterable[Event]:
        """The events that are known only at the end of the file."""
        return ()

    def state(self) -> Saved:
        """What the next conversation needs to go on from here."""
        return {}


class Records(Conversation):
    """Reads a file of JSON objects, one a line; any other line is skipped."""

    def feed(self, number: int, data: bytes) -> Iterator[Event]:
        """See `Conversation`."""
        from memsync.sessions.reading.lines import record

        found = record(data)
        if found is None:
            yield Skipped(malformed=True)
        else:
            yield from self.record(number, found)

    def record(self, number: int, found: dict[str, object]) -> Iterable[Event]:
        """What one object says."""
        raise NotImplementedError


class Reader:
    """Base class of the readers. Each overrides what its agent has."""

    agent: ClassVar[str]
    only_when_named: ClassVar[bool] = False
    """Whether its sessions are read only if a person names the agent."""

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        """The agent's files on this machine."""
        raise NotImplementedError

    def claim(self, path: Path) -> Source | None:
        """The source that a given file is, if its name is one of this agent's."""
        raise NotImplementedError

    def conversation(self, source: Source, saved: Saved | None) -> Conversation:
        """A reader of lines; raises `ValueError` or `KeyError` for a bad `saved`."""
        raise NotImplementedError

    def document(self, source: Source, file: BinaryIO) -> Iterator[Event]:
        """What a whole file says."""
        raise NotImplementedError

    def stamps(self, database: sqlite3.Connection) -> Iterator[Stamp]:
        """The sessions of a database."""
        raise NotImplementedError

    def stored(
        self, source: Source, database: sqlite3.Connection, id_: str
    ) -> Iterator[Event]:
        """What one session of a database says."""
        raise NotImplementedError

    def resume(self, id_: str) -> str | None:  # noqa: ARG002 -- for those below
        """The command that opens a session in its agent; None if there is none."""
        return None
