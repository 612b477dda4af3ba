"""A warm memsync: one process that runs each command in a fork of itself.

A fork takes a few milliseconds where an interpreter takes a hundred, so that a
round can be stopped at every one of its steps. `Warm` is the test's side.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, Self

    from support.machine import Machine

KILL = "kill"
"""The process dies, as by `kill -9`."""
FULL = "full"
"""From this step on the disk takes no more, nor from any git that we call."""
BAD = "bad"
"""This one step is answered with an input/output error."""

_FILLING = ("open", "fsync", "link", "mkdir")
_STEPS = (*_FILLING, "rename", "replace", "symlink", "unlink", "utime")


class Stopped(NamedTuple):
    """What came of a command."""

    code: int
    """The exit status; negative: the signal."""
    err: str
    steps: int
    """How many steps it took; 0 when it was killed."""
    hit: str
    """What kind of step was hit: the name of the call; empty if none was."""


@dataclass
class Warm:
    """Runs commands on machines; a context manager."""

    _child: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self._child = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._child
        self._child.communicate(timeout=60)

    def memsync(
        self, machine: Machine, *arguments: str, fault: str = "", at: int = 0
    ) -> Stopped:
        """Run memsync on a machine, with a fault at its step number `at`."""
        assert self._child
        assert self._child.stdin
        assert self._child.stdout
        asked = [arguments, machine.environ, str(machine.folder), fault, at]
        self._child.stdin.write(json.dumps(asked) + "\n")
        self._child.stdin.flush()
        return Stopped(*json.loads(self._child.stdout.readline()))


def _serve() -> None:
    import importlib
    import pkgutil

    import memsync.cli.sync
    import memsync.sync

    for module in pkgutil.iter_modules(memsync.sync.__path__):
        if module.name != "history":  # GitPython reads the environment
            importlib.import_module(f"memsync.sync.{module.name}")
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_in_a_fork(*json.loads(line))) + "\n")
        sys.stdout.flush()


def _in_a_fork(
    arguments: list[str], environ: dict[str, str], folder: str, fault: str, at: int
) -> tuple[int, str, int, str]:
    err_read, err_write = os.pipe()
    told_read, told_write = os.pipe()
    pid = os.fork()
    if not pid:
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(0, 1)
        os.dup2(err_write, 2)
        for end in (err_read, err_write, told_read):
            os.close(end)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environ)
        _run_and_exit(arguments, fault, at, told_write)
    os.close(err_write)
    os.close(told_write)
    with os.fdopen(err_read) as file:
        err = file.read()
    with os.fdopen(told_read) as file:
        steps, _, said = file.read().partition(" ")
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return code, err, int(steps or 0), said


def _run_and_exit(arguments: list[str], fault: str, at: int, told: int) -> None:
    from memsync.cli.main import run

    write = os.write
    stopper = _Stopper(fault, at)
    stopper.watch()
    code = 99
    try:
        code = run(arguments)
        sys.stderr.flush()
    finally:
        write(told, f"{stopper.seen} {stopper.hit}".encode())
        os._exit(code)


class _Stopper:
    """Counts the changes to the disk and the git children, and spoils one."""

    def __init__(self, fault: str, at: int) -> None:
        self.fault = fault
        self.at = at
        self.seen = 0
        self.hit = ""

    def watch(self) -> None:
        """Stand between memsync and the system."""
        import memsync.git
        import memsync.spawn
        import memsync.sync.short
        import memsync.sync.transport

        # Whoever is killed leaves to the kernel what was written: no fsync is made.
        for name in _STEPS:
            setattr(os, name, self._watched(name, getattr(os, name)))
        git = self._watched("git", memsync.spawn.run)

        def run(argv: Any, environ: Any, *args: Any, **named: Any) -> object:  # noqa: ANN401 -- as the real one
            return git(argv, {**environ, "GIT_TEST_FSYNC": "0"}, *args, **named)

        for module in (memsync.git, memsync.sync.short, memsync.sync.transport):
            vars(module)["run"] = run

    def _watched(self, name: str, real: Callable[..., object]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> object:  # noqa: ANN401 -- any call's
            if name == "open" and not args[1] & os.O_CREAT:
                return real(*args, **named)
            self.seen += 1
            if self.fault and self.seen >= self.at:
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


if __name__ == "__main__":
    _serve()
