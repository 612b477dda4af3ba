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
from memsync.sync import listing

if TYPE_CHECKING:
    from pathlib import Path


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
    idle: str = ""
    """Of what all this makes an idle round; empty when it makes none."""


EMPTY = StatCache("", "", {}, {})


def load(path: Path) -> StatCache:
    """Read the cache; a missing, foreign or damaged one is empty."""
    try:
        data = atomic.read_regular(path)
    except (OSError, MemsyncError):
        return EMPTY
    head, _, body = data.partition(b"\n")
    words = head.decode("utf-8", "replace").split("\t")
    if len(words) != 6 or words[:2] != [listing.HEAD, f"{zlib.crc32(body):08x}"]:
        return EMPTY
    size = int(words[4])
    fields = body[:size].decode("utf-8", "surrogateescape").split("\0")
    verdicts = body[size:].decode("utf-8", "surrogateescape").split("\0")
    names = fields[0:-1:2]
    files = dict(zip(names, map(Remembered, fields[1::2], verdicts), strict=False))
    archive = {
        name.removeprefix(listing.ARCHIVE): files.pop(name)
        for name in names
        if name.startswith(listing.ARCHIVE)
    }
    return StatCache(words[2], words[3], files, archive, words[5])


def save(path: Path, cache: StatCache) -> None:
    """Write the cache. Raises `OSError`."""
    archive = {listing.ARCHIVE + name: known for name, known in cache.archive.items()}
    every = cache.files | archive
    # `listing.line`, written out: it is called for every note.
    lines = [f"{name}\0{signature}\0" for name, (signature, _) in every.items()]
    seen = "".join(lines).encode("utf-8", "surrogateescape")
    verdicts = "\0".join([verdict for _, verdict in every.values()])
    body = seen + verdicts.encode("utf-8", "surrogateescape")
    head = (
        listing.HEAD,
        f"{zlib.crc32(body):08x}",
        cache.key,
        cache.commit,
        str(len(seen)),
        cache.idle,
    )
    atomic.write(path, "\t".join(head).encode() + b"\n" + body, mode=0o600)
