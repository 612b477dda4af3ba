"""What each file of the memory folder held when a round last read it.

A round reads again only the files whose size, times or inode differ, as git's
index does. A file changed too recently to tell is not remembered as unchanged
("racily clean": two writes within one tick of the file system's clock).

`StatText` keeps the texts that the file is made of: creating ten thousand objects
instead would cost a short round more than everything else. Only this module knows the
format of what was found.
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
    from typing import Literal

    from memsync.files.lock import Held, Round

    Why = Literal["held", "private", "misnamed"]

# How many characters a blob's id has.
_OID = 40

# Separates a blob's id from the reason.
_MARKS: dict[Why, str] = {"held": "!", "private": "~", "misnamed": "?"}
_BY_MARK = {mark: why for why, mark in _MARKS.items()}


class Stays(NamedTuple):
    """Why a file stays on this machine."""

    why: Why
    """`held`: for what it is or holds; `private`: its own `sync: false` says so;
    `misnamed`: some machine cannot have a file of this name."""
    reason: str = ""
    """For people; empty if no round says it."""


class Remembered(NamedTuple):
    """One file: its signature when it was read, and what was found in it."""

    signature: str
    oid: str
    """The blob of its text; empty where it was not read."""
    stays: Stays | None = None
    """None for what may be sent."""

    @property
    def text(self) -> str:
        """What was found, as the stat file has it."""
        if self.stays is None:
            return self.oid
        return f"{self.oid}{_MARKS[self.stays.why]}{self.stays.reason}"

    def finds_as(self, other: Remembered) -> bool:
        """Whether both found the same."""
        return (self.oid, self.stays) == (other.oid, other.stays)


class Versions(NamedTuple):
    """The archive's folder of one note: its signature, and what it held then."""

    signature: str
    stems: tuple[str, ...]
    """The versions' files without the suffix, sorted."""

    @property
    def text(self) -> str:
        """What it held, as the stat file has it."""
        return ",".join(self.stems)


def _remembered(signature: str, text: str) -> Remembered:
    if len(text) == _OID:
        return Remembered(signature, text)
    oid = text[:_OID] if text[0] not in _BY_MARK else ""
    mark, reason = text[len(oid)], text[len(oid) + 1 :]
    return Remembered(signature, oid, Stays(_BY_MARK[mark], reason))


def _versions(signature: str, text: str) -> Versions:
    return Versions(signature, tuple(text.split(",")) if text else ())


class StatCache(NamedTuple):
    """The remembered files by their name in the memory folder."""

    key: str
    """What a file stays for depends on this besides the file: see `snapshot`."""
    commit: str
    """The commit whose files these were, when all of them were; else empty."""
    files: dict[str, Remembered]
    archive: dict[str, Versions]
    """By note, for each that has stored versions."""
    idle: str = ""
    """The conditions under which a round is idle; empty for none."""
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
    files: dict[str, Remembered] = {}
    archive: dict[str, Versions] = {}
    for name, signature, text in zip(
        fields[0:-1:2], fields[1::2], found.found, strict=False
    ):
        if name.startswith(listing.ARCHIVE):
            archive[name.removeprefix(listing.ARCHIVE)] = _versions(signature, text)
        else:
            files[name] = _remembered(signature, text)
    return StatCache(
        found.key, found.commit, files, archive, found.idle, found.day, found.vault
    )


def save(path: Path, cache: StatCache, held: Held[Round]) -> None:  # noqa: ARG001 -- a proof
    """Write the cache. Raises `OSError`."""
    from memsync.files import atomic

    archive = {listing.ARCHIVE + name: known for name, known in cache.archive.items()}
    every: dict[str, Remembered | Versions] = {**cache.files, **archive}
    # `listing.line`, inlined, because it would be called for every note.
    lines = [f"{name}\0{each.signature}\0" for name, each in every.items()]
    found = [each.text for each in every.values()]
    text = StatText(
        cache.key,
        cache.commit,
        cache.idle,
        cache.day,
        cache.vault,
        "".join(lines),
        found,
    )
    atomic.write(path, text.data(), mode=0o600)


class Line(NamedTuple):
    """A file as it is now, to replace what the text says of it."""

    name: str
    begin: int
    """Where its part of the text begins, in characters,"""
    end: int
    """and ends; the same for a new one."""
    now: Remembered | Versions


class StatText(NamedTuple):
    """A stat file: see `stat_cache.StatCache` for what its parts mean."""

    key: str
    commit: str
    idle: str
    day: str
    vault: str
    listing: str
    """`listing.line` of all files, and of the archive's folders."""
    found: list[str]
    """`text` of each, in the order of the listing."""

    def _number_at(self, begin: int) -> int:
        """The number of the file with which this part of the listing begins."""
        return self.listing.count("\0", 0, begin) // 2

    def file_at(self, begin: int, end: int) -> Remembered | None:
        """The file of this part of the listing; None for an empty part."""
        if begin == end:
            return None
        return _remembered("", self.found[self._number_at(begin)])

    def versions_at(self, begin: int, end: int) -> Versions:
        """As `file_at`, for a folder of the archive; one that is new held nothing."""
        text = self.found[self._number_at(begin)] if begin < end else ""
        return _versions("", text)

    def sent(self, name: str) -> str | None:
        """The blob of a file that may be sent; None for any other."""
        begin = ("\0" + self.listing).find(f"\0{name}\0")
        text = "" if begin < 0 else self.found[self._number_at(begin)]
        return text if len(text) == _OID else None

    def sends_all(self) -> bool:
        """Whether every file is sent."""
        begin = f"\0{self.listing}".find(f"\0{listing.ARCHIVE}")
        files = self.found if begin < 0 else self.found[: self._number_at(begin)]
        return all(len(text) == _OID for text in files)

    def with_lines(self, lines: Iterable[Line]) -> StatText:
        """The same with these files as they are now."""
        text, found = self.listing, list(self.found)
        # From the end, so that the positions of the others stay valid.
        for name, begin, end, now in sorted(
            lines, key=lambda line: (line.begin, line.end), reverse=True
        ):
            number = self._number_at(begin)
            text = text[:begin] + listing.line(name, now.signature) + text[end:]
            found[number : number + (begin < end)] = [now.text]
        return self._replace(listing=text, found=found)

    def data(self) -> bytes:
        """The bytes of the file."""
        # Names on Linux are bytes: surrogateescape keeps those that are not UTF-8.
        seen = self.listing.encode("utf-8", "surrogateescape")
        body = seen + "\0".join(self.found).encode("utf-8", "surrogateescape")
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
    try:
        size = int(words[4])
    except ValueError:
        return None  # the checksum is of the body alone
    text = body[:size].decode("utf-8", "surrogateescape")
    found = body[size:].decode("utf-8", "surrogateescape")
    return StatText(
        words[2],
        words[3],
        words[5],
        words[6],
        words[7],
        text,
        found.split("\0") if text else [],
    )
