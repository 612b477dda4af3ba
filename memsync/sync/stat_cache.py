"""What each file of the memory folder held when a round last read it.

A round reads again only the files whose size, times or inode differ, as git's
index does. A file changed too recently to tell is not remembered as unchanged
("racily clean": two writes within one tick of the file system's clock).
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

from memsync import atomic
from memsync.errors import MemsyncError

if TYPE_CHECKING:
    import os
    from pathlib import Path

_HEAD = "memsync stat 1"
_ARCHIVE = ".archive/"
_RACY_NS = 2_000_000_000
# FAT keeps times to two seconds.


class Remembered(NamedTuple):
    """One file: what `signature` said, and what was found in it then."""

    signature: str
    verdict: str


class StatCache(NamedTuple):
    """The remembered files by their name in the memory folder."""

    key: str
    """What the verdicts depend on besides the files: see `snapshot`."""
    commit: str
    """The commit whose files these were, when all of them were; else empty."""
    files: dict[str, Remembered]
    archive: dict[str, Remembered]
    """For each note with stored versions: its folder, and the versions in it."""


EMPTY = StatCache("", "", {}, {})


def signature(stat: os.stat_result, now_ns: int) -> str:
    """Size, times and inode as a word; empty for a file changed just now.

    `now_ns` is a moment before the file was looked at, in nanoseconds since
    1970: a change that could still share a tick with it cannot be told apart.
    """
    if max(stat.st_mtime_ns, stat.st_ctime_ns) > now_ns - _RACY_NS:
        return ""
    return f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ino} {stat.st_ctime_ns}"


def load(path: Path) -> StatCache:
    """Read the cache; a missing, foreign or damaged one is empty."""
    try:
        data = atomic.read_regular(path)
    except (OSError, MemsyncError):
        return EMPTY
    head, _, body = data.partition(b"\n")
    words = head.decode("utf-8", "replace").split("\t")
    if len(words) != 4 or words[0] != _HEAD or words[1] != f"{zlib.crc32(body):08x}":
        return EMPTY
    fields = body.decode("utf-8", "surrogateescape").split("\0")
    names, signatures, verdicts = fields[0:-1:3], fields[1::3], fields[2::3]
    files = dict(zip(names, map(Remembered, signatures, verdicts), strict=False))
    archive = {
        name.removeprefix(_ARCHIVE): files.pop(name)
        for name in names
        if name.startswith(_ARCHIVE)
    }
    return StatCache(words[2], words[3], files, archive)


def save(path: Path, cache: StatCache) -> None:
    """Write the cache. Raises `OSError`."""
    archive = {_ARCHIVE + name: known for name, known in cache.archive.items()}
    body = "".join(
        f"{name}\0{signature}\0{verdict}\0"
        for name, (signature, verdict) in (cache.files | archive).items()
    ).encode("utf-8", "surrogateescape")
    head = f"{_HEAD}\t{zlib.crc32(body):08x}\t{cache.key}\t{cache.commit}\n"
    atomic.write(path, head.encode() + body, mode=0o600)
