"""Opens and unpacks source files, and detects whether one was only appended to."""

from __future__ import annotations

import contextlib
import io
import os
import stat
from hashlib import blake2b
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.reader import Source

# Bytes at the start of a file whose digest identifies it.
HEAD = 4096

# Bytes before the end that must still be the same for a file to count as appended to.
_TAIL = 4096
# Bytes: a small packed file may unpack to any size.
_LARGEST_UNPACKED = 8 << 30
# NONBLOCK: opening a FIFO would wait for a writer.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class Marks(NamedTuple):
    """Digests that tell whether a file was only appended to."""

    end: int
    head: bytes = b""
    tail_from: int = 0
    tail: bytes = b""

    @classmethod
    def of(cls, file: BinaryIO, before: int, end: int) -> Marks:
        """Those of a file whose last complete line is from `before` to `end`."""
        at = file.tell()
        tail_from = max(before, end - _TAIL)
        head = digest(file, 0, min(HEAD, end))
        made = cls(end, head, tail_from, digest(file, tail_from, end))
        file.seek(at)
        return made


class _Counted(io.RawIOBase):
    """Unpacked data, up to a limit: a small file may unpack to petabytes."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream
        self._left = _LARGEST_UNPACKED

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._stream.read(min(len(buffer), self._left))
        self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)


def digest_of(text: str) -> str:
    """A digest of a text that must not be stored itself."""
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def looks(source: Source) -> tuple[int, int]:
    """Size and time of a source, its write-ahead log included."""
    found = source.path.stat()
    size, mtime = found.st_size, found.st_mtime_ns
    if source.form == "database":
        with contextlib.suppress(OSError):
            # SQLite puts new rows into the log first, and leaves the file as it is.
            log = source.path.with_name(source.path.name + "-wal").stat()
            if log.st_size:
                size, mtime = size + log.st_size, max(mtime, log.st_mtime_ns)
    return size, mtime


def mtime_of(found: os.stat_result) -> float:
    """When a file was changed, in seconds since 1970."""
    return found.st_mtime_ns / 1e9


@contextlib.contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A regular file to be read; raises `OSError`, also for anything else."""
    handle = os.open(path, _FLAGS)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError("not a regular file")
    with open(handle, "rb", buffering=1 << 18) as file:  # noqa: PTH123 -- a descriptor
        yield file


def digest(file: BinaryIO, start: int, end: int) -> bytes:
    """The digest of a part of a file, which stands at its end then."""
    file.seek(start)
    return blake2b(file.read(max(0, end - start)), digest_size=16).digest()


@contextlib.contextmanager
def unpacked(file: BinaryIO) -> Iterator[BinaryIO]:
    """What a file packed by zstd holds; raises `ImportError` without the package.

    Raises `OSError` for a file that is cut off, or not packed so.
    """
    import zstandard

    # The window sets how much memory a hostile file can demand.
    unpacker = zstandard.ZstdDecompressor(max_window_size=1 << 27)
    try:
        with unpacker.stream_reader(file, read_across_frames=True) as stream:
            yield io.BufferedReader(_Counted(stream))
    except zstandard.ZstdError:
        raise OSError("not packed by zstd, or cut off") from None
