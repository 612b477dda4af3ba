"""Children without `subprocess`, whose import alone would double a hook's time."""

from __future__ import annotations

import os
import select
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_CHUNK = 1 << 16


class Done(NamedTuple):
    """A child that ended: its exit status (negative: the signal) and its output."""

    code: int
    out: bytes
    err: bytes


def run(
    argv: list[str | bytes], environ: Mapping[str, str], stdin: bytes = b""
) -> Done:
    """Run a program found on its PATH to its end, with `stdin` as all of its input.

    The working folder is ours; say `git -C`. Raises `FileNotFoundError` when
    there is no such program.
    """
    if not hasattr(os, "posix_spawn"):
        return _run_portably(argv, environ, stdin)
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
        )
    except BaseException:
        for pair in pipes:
            os.close(pair[0])
            os.close(pair[1])
        raise
    for end in child_ends:
        os.close(end)
    out, err = _converse(in_write, stdin, out_read, err_read)
    status = os.waitpid(pid, 0)[1]
    return Done(os.waitstatus_to_exitcode(status), out, err)


def _find(name: str | bytes, environ: Mapping[str, str]) -> str:
    # posix_spawnp would search our own PATH, not the child's.
    for folder in os.get_exec_path(environ):
        path = os.path.join(folder, os.fsdecode(name))  # noqa: PTH118 -- no pathlib in a hook
        if os.access(path, os.X_OK):
            return path
    raise FileNotFoundError(2, "no such program", os.fsdecode(name))


def _converse(
    in_write: int, stdin: bytes, out_read: int, err_read: int
) -> tuple[bytes, bytes]:
    output: dict[int, list[bytes]] = {out_read: [], err_read: []}
    poll = select.poll()
    for fd in output:
        poll.register(fd, select.POLLIN)
    if stdin:
        os.set_blocking(in_write, False)
        poll.register(in_write, select.POLLOUT)
    else:
        os.close(in_write)
    waiting = 2
    rest = memoryview(stdin)
    while waiting:
        for fd, _ in poll.poll():
            if fd == in_write:
                rest = _feed(fd, rest)
                if not rest:
                    poll.unregister(fd)
                    os.close(fd)
            elif chunk := os.read(fd, _CHUNK):
                output[fd].append(chunk)
            else:
                poll.unregister(fd)
                os.close(fd)
                waiting -= 1
    if rest:
        os.close(in_write)
    return b"".join(output[out_read]), b"".join(output[err_read])


def _feed(fd: int, rest: memoryview) -> memoryview:
    try:
        return rest[os.write(fd, rest[:_CHUNK]) :]
    except BlockingIOError:
        return rest
    except BrokenPipeError:
        return rest[:0]


def _run_portably(
    argv: list[str | bytes], environ: Mapping[str, str], stdin: bytes
) -> Done:
    import subprocess

    done = subprocess.run(
        argv, env=environ, input=stdin, capture_output=True, check=False
    )
    return Done(done.returncode, done.stdout, done.stderr)


def detach(argv: list[str], environ: Mapping[str, str]) -> None:
    """Start a program in a session of its own, without input, output or a wait.

    It outlives us, and whoever waits for our output does not wait for it. Only
    descriptors that we inherited ourselves stay open in it. Raises
    `FileNotFoundError` when there is no such program.
    """
    if not hasattr(os, "posix_spawnp"):
        _detach_portably(argv, environ)
        return
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
    ).returncode = 0  # nobody will ask how it ended
