"""Which files a round has brought to the folders so far, should it be killed there.

The state says what each file held before the round changed any. Without this list, the
next round would take a file for an old one that somebody has edited since: a note that
had come and was forgotten would come again. It is not flushed to the disk: after a
power failure the next round knows less, and merges.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from memsync.files.lock import Held, Round
    from memsync.sync.state.state import Base, State


class Brought(NamedTuple):
    """The files of one commit that are in the folders."""

    commit: str
    paths: AbstractSet[str]
    """Where they are in the trees."""


def begin(file: Path, commit: str, held: Held[Round]) -> None:  # noqa: ARG001 -- a proof
    """Start the list of a commit's files. Raises `OSError`."""
    file.unlink(missing_ok=True)
    add(file, commit)


def add(file: Path, line: str) -> None:
    """Add a file's path in the trees. Raises `OSError`."""
    # O_NOFOLLOW: a symbolic link at this path must not redirect the write.
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(file, flags, 0o600)
    try:
        os.write(handle, f"{line}\n".encode("utf-8", "surrogateescape"))
    finally:
        os.close(handle)


def load(file: Path) -> Brought | None:
    """The list; None if there is none."""
    try:
        data = atomic.read_regular(file)
    except (OSError, MemsyncError):
        return None
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    # The last line may have been cut off, and could then be another file's path.
    return Brought(lines[0], frozenset(lines[1:-1]))


def with_brought(state: State, brought: Brought) -> State:
    """The state, in which these files are no longer what they were before the round."""

    def moved(base: Base) -> Base:
        if base.commit != brought.commit:
            return base
        left = {p: oid for p, oid in base.left.items() if p not in brought.paths}
        return base._replace(left=left)

    projects = {home: moved(base) for home, base in state.projects.items()}
    return replace(state, base=state.base and moved(state.base), projects=projects)
