"""The place and environment from which agents' folders are found."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.paths import NO_HOME

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from memsync.paths import Places
    from memsync.workspace.repository.roots import GitRoot


class Where(NamedTuple):
    """The folder, the user and the system that a layout starts from."""

    places: Places
    cwd: Path
    """Absolute and real."""
    root: GitRoot | None
    platform: str
    """`sys.platform`."""
    now: datetime
    """In UTC."""

    @property
    def top(self) -> Path:
        """The work tree around the folder, else the folder itself."""
        return self.root.top if self.root else self.cwd

    @property
    def main(self) -> Path:
        """The repository's main work tree, which its linked worktrees share."""
        if self.root is None:
            return self.cwd
        return self.root.main_top or self.root.top

    @property
    def home(self) -> Path:
        """The person's home; raises `Broken` where the environment names none."""
        home = self.places.environ.get("HOME", "")
        if not home or not Path(home).is_absolute():
            raise Broken(
                "HOME is not set to an absolute path",
                hint="set HOME, or give the agent's folder as PATH",
                word=NO_HOME,
            )
        return Path(home)

    def folder(self, variable: str, below_home: str) -> Path:
        """The value of a variable, with `~` for the home, else a folder in the home."""
        value = self.places.environ.get(variable, "")
        if value.startswith("~"):
            return self.home / value.removeprefix("~").lstrip("/")
        if value and Path(value).is_absolute():
            return Path(value)
        return self.home / below_home

    def data_home(self) -> Path:
        """Where programs keep data: `XDG_DATA_HOME`, or the platform's equivalent."""
        return self._base(
            "XDG_DATA_HOME", ".local/share", "APPDATA", "Application Support"
        )

    def xdg(self, variable: str, below_home: str) -> Path:
        """An XDG folder for programs that use those on every platform."""
        value = self.places.environ.get(variable, "")
        if value and Path(value).is_absolute():
            return Path(value)
        return self.home / below_home

    def _base(self, variable: str, below: str, windows: str, mac: str) -> Path:
        if self.platform == "darwin":
            return self.home / "Library" / mac
        if self.platform == "win32" and (value := self.places.environ.get(windows)):
            return Path(value)
        return self.xdg(variable, below)


def nowhere(_: Where) -> None:
    """For an agent without such a folder."""


def below_top(path: str) -> Callable[[Where], Path | None]:
    """A folder or file in the work tree; none outside git."""
    return lambda where: where.root.top / path if where.root else None


def is_inside(path: Path, top: Path) -> bool:
    """Whether the real path lies in a folder."""
    real, above = os.path.realpath(path), os.path.realpath(top)
    return real == above or real.startswith(above.rstrip(os.sep) + os.sep)


def is_a_memory(folder: Path) -> bool:
    """Whether a path is that of a memory of memsync's, by its form."""
    return folder.parts[-2:] == (".coyote", "memory") or "memsync" in folder.parts[-3:]
