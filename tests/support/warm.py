"""A warm memsync: one process that runs each command in a fork of itself.

A fork takes a few milliseconds where an interpreter takes a hundred. The command has
streams, an environment, a folder, locks and an exit code of its own, as ever; only the
start of Python and the loading of modules have happened before. What those do is shown
in `tests/test_startup.py`, and wherever a story starts `memsync` by its name.

This is the test's side; the other is `support.warmed`.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import json
import os
import selectors
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from support.faults import NONE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from support.machine import Machine

_ENVIRON = {"LC_ALL": "C.UTF-8"}
_READ_AT_START = ("LANG", "LC_", "PYTHON")
_CHUNK = 1 << 16


class Command(NamedTuple):
    """What to run: see `support.faults` for the last two."""

    argv: list[str]
    environ: Mapping[str, str]
    folder: str
    fault: str = ""
    at: int = 0


class Ended(NamedTuple):
    """What came of a command."""

    code: int
    """The exit status; negative: the signal."""
    out: bytes
    err: bytes
    hit: str
    """What kind of step was hit: the name of the call; empty if none was."""
    changed: list[int]
    """See `support.faults.Stopper`; empty where no steps were counted."""
    places: list[int]
    """See `support.faults.Stopper`; empty where no steps were counted."""

    @property
    def said(self) -> str:
        """What it said on standard error."""
        return self.err.decode()


def would_start_alike(environ: Mapping[str, str]) -> bool:
    """Whether Python starts in this environment as it did in the warm process."""
    read = {n: v for n, v in environ.items() if n.startswith(_READ_AT_START)}
    return read == _ENVIRON


def stopped(machine: Machine, *arguments: str, fault: str = NONE, at: int = 0) -> Ended:
    """Run memsync on a machine, with a fault at its step number `at`."""
    argv = ["memsync", *arguments]
    command = Command(argv, machine.environ, str(machine.folder), fault, at)
    return run(command, b"", machine.patience)


def run(command: Command, stdin: bytes, patience: float) -> Ended:
    """Run the command line in a fork.

    Raises `TimeoutError` after `patience` seconds; the command is killed then.
    """
    pipes = [os.pipe() for _ in range(3)]
    given, *told = pipes[0][1], pipes[1][0], pipes[2][0]
    pid = _start(command, [pipes[0][0], pipes[1][1], pipes[2][1]])
    try:
        _give(given, stdin)
        out, err = _hear(told, monotonic() + patience)
    except TimeoutError:
        os.kill(pid, 9)
        _line(_link())
        raise
    finally:
        for end in told:
            os.close(end)
    code, *counted = json.loads(_line(_link()))
    return Ended(code, out, err, *counted)


def run_on_terminal(command: Command, patience: float) -> Ended:
    """As `run`, on a terminal where nobody types; `out` is all that it shows there."""
    ours, theirs = os.openpty()
    pid = _start(command, [theirs] * 3)
    try:
        (shown,) = _hear([ours], monotonic() + patience)
    except TimeoutError:
        os.kill(pid, 9)
        _line(_link())
        raise
    finally:
        os.close(ours)
    code, *counted = json.loads(_line(_link()))
    return Ended(code, shown, b"", *counted)


def leave(command: Command, streams: list[int]) -> None:
    """Start it, and let it run: see `support.lasting`.

    To the fourth of the streams go its process id, and its exit status in the end.
    """
    _start(command, streams)
    _line(_link())


def _start(command: Command, streams: list[int]) -> int:
    """Start it with these streams, which are closed here; its process id."""
    link = _link()
    socket.send_fds(link, [b"\0"], streams)
    link.sendall(json.dumps(command).encode() + b"\n")
    for end in set(streams):
        os.close(end)
    return int(_line(link))


def _give(end: int, data: bytes) -> None:
    """Write all of it; who reads none of it need not."""
    with contextlib.suppress(BrokenPipeError), os.fdopen(end, "wb") as file:
        file.write(data)


def _hear(ends: list[int], deadline: float) -> list[bytes]:
    """What each of the ends says until nobody is there to say more."""
    heard = dict.fromkeys(ends, b"")
    with selectors.DefaultSelector() as waiting:
        for end in ends:
            waiting.register(end, selectors.EVENT_READ)
        while waiting.get_map():
            ready = waiting.select(max(0.0, deadline - monotonic()))
            if not ready:
                raise TimeoutError
            for key, _ in ready:
                part = _read(key.fd)
                heard[key.fd] += part
                if not part:
                    waiting.unregister(key.fd)
    return list(heard.values())


def _read(end: int) -> bytes:
    try:
        return os.read(end, _CHUNK)
    except OSError as error:
        if error.errno == errno.EIO:  # a terminal whose other end is closed
            return b""
        raise


@cache
def _link() -> socket.socket:
    """Start the warm process; it ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from support.warmed import serve; serve()"],
            env={**_ENVIRON, "PYTHONPATH": str(Path(__file__).parents[1])},
            stdin=theirs.fileno(),
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _line(link: socket.socket) -> bytes:
    """One line of an answer; a next one may be there already, and stays there."""
    line = b""
    while not line.endswith(b"\n"):
        part = link.recv(1 << 10, socket.MSG_PEEK)
        assert part, "the warm process has died"
        line += link.recv(part.find(b"\n") + 1 or len(part))
    return line
