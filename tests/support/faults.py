"""A command that is stopped at one of its steps: it is killed, or the disk fails.

Every change to the disk and every git child is a step, numbered from 1.
"""

from __future__ import annotations

import errno
import os
import resource
import signal
import sys
from traceback import walk_stack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The process dies, as by `kill -9`.
KILL = "kill"

# From this step on the disk takes no more, nor from any git that we call.
FULL = "full"

# This one step is answered with an input/output error.
BAD = "bad"

# Nothing fails: the steps are told apart, which takes a look at the disk at each.
COUNT = "count"

# Nothing fails; as with every fault here, nothing is fsynced either.
NONE = "none"

_FILLING = ("open", "fsync", "link", "mkdir")
_STEPS = (*_FILLING, "rename", "replace", "symlink", "unlink", "utime")


class Stopper:
    """Counts the changes to the disk and the git children, and spoils one."""

    def __init__(self, fault: str, at: int, folder: str) -> None:
        """`folder` is all of the disk that counts."""
        self.fault = fault
        self.at = at
        self.seen = 0
        self.hit = ""
        self.changed: list[int] = []
        """Steps before which something had changed since the step before. A process
        that is killed leaves nothing but the disk: at others it is the same kill."""
        self.places: list[int] = []
        """The first step that each place in the code makes."""
        self._known: set[tuple[tuple[str, int], ...]] = set()
        self._folder = folder
        self._disk = _state_of(folder) if fault == COUNT else None

    def watch(self) -> None:
        """Stand between memsync and the system."""
        import memsync.process.spawn

        # Whoever is killed leaves to the kernel what was written: no fsync is made.
        for name in _STEPS:
            setattr(os, name, self._watched(name, getattr(os, name)))
        real = memsync.process.spawn.run
        git = self._watched("git", real)

        def run(argv: Any, environ: Any, *args: Any, **named: Any) -> object:  # noqa: ANN401 -- as the real one
            return git(argv, {**environ, "GIT_TEST_FSYNC": "0"}, *args, **named)

        for module in [vars(each) for each in sys.modules.values()]:
            if module.get("run") is real:
                module["run"] = run

    def _note(self) -> None:
        disk = _state_of(self._folder)
        if disk != self._disk:
            self._disk = disk
            self.changed.append(self.seen)
        callers = _callers()
        if callers not in self._known:
            self._known.add(callers)
            self.places.append(self.seen)

    def _watched(self, name: str, real: Callable[..., object]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> object:  # noqa: ANN401 -- any call's
            if name == "open" and not args[1] & os.O_CREAT:
                return real(*args, **named)
            self.seen += 1
            if self.fault == COUNT:
                self._note()
            if self.fault not in (COUNT, NONE) and self.seen >= self.at:
                self._spoil(name, args[0])
            try:
                return None if name == "fsync" else real(*args, **named)
            finally:
                if self.fault == BAD:
                    _limit_files(resource.RLIM_INFINITY)

        return call

    def _spoil(self, name: str, path: object) -> None:
        file = None if isinstance(path, int) else path
        first = self.seen == self.at
        if first:
            self.hit = name
        if self.fault == KILL and first:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fault == FULL or (self.fault == BAD and first):
            _limit_files(0)
        if self.fault == FULL and name in _FILLING:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), file)
        if self.fault == BAD and first and name != "git":
            _limit_files(resource.RLIM_INFINITY)
            raise OSError(errno.EIO, os.strerror(errno.EIO), file)


def _limit_files(size: int) -> None:
    """What a full disk is to git, and to us: no file gets longer than this."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _state_of(folder: str) -> list[tuple[str, int, int, int, int]]:
    """Everything below a folder, so that no change of it goes unseen."""
    return sorted(
        (path, found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns)
        for top, folders, files in os.walk(folder)
        for path in (f"{top}/{name}" for name in (*folders, *files))
        for found in (os.lstat(path),)
    )


def _callers() -> tuple[tuple[str, int], ...]:
    """The lines of code that are being run, from the step outwards."""
    return tuple((frame.f_code.co_filename, line) for frame, line in walk_stack(None))
