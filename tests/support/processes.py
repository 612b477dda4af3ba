"""Processes that a test waits for, without knowing how long they take."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def lives(pid: int) -> bool:
    """Whether a process runs, and is not merely waited for."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(holds: Callable[[], bool]) -> bool:
    """Wait for what another process does, for as long as it may take."""
    for _ in range(600):
        if holds():
            return True
        time.sleep(0.05)
    return False
