"""A model that is a program: reads the prompt on stdin, answers on stdout."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import IO, TYPE_CHECKING

from memsync.errors import Broken
from memsync.learn.answers.parsing import LARGEST
from memsync.learn.models.model import Failed, Kind, Reply, Stage
from memsync.learn.models.watching import Watch
from memsync.paths import LEARNING
from memsync.secrets.redact import redact_text
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Bytes of one read.
_CHUNK = 1 << 16

# Seconds between two checks whether the program has ended.
_STEP = 0.2

# The most characters of a command's output that an error repeats.
_LONGEST_REASON = 200
# Claude Code refuses to run inside itself, but one of its hooks may have started us.
_NOT_FOR_IT = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT")
# Windows has no process groups to kill, and its `select` does not accept pipes.
_WINDOWS = sys.platform == "win32"


class Command:
    """A program that the person chose, started anew for each prompt."""

    def __init__(self, argv: Sequence[str], environ: Mapping[str, str]) -> None:
        self._argv = list(argv)
        self._environ = environ
        self.name = shlex.join(self._argv)
        self.id = f"command {self.name}"

    def ask(self, prompt: str, stage: Stage, limit: float) -> Reply:
        """See `Model.ask`. Raises `Broken` if the program does not exist."""
        with tempfile.TemporaryDirectory(prefix="memsync-learn-") as folder:
            process = self._start(folder, stage)
            watch = Watch(process.pid)
            try:
                out, err = _converse(process, prompt.encode("utf-8", "replace"), limit)
            finally:
                watch.close()
                _end(process)
        if process.returncode:
            raise Failed(Kind.TRANSIENT, _how_it_ended(process.returncode, err))
        return Reply(out.decode("utf-8", "replace"))

    def _start(self, folder: str, stage: Stage) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                self._argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=environment(self._environ, folder, stage),
                # The program gets its own process group, so that the time limit ends
                # its children, too.
                start_new_session=not _WINDOWS,
            )
        except OSError as error:
            raise Broken(
                f"learn.command: '{self._argv[0]}' cannot be started:"
                f" {(error.strerror or type(error).__name__).lower()}",
                hint="correct learn.command in the file that `memsync config list`"
                " names, or install the program",
                word="config",
            ) from None


def environment(
    environ: Mapping[str, str], folder: str, stage: Stage
) -> dict[str, str]:
    """The environment for a model: ours without memsync's settings and secrets."""
    kept = {
        name: value
        for name, value in environ.items()
        if not name.startswith("MEMSYNC_") and name not in _NOT_FOR_IT
    }
    return {**kept, "PWD": folder, LEARNING: stage}


def _converse(
    process: subprocess.Popen[bytes], given: bytes, limit: float
) -> tuple[bytes, bytes]:
    """Collect stdout and stderr of a program. Raises `Failed` for too much output."""
    assert process.stdin  # noqa: S101 -- pipes
    assert process.stdout  # noqa: S101
    assert process.stderr  # noqa: S101
    threading.Thread(target=_feed, args=(process.stdin, given), daemon=True).start()
    deadline = time.monotonic() + limit
    said: dict[str, bytearray] = {"out": bytearray(), "err": bytearray()}
    with selectors.DefaultSelector() as selector:
        for name, pipe in (("out", process.stdout), ("err", process.stderr)):
            os.set_blocking(pipe.fileno(), False)
            selector.register(pipe, selectors.EVENT_READ, name)
        ended = False
        while selector.get_map():
            if time.monotonic() >= deadline:
                raise Failed(Kind.TRANSIENT, f"it took more than {limit:g} seconds")
            ready = selector.select(_STEP)
            for key, _ in ready:
                _take(selector, key, said[key.data])
            if len(said["out"]) > LARGEST:
                raise Failed(
                    Kind.CONTENT, f"the answer is larger than {LARGEST >> 20} MB"
                )
            if ended and not ready:
                break  # a child of the program keeps the pipe open
            ended = process.poll() is not None
    # The program still runs at the deadline: it is killed below.
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(max(0.0, deadline - time.monotonic()))
    if process.poll() is None:
        raise Failed(Kind.TRANSIENT, f"it took more than {limit:g} seconds")
    return bytes(said["out"]), bytes(said["err"])


def _take(
    selector: selectors.BaseSelector, key: selectors.SelectorKey, said: bytearray
) -> None:
    pipe = key.fileobj
    assert not isinstance(pipe, int)  # noqa: S101 -- we registered files
    try:
        chunk = os.read(pipe.fileno(), _CHUNK)
    # The selector reported the pipe, but there is nothing to read.
    except BlockingIOError:
        return
    if not chunk:
        selector.unregister(pipe)
    elif key.data == "out" or len(said) < _CHUNK:
        said += chunk


def _feed(pipe: IO[bytes], given: bytes) -> None:
    # A program that does not read its whole prompt may still answer.
    with contextlib.suppress(OSError, ValueError), pipe:
        pipe.write(given)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and all its children, whether it has ended or not."""
    # The program and its children may have ended already.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if _WINDOWS:
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def _how_it_ended(code: int, err: bytes) -> str:
    how = f"signal {-code}" if code < 0 else f"exit status {code}"
    said = redact_text(err[:_CHUNK].decode("utf-8", "replace")).text.strip()
    last = printable(said.splitlines()[-1])[:_LONGEST_REASON] if said else ""
    return f"the program died with {how}" + (f": {last}" if last else "")
