"""Ending a program with memsync itself, where memsync is killed and can do nothing.

A second process waits for the end of a pipe that memsync holds open as long as it
lives: that also comes with a SIGKILL, and then the program and its children are ended.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys

_WATCH = "import os, sys; sys.stdin.buffer.read(); os.killpg(int(sys.argv[1]), 9)"


class Watch:
    """Over the process group of one program, until `close`."""

    def __init__(self, group: int) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if sys.platform == "win32" or not sys.executable:
            return
        # Without it a program that outlives us ends at its own time.
        with contextlib.suppress(OSError):
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _WATCH, str(group)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={},
                start_new_session=True,
            )

    def close(self) -> None:
        """Watch no more: the program has ended, or is about to be."""
        if self._process is None:
            return
        # Before its pipe: it must not take that for our end.
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
