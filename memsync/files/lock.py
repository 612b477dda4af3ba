"""Advisory locks between processes: the kernel frees them if the holder dies."""

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
        """The lock of a round: only its holder touches mirror, state and keys."""

    class Memory:
        """The lock of one memory."""

    class Sessions:
        """The lock of the index of past sessions."""

    class Watching:
        """The lock of the one watcher of a state folder."""

    class Held(Generic[Of]):
        """Proof that a lock is held: a parameter of every function that needs the lock.

        Only `hold` and the functions built on it create one, while the lock is held.
        """

else:

    class Held:
        """The same without Generic, whose import would load typing."""


# Seconds between two attempts. flock has no time limit, and an alarm would be the whole
# process's, so we ask again: a waiting command starts at most this much late.
_PAUSE = 0.02


@contextlib.contextmanager
def hold(path: Path, *, what: str, wait: float = 10.0) -> Iterator[Held[Any]]:
    """Hold the lock file at `path`, waiting up to `wait` seconds for it.

    `what` names the work, and is shown to whoever waits. The kernel frees the lock when
    the process ends, so a killed process leaves none. Not re-entrant. Raises `Locked`,
    which names the holder, and `OSError` if the file cannot be created.
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
            # Only a label for the message above: it may be lost.
            with contextlib.suppress(OSError):
                who = f"memsync {what}, process {os.getpid()}"
                holder.write_text(f"{who}\n{int(time.time())}\n", "utf-8")
            yield Held()
        finally:
            # Nor does a label that stays make a command fail that has done its work.
            with contextlib.suppress(OSError):
                holder.unlink()


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
        # The same flock as filelock's, without the 26 ms that importing it costs.
        import fcntl

        deadline = time.monotonic() + wait
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            while True:
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError as error:
                    # EWOULDBLOCK on Linux and macOS; some systems answer EACCES. Both:
                    # it is held.
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
    """Hold the lock of a round of sync; see `hold`."""
    return hold(path, what=what, wait=wait)


def hold_memory(
    path: Path, *, what: str, wait: float = 30.0
) -> AbstractContextManager[Held[Memory]]:
    """Hold the lock of a memory, which commands hold only briefly; see `hold`."""
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
    """A descriptor that holds the lock at `path` until closed; None if others do.

    None, too, if the lock file does not exist yet, and on systems without flock. Others
    who wait are not told who holds it. Raises `OSError`.
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
    """The process that holds the lock at `path`, in words."""
    return _read(path.with_suffix(".holder"))


def say(path: Path, step: str) -> None:
    """Record what the holder of the lock at `path`, the caller, is doing now."""
    label = path.with_suffix(".holder")
    # The label is for people only: without it the message names nobody.
    with contextlib.suppress(OSError):
        lines = label.read_text("utf-8").splitlines()
        label.write_text("\n".join([*lines[:2], step, ""]), "utf-8")


def held_by(path: Path) -> tuple[str, int, str] | None:
    """Who holds the lock at `path`, since when, and what they recorded last.

    The time is in seconds since 1970; 0 if unknown. None if nobody holds the lock.
    """
    try:
        lines = path.with_suffix(".holder").read_text("utf-8").splitlines()
        free = try_hold(os.fspath(path))
    except OSError:
        return None
    if free is not None:
        os.close(free)
        return None  # its holder was killed, and left the label
    who, since, step = [*lines, "", "", ""][:3]
    return who, int(since) if since.isascii() and since.isdigit() else 0, step


def _read(holder: Path) -> str:
    try:
        lines = holder.read_text("utf-8").splitlines()
    except OSError:
        lines = []
    return (lines and lines[0].strip()) or "another process"
