"""Shares work among forked processes.

The standard library's pools import so much that starting one takes as long as scanning
a megabyte of text. A forked process knows its work already, and only has to say what
came of it.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import BinaryIO, TypeVar

    Part = TypeVar("Part")
    Result = TypeVar("Result")

    # What comes of a part, by place: nothing of most places.
    Does = Callable[[Part], dict[int, Result]]

# Windows forks no process, and Apple's libraries may fail in one.
POSSIBLE = hasattr(os, "fork") and sys.platform != "darwin"

# Bytes before an answer that say how long it is.
_LENGTH = 8


class _Helper(NamedTuple):
    """A forked process, and what it says."""

    process: int
    answers: BinaryIO


def shared(
    parts: Sequence[Part], do: Does[Part, Result], processes: int
) -> Generator[dict[int, Result], None, None]:
    """What `do` returns for each part, in order.

    This process and forked ones take the parts by turns. It also does the parts of
    those that cannot start or that end early, so it raises what `do` raises.
    """
    helpers: dict[int, _Helper] = {}
    # A collection writes to each object, and so would copy all memory of both.
    gc.freeze()
    try:
        for turn in range(1, processes):
            helper = _fork(parts[turn::processes], do, list(helpers.values()))
            if helper is not None:
                helpers[turn] = helper
        for i, part in enumerate(parts):
            result: dict[int, Result] | None = None
            if i % processes in helpers:
                result = _read(helpers[i % processes].answers)
            yield do(part) if result is None else result
    finally:
        gc.unfreeze()
        for helper in helpers.values():
            _end(helper)


def _fork(
    parts: Sequence[Part], do: Does[Part, Result], others: list[_Helper]
) -> _Helper | None:
    """A process that does these parts; None where the system has no room for it."""
    try:
        reading, writing = os.pipe()
    except OSError:
        return None
    try:
        process = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return None
    if process:
        os.close(writing)
        return _Helper(process, os.fdopen(reading, "rb"))
    try:
        os.close(reading)
        for other in others:
            other.answers.close()
        with os.fdopen(writing, "wb") as answers:
            for part in parts:
                _write(answers, do(part))
                answers.flush()
    finally:
        # The process that it was forked from has its own files to close, and meets the
        # same error when it does the part itself.
        os._exit(0)


def _write(answers: BinaryIO, result: dict[int, Result]) -> None:
    data = b""
    if result:
        import pickle

        data = pickle.dumps(result)
    answers.write(len(data).to_bytes(_LENGTH, "big") + data)


def _read(answers: BinaryIO) -> dict[int, Result] | None:
    """The next answer; None if there is none, or only a piece of it."""
    head = answers.read(_LENGTH)
    length = int.from_bytes(head, "big")
    data = answers.read(length)
    if len(head) < _LENGTH or len(data) < length:
        return None
    if not data:
        return {}
    import pickle

    result: dict[int, Result] = pickle.loads(data)  # noqa: S301 -- a process of its own
    return result


def _end(helper: _Helper) -> None:
    """Stop the process, which has said all, or whose answers nobody waits for."""
    from signal import SIGKILL

    helper.answers.close()
    # A program that ignores its children's end has none to stop or to wait for.
    with suppress(ProcessLookupError, ChildProcessError):
        os.kill(helper.process, SIGKILL)
        os.waitpid(helper.process, 0)
