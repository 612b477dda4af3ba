"""Starts children without `subprocess`, whose import would double a hook's time."""

from __future__ import annotations

import os
import select
import time

TYPE_CHECKING = False  # importing typing and signal would cost a hook 6 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Self

# Bytes that a pipe on Linux holds: a larger read returns no more.
_CHUNK = 1 << 16


def expect_children() -> None:
    """Let this process see how its children end, whatever the one that started it does.

    A service manager may ignore SIGCHLD, and children inherit that: then no exit status
    can be read. For entry points only, because it is a setting of the whole process.
    """
    # Importing `signal` itself would cost a hook 6 ms.
    signals = __import__("_signal")
    ended = getattr(signals, "SIGCHLD", None)
    if ended is not None and signals.getsignal(ended) == signals.SIG_IGN:
        signals.signal(ended, signals.SIG_DFL)


class Done(tuple[int, bytes, bytes]):
    """A child that ended: its exit status (negative: the signal) and its output."""

    __slots__ = ()

    def __new__(cls, code: int, out: bytes, err: bytes) -> Self:
        """A plain tuple with names."""
        return super().__new__(cls, (code, out, err))

    @property
    def code(self) -> int:
        """The exit status; negative: the signal that ended the child."""
        return self[0]

    @property
    def out(self) -> bytes:
        """What the child wrote to stdout."""
        return self[1]

    @property
    def err(self) -> bytes:
        """What the child wrote to stderr."""
        return self[2]


def run(
    argv: list[str | bytes],
    environ: Mapping[str, str],
    stdin: bytes = b"",
    *,
    limit: float | None = None,
    watch: Callable[[bytes], None] | None = None,
) -> Done:
    """Run a program found on the child's PATH, with `stdin` as its whole input.

    The child's working folder is ours; for git use `-C`. With a `limit`, in seconds, it
    runs in its own session, without our terminal, and is killed with all its children
    when the time is up. `watch` receives each piece of stdout as it comes, and
    `Done.out` stays empty; an exception in it kills the program. Raises
    `FileNotFoundError` if there is no such program, `TimeoutError` if it took too long.
    """
    if not hasattr(os, "posix_spawn"):
        return _run_portably(argv, environ, stdin, limit, watch)
    program = _find(argv[0], environ)
    pipes = [os.pipe() for _ in range(3)]
    (in_read, in_write), (out_read, out_write), (err_read, err_write) = pipes
    child_ends = (in_read, out_write, err_write)
    try:
        pid = os.posix_spawn(
            program,
            argv,
            environ,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, end, fd) for fd, end in enumerate(child_ends)
            ],
            setsid=limit is not None,
        )
    except BaseException:
        for pair in pipes:
            os.close(pair[0])
            os.close(pair[1])
        raise
    for end in child_ends:
        os.close(end)
    try:
        out, err = _converse(in_write, stdin, out_read, err_read, limit, watch)
    # Closed at once in the parent: else we never see the end of the child's output.
    except Exception:
        import contextlib
        import signal

        with contextlib.suppress(ProcessLookupError):
            # With a limit the child leads its own process group, so kill the whole
            # group.
            (os.kill if limit is None else os.killpg)(pid, signal.SIGKILL)
        # Reap it, or a zombie stays.
        os.waitpid(pid, 0)
        raise
    status = os.waitpid(pid, 0)[1]
    return Done(os.waitstatus_to_exitcode(status), out, err)


def _find(name: str | bytes, environ: Mapping[str, str]) -> str:
    # posix_spawnp searches our own PATH, not the child's.
    for folder in os.get_exec_path(environ):
        path = os.path.join(folder, os.fsdecode(name))  # noqa: PTH118 -- no pathlib in a hook
        if os.access(path, os.X_OK):
            return path
    raise FileNotFoundError(2, "no such program", os.fsdecode(name))


def _converse(
    in_write: int,
    stdin: bytes,
    out_read: int,
    err_read: int,
    limit: float | None,
    watch: Callable[[bytes], None] | None,
) -> tuple[bytes, bytes]:
    deadline = None if limit is None else time.monotonic() + limit
    open_ends = {in_write, out_read, err_read}
    out: list[bytes] = []
    err: list[bytes] = []
    reads = {out_read: watch or out.append, err_read: err.append}
    try:
        _exchange(in_write, stdin, reads, deadline, open_ends)
        return b"".join(out), b"".join(err)
    finally:
        for end in open_ends:
            os.close(end)


def _exchange(
    in_write: int,
    stdin: bytes,
    reads: Mapping[int, Callable[[bytes], None]],
    deadline: float | None,
    open_ends: set[int],
) -> None:
    poll = select.poll()
    for fd in reads:
        poll.register(fd, select.POLLIN)
    rest = memoryview(stdin)

    def close(fd: int) -> None:
        os.close(fd)
        open_ends.discard(fd)

    # Non-blocking: a child that writes before it has read all of a long stdin would
    # else block, and so would we.
    if stdin:
        os.set_blocking(in_write, False)
        poll.register(in_write, select.POLLOUT)
    else:
        # Until both outputs end, even if the child never reads all of its stdin.
        close(in_write)
    while open_ends.intersection(reads):
        for fd, _ in poll.poll(_milliseconds_to(deadline)):
            if fd == in_write:
                rest = _feed(fd, rest)
                if not rest:
                    poll.unregister(fd)
                    close(fd)
            elif chunk := os.read(fd, _CHUNK):
                reads[fd](chunk)
            else:
                poll.unregister(fd)
                close(fd)


def _milliseconds_to(deadline: float | None) -> float | None:
    if deadline is None:
        return None
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left * 1000


def _feed(fd: int, rest: memoryview) -> memoryview:
    try:
        return rest[os.write(fd, rest[:_CHUNK]) :]
    # The pipe is full until the child has read from it.
    except BlockingIOError:
        return rest
    # The child closed its stdin: it does not want the rest.
    except BrokenPipeError:
        return rest[:0]


def _run_portably(
    argv: list[str | bytes],
    environ: Mapping[str, str],
    stdin: bytes,
    limit: float | None,
    watch: Callable[[bytes], None] | None,
) -> Done:
    import subprocess

    try:
        done = subprocess.run(
            argv,
            env=environ,
            input=stdin,
            capture_output=True,
            check=False,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    if watch is None:
        return Done(done.returncode, done.stdout, done.stderr)
    watch(done.stdout)
    return Done(done.returncode, b"", done.stderr)


def detach(argv: list[str], environ: Mapping[str, str]) -> None:
    """Start a program in its own session, without input, output or waiting for it.

    It outlives us, and whoever reads our output does not wait for it. It inherits only
    the descriptors that we inherited ourselves. Raises `FileNotFoundError` if there is
    no such program.
    """
    if not hasattr(os, "posix_spawnp"):
        _detach_portably(argv, environ)
        return
    # A background process must not hold the terminal's files open.
    null = os.open(os.devnull, os.O_RDWR)
    try:
        os.posix_spawnp(
            argv[0],
            argv,
            environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, null, fd) for fd in range(3)],
            setsid=True,
        )
    finally:
        os.close(null)


def _detach_portably(argv: list[str], environ: Mapping[str, str]) -> None:
    import subprocess

    nothing = subprocess.DEVNULL
    subprocess.Popen(
        argv, env=environ, stdin=nothing, stdout=nothing, stderr=nothing
    ).returncode = 0  # set, or Python warns of a child that nobody waited for
