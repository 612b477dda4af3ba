"""One session is read by one process at a time: a lock that ends with its process."""

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
    """Whether the session is ours, for as long as this lasts.

    What the ledger says of it is to be asked only now: whoever held it before may have
    read it.
    """
    name = hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:24]
    path = state / _FOLDER / f"{name}.lock"
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(lock.hold(path, what="learn", wait=0.0))
        # Another run has this session; it is that run's to read.
        except Locked:
            yield False
            return
        try:
            yield True
        finally:
            # Whoever opened the file before it went asks the ledger, which knows.
            with contextlib.suppress(OSError):
                path.unlink()


@contextlib.contextmanager
def hold_project(state: Path, project: str) -> Iterator[bool]:
    """Whether stage two of a project is ours: it has all of its facts at once."""
    with hold_session(state, f"project\0{project}") as held:
        yield held
