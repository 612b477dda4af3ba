"""What each file of the memory folder held when a round last read it.

A round reads again only the files whose size, times or inode differ, as git's
index does. A file changed too recently to tell is not remembered as unchanged
("racily clean": two writes within one tick of the file system's clock).

`StatText` is the same as the texts that the file is made of: making ten thousand
objects of them would cost a short round more than all else.
"""

from __future__ import annotations

import zlib

from memsync.record import NamedTuple
from memsync.sync.folder import listing

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
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
    day: str = ""
    """When a whole round last saved this: `2026-01-02`, UTC."""
    vault: str = ""
    """The blob of `memsync.json` as we write it, where that is known."""


EMPTY = StatCache("", "", {}, {})


def load(path: Path) -> StatCache:
    """Read the cache; a missing, foreign or damaged one is empty."""
    found = load_text(path)
    if found is None:
        return EMPTY
    fields = found.listing.split("\0")
    names = fields[0:-1:2]
    files = dict(
        zip(names, map(Remembered, fields[1::2], found.verdicts), strict=False)
    )
    archive = {
        name.removeprefix(listing.ARCHIVE): files.pop(name)
        for name in names
        if name.startswith(listing.ARCHIVE)
    }
    return StatCache(
        found.key, found.commit, files, archive, found.idle, found.day, found.vault
    )


def save(path: Path, cache: StatCache) -> None:
    """Write the cache. Raises `OSError`."""
    from memsync.files import atomic

    archive = {listing.ARCHIVE + name: known for name, known in cache.archive.items()}
    every = cache.files | archive
    # `listing.line`, written out: it is called for every note.
    lines = [f"{name}\0{signature}\0" for name, (signature, _) in every.items()]
    verdicts = [verdict for _, verdict in every.values()]
    text = StatText(
        cache.key,
        cache.commit,
        cache.idle,
        cache.day,
        cache.vault,
        "".join(lines),
        verdicts,
    )
    atomic.write(path, text.data(), mode=0o600)


class Line(NamedTuple):
    """A file as it is now, in the place of what was said of it."""

    name: str
    begin: int
    """Where what was said of it begins, in characters,"""
    end: int
    """and ends; the same for a new one."""
    signature: str
    verdict: str


class StatText(NamedTuple):
    """A stat file: see `stat_cache.StatCache` for what its parts mean."""

    key: str
    commit: str
    idle: str
    day: str
    vault: str
    listing: str
    """`listing.line` of all files, and of the archive's folders."""
    verdicts: list[str]
    """In the order of the listing."""

    def verdict_at(self, begin: int) -> int:
        """The number of the file of which this part of the listing begins to tell."""
        return self.listing.count("\0", 0, begin) // 2

    def verdict_of(self, name: str) -> str | None:
        """What was found in a file; None for one that was not there."""
        begin = ("\0" + self.listing).find(f"\0{name}\0")
        return None if begin < 0 else self.verdicts[self.verdict_at(begin)]

    def with_lines(self, lines: Iterable[Line]) -> StatText:
        """The same with these files as they are now."""
        text, verdicts = self.listing, list(self.verdicts)
        # The last one first, so that the places of the others stay.
        for name, begin, end, signature, verdict in sorted(
            lines, key=lambda found: (found.begin, found.end), reverse=True
        ):
            number = self.verdict_at(begin)
            text = text[:begin] + listing.line(name, signature) + text[end:]
            verdicts[number : number + (begin < end)] = [verdict]
        return self._replace(listing=text, verdicts=verdicts)

    def data(self) -> bytes:
        """The bytes of the file."""
        seen = self.listing.encode("utf-8", "surrogateescape")
        body = seen + "\0".join(self.verdicts).encode("utf-8", "surrogateescape")
        head = (
            listing.HEAD,
            f"{zlib.crc32(body):08x}",
            self.key,
            self.commit,
            str(len(seen)),
            self.idle,
            self.day,
            self.vault,
        )
        return "\t".join(head).encode() + b"\n" + body


def load_text(path: str | os.PathLike[str]) -> StatText | None:
    """Read a stat file; None for a missing, foreign or damaged one."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 -- pathlib's is slower
            return parse_text(file.read())
    except OSError:
        return None


def parse_text(data: bytes) -> StatText | None:
    """What a stat file says; None for a foreign or damaged one."""
    head, _, body = data.partition(b"\n")
    words = head.decode("utf-8", "replace").split("\t")
    if len(words) != 8 or words[:2] != [listing.HEAD, f"{zlib.crc32(body):08x}"]:
        return None
    size = int(words[4])
    text = body[:size].decode("utf-8", "surrogateescape")
    verdicts = body[size:].decode("utf-8", "surrogateescape")
    return StatText(
        words[2],
        words[3],
        words[5],
        words[6],
        words[7],
        text,
        verdicts.split("\0") if text else [],
    )
