"""One call of a client: finds the memories of the server's folder anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.clock import read_clock
from memsync.errors import MemsyncError, Refused
from memsync.mcp.calls.for_tools import hint_for_tools
from memsync.memory.note.names import Scope
from memsync.paths import Places
from memsync.workspace.open import memory_to_change, open_for_reading
from memsync.workspace.target import open_for_writing, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from memsync.memory.store.store import Store
    from memsync.workspace.open import Opened


class Call:
    """What a tool works with. Nothing is cached between two calls."""

    def __init__(self, environ: Mapping[str, str], cwd: Path, *, off: bool) -> None:
        self.cwd = cwd
        self.now = read_clock()._replace(by="mcp")
        self.warnings: list[str] = []
        """The warnings to add to the result."""
        self.places = Places(environ)
        self._off = off

    def opened(self) -> Opened:
        """The memories that can be read here; without the user memory, if that is off.

        Raises `Refused` while memory is off, and what opening raises.
        """
        found = open_for_reading(self.cwd, self.places, self.now)
        if self._off or not found.settings.flag("memory.enabled"):
            raise Refused(
                "memory is off here",
                hint="`memsync config list` shows where memory.enabled is set",
                word="memory-off",
            )
        self.warn(found.warnings)
        return found._replace(user=None) if found.settings.user_denies_memory else found

    def store(self, scope: Scope) -> Store | None:
        """The memory of one scope, if it can be read here; raises as `opened`."""
        opened = self.opened()
        return opened.workspace if scope is Scope.WORKSPACE else opened.user

    def is_on(self) -> bool:
        """Whether memory is on; also with broken settings, which each call reports."""
        try:
            self.opened()
        except (MemsyncError, OSError) as error:
            return getattr(error, "word", "") != "memory-off"
        return True

    def has(self, setting: str) -> bool:
        """Whether a setting is on here; broken settings turn nothing on."""
        try:
            return self.opened().settings.flag(setting)
        except (MemsyncError, OSError):
            return False

    def to_change(self, scope: str) -> tuple[Store, Store | None]:
        """The memory whose notes are changed, and that of the other scope.

        Raises `NotFound` where there is none, else as `opened`.
        """
        found = self.opened()
        self.warn(settle(found.spot, self.places, self.now))
        return memory_to_change(found, Scope.parse(scope))

    def to_write(
        self, scope: str, check: Callable[[Store], object] | None = None
    ) -> Store:
        """The memory to write to, created if necessary; see `open_for_writing`."""
        self.opened()
        store, warnings = open_for_writing(
            self.cwd, self.places, self.now, Scope.parse(scope), check=check
        )
        self.warn(warnings)
        return store

    def warn(self, warnings: Iterable[tuple[str, str | None]]) -> None:
        """Keep warnings for the end of the result, each one once."""
        for message, hint in warnings:
            line = message
            if hint is not None:
                line += f"; hint: {hint_for_tools(hint)}"
            if line not in self.warnings:
                self.warnings.append(line)
