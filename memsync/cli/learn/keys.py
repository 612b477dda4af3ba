"""Reads single keys at a terminal, without Enter."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Control-D, which raw input delivers as a character.
_END = "\x04"
# Bytes of one read: one key has up to six; the rest was typed ahead.
_MOST = 64


class Keys:
    """The keys typed on stdin; keeps what was typed ahead."""

    def __init__(self) -> None:
        self._typed = ""

    def next(self) -> str:
        """The next key that is not white space; Ctrl-D at the end of the input.

        Raises `KeyboardInterrupt`.
        """
        while True:
            self._typed = self._typed.lstrip()
            if self._typed:
                key, self._typed = self._typed[0], self._typed[1:]
                return key
            more = self._read()
            if not more:
                return _END
            self._typed = more

    @staticmethod
    def _read() -> str:
        if sys.platform == "win32":
            import click

            return click.getchar()
        handle = sys.stdin.fileno()
        with _unbuffered(handle):
            return os.read(handle, _MOST).decode("utf-8", "replace")


if sys.platform != "win32":

    @contextlib.contextmanager
    def _unbuffered(handle: int) -> Iterator[None]:
        """Turn off the terminal's line editing, but not its signals (Ctrl-C)."""
        import termios
        import tty

        before = termios.tcgetattr(handle)
        # Not click.getchar: it flushes the input, and so drops what was typed ahead.
        tty.setcbreak(handle, termios.TCSANOW)
        try:
            yield
        finally:
            termios.tcsetattr(handle, termios.TCSADRAIN, before)
