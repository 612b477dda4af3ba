"""Ends a program together with memsync, even if memsync itself is killed.

A second process waits for the end of a pipe that memsync holds open while it runs. The
pipe also ends when SIGKILL ends memsync; then the second process ends the program and
its children.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys

_WATCH = "import os, sys; sys.stdin.buffer.read(); os.killpg(int(sys.argv[1]), 9)"


class Watch:
    """Watches the process group of one program, until `close`."""

    def __init__(self, group: int) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if sys.platform == "win32" or not sys.executable:
            return
        # Without the watcher, a program that outlives memsync ends only by itself.
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
        """Stop watching: the program has ended, or is about to be ended."""
        if self._process is None:
            return
        # Kill the watcher before closing its pipe, which it would take for our end.
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
