"""Scans many files on all cores, with a native search if that pays."""

from __future__ import annotations

import os
from collections import Counter
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.guard.checks.secret import Held
from memsync.guard.scan import copies, forks, pieces, walk
from memsync.secrets.scan import scan_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import ProcessPoolExecutor

# Bytes from which on loading a native search, where one is installed, and starting
# further processes are worth their time.
_MANY = 2_000_000

# Bytes that one process gets at a time, and how many come before other processes start:
# enough to compile most patterns once for all, since nothing else runs meanwhile.
_BATCH, _FIRST = 1_000_000, 300_000

# Bytes of the largest file that is searched together with others.
_SMALL = 1 << 16

# Windows would translate line ends.
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class _Text(NamedTuple):
    """What a small file holds."""

    data: bytes
    digest: bytes
    """Empty if no other file can be a copy."""


class Judged(NamedTuple):
    """What became of one file."""

    path: str
    held: list[Held]
    unread: str = ""
    """Why it could not be read."""
    commit: str = ""
    """The id of the commit that added the findings; empty if none did."""
    private: bool = False
    """Whether it is part of a private memory, and staged or committed."""

    @property
    def place(self) -> str:
        """The path, behind the commit's short id if there is one."""
        return f"{self.commit[:12]}:{self.path}" if self.commit else self.path


def judge(paths: list[str], state: Path | None = None) -> Iterator[Judged]:
    """Every file at or below these paths, in order (`walk.entries`).

    `state` is memsync's state folder, where the patterns of the native search are kept.
    """
    entries = walk.entries(paths)
    first = []
    size = 0
    for entry in entries:
        first.append(entry)
        size += entry.size
        if size >= _MANY:
            break
    else:
        yield from map(_judge, first)
        return
    from memsync.guard.scan import compiled

    listed = [*chain(first, entries)]
    start = partial(compiled.enable, state, sum([entry.size for entry in listed]))
    start()
    batches = [*_batches(_compared(listed))]
    # What is compiled for the first is compiled in no forked process.
    yield from _judged_here(batches[0])
    yield from _judged(batches[1:], start)


def _compared(listed: list[walk.Entry]) -> Iterator[walk.Entry]:
    """All entries, those marked that may be copies of each other."""
    sizes = Counter([entry.size for entry in listed])
    for entry in listed:
        if entry.size >= copies.SMALLEST and sizes[entry.size] > 1:
            yield entry._replace(may_be_copy=True)
        else:
            yield entry


def _judged(
    batches: list[list[walk.Entry]], start: Callable[[], None]
) -> Iterator[Judged]:
    """What became of all files; `start` prepares a new process for its first one."""
    for batch, results in zip(batches, _results(batches, start), strict=True):
        for i, entry in enumerate(batch):
            yield results.get(i) or Judged(entry.path, [])


def _results(
    batches: list[list[walk.Entry]], start: Callable[[], None]
) -> Iterator[dict[int, Judged]]:
    processes = min(_cores(), len(batches))
    if forks.POSSIBLE:
        yield from forks.shared(batches, _judge_all, processes)
        return
    pool = _pool(processes, start)
    if pool is None:
        yield from map(_judge_all, batches)
        return
    with pool:
        yield from pool.map(_judge_all, batches)


def _pool(workers: int, start: Callable[[], None]) -> ProcessPoolExecutor | None:
    """A pool of new processes; None if there is too little work, or none can start."""
    if workers < 2:
        return None
    try:
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(workers, initializer=start)
    except (ImportError, NotImplementedError, OSError):
        return None  # a system without semaphores, as some containers are


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows
        return os.cpu_count() or 1


def _batches(entries: Iterable[walk.Entry]) -> Iterator[list[walk.Entry]]:
    batch: list[walk.Entry] = []
    size, most = 0, _FIRST
    for entry in entries:
        batch.append(entry)
        size += entry.size
        if size >= most:
            yield batch
            batch, size, most = [], 0, _BATCH
    if batch:
        yield batch


def _judge_all(batch: list[walk.Entry]) -> dict[int, Judged]:
    """What became of the files of a batch, by place, without those with nothing."""
    files = enumerate(_judged_here(batch))
    return {i: judged for i, judged in files if judged.held or judged.unread}


def _judged_here(batch: list[walk.Entry]) -> Iterator[Judged]:
    """What became of the files of a batch: first all small ones are searched."""
    texts = [*map(_small, batch)]
    _search_ahead([text for text in texts if text is not None])
    yield from map(_judge, batch, texts)


def _small(entry: walk.Entry) -> _Text | None:
    """The text of a small file; None for what `_judge` reads, or cannot read."""
    if not 0 < entry.size <= _SMALL:
        return None
    try:
        handle = os.open(entry.path, _FLAGS)
        try:
            data = os.read(handle, entry.size + 1)
        finally:
            os.close(handle)
    except OSError:
        return None
    if len(data) != entry.size:
        return None
    return _Text(data, copies.digest(data) if entry.may_be_copy else b"")


def _search_ahead(texts: list[_Text]) -> None:
    from memsync.secrets.texts.text import Text

    if Text.search is not None:
        from memsync.secrets import native

        # Of several copies, only the first is scanned.
        firsts = {text.digest: text for text in reversed(texts)}
        new = [
            text.data
            for text in texts
            if not text.digest
            or (firsts[text.digest] is text and not copies.is_known(text.digest))
        ]
        native.search_ahead(new)


def _judge(entry: walk.Entry, text: _Text | None = None) -> Judged:
    path = entry.path
    if entry.unread or entry.text is not None:
        held = [] if entry.text is None else _whole(path, entry.text)
        return Judged(path, held, entry.unread)
    try:
        held = _read(entry) if text is None else _whole(path, *text)
    except OSError as error:
        return Judged(path, [], walk.reason(error))
    if held:
        _doubt(held, path, path[entry.named :])
    return Judged(path, held)


def _read(entry: walk.Entry) -> list[Held]:
    """The findings of a file, which may have changed since it was listed."""
    path, size = entry.path, entry.size
    # A file object would cost more than all else that reads a small file.
    handle = os.open(path, _FLAGS)
    try:
        # To be ready for more bytes than there are takes longer than to read them.
        head = os.read(handle, pieces.PIECE if size > pieces.WHOLE else size + 1)
        if len(head) == size:
            return _whole(path, head, copies.digest(head) if entry.may_be_copy else b"")
        # A pipe or a file that has grown may turn out to be large.
        with open(handle, "rb", closefd=False) as file:
            if size <= pieces.WHOLE:
                head += file.read(pieces.WHOLE + 1 - len(head))
                if len(head) <= pieces.WHOLE:
                    return _whole(path, head)
            # Of a large file, judge piece by piece.
            return [*pieces.check(path, head, file.read)]
    finally:
        os.close(handle)


def _whole(path: str, data: bytes, digest: bytes = b"") -> list[Held]:
    """The findings of a text; a digest, if there may be copies of it."""
    found = copies.scan(data, digest) if digest else scan_all(data)
    if not found:
        return []
    name = os.fsencode(path)
    return [Held(name, f, data[f.start : f.end], allowed=ok) for f, ok in found]


def _doubt(held: list[Held], path: str, below: str) -> None:
    """Lower the confidence of what stands in a test or an example of a tree.

    `below` is the path from the folder that the user named. Notes keep their
    confidence: one holds what its writer knows, in whatever folder it is.
    """
    from memsync.secrets.doubts import paths

    if below and not _is_note(path):
        for one in held:
            doubt = paths.of(one.rule, one.confidence, one.why, os.fsencode(below))
            if doubt:
                one.confidence, one.why = doubt


def _is_note(path: str) -> bool:
    """Whether it is in a memory, or gives instructions to agents."""
    from memsync.guard.checks import staged

    # The folder that was named, or the current one, may be within a memory.
    whole = os.fsencode(Path(path).absolute().as_posix())
    # Some agents keep theirs in folders of their own: `projects/x/memory/a.md`.
    in_memory = b"/memory/" in whole and whole.endswith(b".md")
    return in_memory or staged.is_guarded(whole)
