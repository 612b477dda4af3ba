"""Reads the client's lines from stdin, and keeps stdin from everything else."""

from __future__ import annotations

import os
import sys


class Lines:
    """The client's lines; `first` can be examined before reading."""

    def __init__(self) -> None:
        # Children inherit /dev/null: one that read stdin would take the client's
        # messages.
        self._wire = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, sys.stdin.fileno())
        os.close(nothing)
        self.first = self._wire.readline().decode("utf-8", "replace")
        self._read_first = False

    def readline(self) -> str:
        """The next line; empty after the client has closed stdin."""
        if not self._read_first:
            self._read_first = True
            return self.first
        return self._wire.readline().decode("utf-8", "replace")
