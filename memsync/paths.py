"""Where a person's memory, memsync's configuration and its state live."""

from __future__ import annotations

import sys
from pathlib import Path

from memsync.errors import Broken
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

# A memory's folder below its git root; Coyote uses the same path.
MEMORY_PATH = ".coyote/memory"

MEMORY_INDEX = "MEMORY.md"
LITE_MEMORY = "COYOTE.md"

# Set in the environment of a model that learns from sessions: there, hooks, `context`
# and `learn` do nothing, so that it neither reads nor starts anything.
LEARNING = "MEMSYNC_LEARN_STAGE"

# The error word if no variable says where the user's folders are.
NO_HOME = "no-home"


class Places(NamedTuple):
    """The folders of one user on one machine, from the environment.

    Nothing is created or read here. Every property raises `Broken` if the environment
    names neither the folder nor a home for it.
    """

    environ: Mapping[str, str]

    @property
    def ephemeral(self) -> Path | None:
        """The folder of `memsync ephemeral`; if set, all others are below it."""
        return self._folder("MEMSYNC_EPHEMERAL")

    @property
    def user_memory(self) -> Path:
        """The user memory, in the folder that Coyote uses."""
        if (throwaway := self.ephemeral) is not None:
            return throwaway / "coyote" / "memory"
        own = self._folder("COYOTE_CONFIG_DIR")
        return (own or self._base("XDG_CONFIG_HOME", ".config", "coyote")) / "memory"

    @property
    def config(self) -> Path:
        """memsync's own configuration and keys."""
        if (throwaway := self.ephemeral) is not None:
            return throwaway / "config"
        own = self._folder("MEMSYNC_CONFIG_DIR")
        return own or self._base("XDG_CONFIG_HOME", ".config", "memsync")

    @property
    def config_file(self) -> Path:
        """The user's configuration file; it need not exist."""
        return self.config / "config.yaml"

    @property
    def state(self) -> Path:
        """The mirror, the journal and the locks: never synced, safe to lose.

        With `init --private`, a repository's memory is here, too.
        """
        if (throwaway := self.ephemeral) is not None:
            return throwaway / "state"
        own = self._folder("MEMSYNC_STATE_DIR")
        return own or self._base("XDG_STATE_HOME", ".local/state", "memsync")

    @property
    def data(self) -> Path:
        """Files that must not be lost, but are not part of a memory."""
        if (throwaway := self.ephemeral) is not None:
            return throwaway / "data"
        own = self._folder("MEMSYNC_DATA_DIR")
        return own or self._base("XDG_DATA_HOME", ".local/share", "memsync")

    @property
    def host(self) -> str:
        """This machine's host name without its domain; empty if it has none."""
        from socket import gethostname

        name = gethostname().partition(".")[0]
        return "" if name == "localhost" else name

    def _folder(self, variable: str) -> Path | None:
        value = self.environ.get(variable, "")
        if not value:
            return None
        if not value.startswith("~"):
            path = Path(value)
        else:
            path = self._home() / value.removeprefix("~").lstrip("/")
        if not path.is_absolute():
            raise Broken(
                f"{variable} is not an absolute path",
                hint=f"set {variable} to an absolute path, or unset it",
                word="environment",
            )
        return path

    def _base(self, variable: str, below_home: str, program: str) -> Path:
        # The XDG specification says to ignore a relative value.
        value = self.environ.get(variable, "")
        if value and Path(value).is_absolute():
            return Path(value) / program
        if sys.platform in ("darwin", "win32"):
            from platformdirs import PlatformDirs

            folders = PlatformDirs(program, appauthor=False, roaming=True)
            if variable == "XDG_DATA_HOME":
                return folders.user_data_path / "data"
            kind = variable == "XDG_STATE_HOME"
            return folders.user_state_path if kind else folders.user_config_path
        return self._home() / below_home / program

    def _home(self) -> Path:
        home = self.environ.get("HOME", "")
        # Not the password database, which expanduser falls back on: neither git nor
        # Coyote would look for a person's notes there.
        if not home or not Path(home).is_absolute():
            raise Broken(
                "HOME is not set to an absolute path, so there is no user memory",
                hint="set HOME, or COYOTE_CONFIG_DIR, MEMSYNC_CONFIG_DIR, "
                "MEMSYNC_DATA_DIR and MEMSYNC_STATE_DIR",
                word=NO_HOME,
            )
        return Path(home)
