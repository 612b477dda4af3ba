"""The secrets check for many files: natively where that pays, on all cores."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.guard.checks.secret import Held, check
from memsync.guard.checks.staged import File
from memsync.guard.scan import pieces, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import ProcessPoolExecutor

# Bytes from which on a native search, where it is installed, repays its loading, and so
# do further processes.
_MANY = 2_000_000

# Bytes that one process is given at a time.
_BATCH = 1_000_000

_MODE = b"100644"


class Judged(NamedTuple):
    """What became of one file."""

    path: str
    held: list[Held]
    unread: str = ""
    """Why it could not be read."""


def judge(paths: list[str]) -> Iterator[Judged]:
    """Every file at or below these paths, in order (`walk.entries`)."""
    entries = walk.entries(paths)
    first = []
    size = 0
    for entry in entries:
        first.append(entry)
        size += entry.size
        if size >= _MANY:
            from memsync.secrets import native

            native.enable()
            break
    yield from map(_judge, first)
    batches = [*_batches(entries)]
    pool = _pool(min(_cores(), len(batches)))
    if pool is None:
        for batch in batches:
            yield from map(_judge, batch)
        return
    with pool:
        for done in pool.map(_judge_all, batches):
            yield from done


def _pool(workers: int) -> ProcessPoolExecutor | None:
    """Further processes; None where there is no work for them, or no way to them."""
    if workers < 2:
        return None
    try:
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(workers)
    except (ImportError, NotImplementedError, OSError):
        return None  # a system without semaphores, as some containers are


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows
        return os.cpu_count() or 1


def _batches(entries: Iterable[walk.Entry]) -> Iterator[list[walk.Entry]]:
    batch: list[walk.Entry] = []
    size = 0
    for entry in entries:
        batch.append(entry)
        size += entry.size
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _judge_all(batch: list[walk.Entry]) -> list[Judged]:
    return [*map(_judge, batch)]


def _judge(entry: walk.Entry) -> Judged:
    path = entry.path
    if entry.unread or entry.text is not None:
        held = [] if entry.text is None else _whole(path, entry.text)
        return Judged(path, held, entry.unread)
    try:
        with walk.open_file(path) as file:
            # A large file's beginning is no more than its first piece.
            large = entry.size > pieces.WHOLE
            head = file.read(pieces.PIECE if large else pieces.WHOLE + 1)
            if not large and len(head) <= pieces.WHOLE:
                return Judged(path, _whole(path, head))
            return Judged(path, [*pieces.check(path, head, file.read)])
    except OSError as error:
        return Judged(path, [], walk.reason(error))


def _whole(path: str, data: bytes) -> list[Held]:
    return check([File(os.fsencode(path), data, _MODE)], with_allowed=True)
