"""Advisory locks between processes: they die with the process that holds them."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from memsync.atomic import make_folder
from memsync.errors import Locked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextlib.contextmanager
def hold(path: Path, *, what: str, wait: float = 10.0) -> Iterator[None]:
    """Hold the lock file at `path`, waiting up to `wait` seconds for it.

    `what` names the work, for whoever waits. The kernel frees the lock when
    the process ends, so a killed process never leaves one. Not re-entrant.
    Raises `Locked` with the holder's words, `OSError` when the file cannot be
    made.
    """
    from filelock import FileLock, Timeout

    make_folder(path.parent, mode=0o700)
    lock = FileLock(path, timeout=wait, mode=0o600)
    holder = path.with_suffix(".holder")
    try:
        lock.acquire()
    except Timeout:
        raise Locked(
            f"locked for {wait:g} seconds by {_read(holder)}",
            hint=f"wait for it to end and try again; the lock is '{path}'",
        ) from None
    try:
        # Only a label for the message above: losing it costs nothing.
        with contextlib.suppress(OSError):
            holder.write_text(f"memsync {what}, process {os.getpid()}\n", "utf-8")
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def _read(holder: Path) -> str:
    try:
        return holder.read_text("utf-8").strip() or "another process"
    except OSError:
        return "another process"
