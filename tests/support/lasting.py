"""A command that runs on beside the test, in a fork of the warm process."""

from __future__ import annotations

import os
import select
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from support import warm

if TYPE_CHECKING:
    from io import BufferedReader


@dataclass
class Lasting:
    """What `subprocess.Popen` would be, as far as a story asks."""

    pid: int
    stdout: BufferedReader
    stderr: BufferedReader
    _told: BufferedReader
    _code: int | None = None

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def poll(self) -> int | None:
        """The exit status; None while it runs."""
        return self._code if self._has_ended(0) else None

    def wait(self, timeout: float) -> int:
        """The exit status, once it has ended; else raises `TimeoutError`."""
        if not self._has_ended(timeout) or self._code is None:
            raise TimeoutError
        return self._code

    def _has_ended(self, timeout: float) -> bool:
        if self._code is None and select.select([self._told], [], [], timeout)[0]:
            with self._told:
                self._code = int(self._told.readline())
        return self._code is not None


def start(command: warm.Command) -> Lasting:
    """Start it with nothing to read."""
    out, err, told = (os.pipe() for _ in range(3))
    nothing = os.open(os.devnull, os.O_RDONLY)
    warm.leave(command, [nothing, out[1], err[1], told[1]])
    stdout, stderr, tells = (os.fdopen(pair[0], "rb") for pair in (out, err, told))
    return Lasting(int(tells.readline()), stdout, stderr, tells)
