"""Advisory locks between processes: they die with the process that holds them."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time

from memsync.errors import Locked
from memsync.files.atomic import make_folder

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Any, Generic, TypeVar

    Of = TypeVar("Of")

    class Round:
        """The lock of a round: mirror, state and keys are its holder's alone."""

    class Memory:
        """The lock of one memory."""

    class Held(Generic[Of]):
        """Says that a lock is held: what must not run without it takes one.

        Only `hold` and those below it make one, for as long as the lock is held.
        """

else:

    class Held:
        """See above; typing would have to be loaded for it."""


# flock has no time limit, and an alarm would belong to the whole process. So it is
# asked again: a command that waits begins at most this many seconds late.
_PAUSE = 0.02


@contextlib.contextmanager
def hold(path: Path, *, what: str, wait: float = 10.0) -> Iterator[Held[Any]]:
    """Hold the lock file at `path`, waiting up to `wait` seconds for it.

    `what` names the work, for whoever waits. The kernel frees the lock when
    the process ends, so a killed process never leaves one. Not re-entrant.
    Raises `Locked` with the holder's words, `OSError` when the file cannot be
    made.
    """
    make_folder(path.parent, mode=0o700)
    holder = path.with_suffix(".holder")
    with _kernel_lock(path, wait) as held:
        if not held:
            raise Locked(
                f"locked for {wait:g} seconds by {_read(holder)}",
                hint=f"wait for it to end and try again; the lock is '{path}'",
            )
        try:
            # Only a label for the message above: losing it costs nothing.
            with contextlib.suppress(OSError):
                who = f"memsync {what}, process {os.getpid()}"
                holder.write_text(f"{who}\n{int(time.time())}\n", "utf-8")
            yield Held()
        finally:
            holder.unlink(missing_ok=True)


if sys.platform == "win32":

    @contextlib.contextmanager
    def _kernel_lock(path: Path, wait: float) -> Iterator[bool]:
        from filelock import FileLock, Timeout

        lock = FileLock(path, timeout=wait, mode=0o600)
        try:
            lock.acquire()
        except Timeout:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

else:

    @contextlib.contextmanager
    def _kernel_lock(path: Path, wait: float) -> Iterator[bool]:
        # What filelock does here, without the 26 ms that its import costs.
        import fcntl

        deadline = time.monotonic() + wait
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            while True:
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError as error:
                    if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                        raise
                else:
                    yield True
                    return
                if time.monotonic() >= deadline:
                    yield False
                    return
                time.sleep(_PAUSE)
        finally:
            os.close(handle)


def hold_round(
    path: Path, *, what: str, wait: float
) -> AbstractContextManager[Held[Round]]:
    """As `hold`, the lock of a round of sync."""
    return hold(path, what=what, wait=wait)


def hold_memory(
    path: Path, *, what: str, wait: float = 30.0
) -> AbstractContextManager[Held[Memory]]:
    """As `hold`, the lock of a memory, which a command has for moments only."""
    return hold(path, what=what, wait=wait)


@contextlib.contextmanager
def try_hold_round(path: str) -> Iterator[Held[Round] | None]:
    """As `try_hold`, the lock of a round of sync; None where it is not to be had."""
    handle = try_hold(path)
    try:
        yield None if handle is None else Held()
    finally:
        if handle is not None:
            os.close(handle)


def try_hold(path: str) -> int | None:
    """A descriptor that holds the lock at `path` until it is closed; or None.

    None also where no lock file was ever made, and where there is no flock.
    Whoever waits is not told by whom it is held. Raises `OSError`.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def holder(path: Path) -> str:
    """Who holds the lock file at `path`, for people."""
    return _read(path.with_suffix(".holder"))


def say(path: Path, step: str) -> None:
    """Note what the holder of the lock at `path`, who calls this, does now."""
    label = path.with_suffix(".holder")
    with contextlib.suppress(OSError):
        lines = label.read_text("utf-8").splitlines()
        label.write_text("\n".join([*lines[:2], step, ""]), "utf-8")


def held_by(path: Path) -> tuple[str, int, str] | None:
    """Who holds the lock file at `path`, since when, and what they said last.

    The time is in seconds since 1970, 0 where it is unknown. None where nobody does.
    """
    try:
        lines = path.with_suffix(".holder").read_text("utf-8").splitlines()
        free = try_hold(os.fspath(path))
    except OSError:
        return None
    if free is not None:
        os.close(free)
        return None  # who held it was killed
    who, since, step = [*lines, "", "", ""][:3]
    return who, int(since) if since.isascii() and since.isdigit() else 0, step


def _read(holder: Path) -> str:
    try:
        lines = holder.read_text("utf-8").splitlines()
    except OSError:
        lines = []
    return (lines and lines[0].strip()) or "another process"
