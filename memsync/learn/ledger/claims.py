"""Locks a session while one process reads it; the lock ends with the process."""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING

from memsync.errors import Locked
from memsync.files import lock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FOLDER = "learn"


@contextlib.contextmanager
def hold_session(state: Path, key: str) -> Iterator[bool]:
    """Lock a session; yield whether this process got the lock.

    Ask the ledger about the session only afterwards: the last holder of the lock may
    have read it.
    """
    name = hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:24]
    path = state / _FOLDER / f"{name}.lock"
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(lock.hold(path, what="learn", wait=0.0))
        # Another run holds this session and reads it.
        except Locked:
            yield False
            return
        try:
            yield True
        finally:
            # A process that opened the file before its removal asks the ledger, which
            # knows.
            with contextlib.suppress(OSError):
                path.unlink()


@contextlib.contextmanager
def hold_project(state: Path, project: str) -> Iterator[bool]:
    """Lock stage two of a project, which takes all of its facts at once."""
    with hold_session(state, f"project\0{project}") as held:
        yield held
