"""Limits on what is read from a remote: nothing is read before its size is known.

git packs gigabytes of one byte into a few, and ten small trees can name more files than
fit on a disk. So git's output is measured as it comes, and git is stopped as soon as an
object, or a listing, is larger than any of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.sync.tree.layout import MAX_ENTRIES

if TYPE_CHECKING:
    from collections.abc import Iterable

# Bytes of a commit with its headers; ours have some 200 bytes of message.
MAX_COMMIT = 1 << 20

# Bytes of one object: a larger one is refused before it is read. A tree of 200,000
# files in one folder has 20 MB. Blobs of a sound tree are far smaller (`MAX_BLOB`), but
# a commit between two rounds may contain any.
_MOST = {b"commit": MAX_COMMIT, b"tree": 32 << 20, b"blob": 32 << 20}

# Lines for files and folders: in a tree of ours no folder is empty.
_MOST_LINES = 2 * MAX_ENTRIES

# Bytes of such a listing.
_MOST_LISTED = 128 << 20


class Batch:
    """Parses and measures the output of `git cat-file --batch` as it comes."""

    def __init__(self) -> None:
        self.objects: dict[str, tuple[bytes, bytes]] = {}
        """Kind and bytes of each object that exists here, by id."""
        self._header = b""
        self._pieces: list[bytes] = []
        self._lacking = 0
        self._name = ""
        self._kind = b""

    def feed(self, output: bytes) -> None:
        """Take the next piece of output; raises `Refused` for too large an object."""
        at = 0
        while at < len(output):
            if not self._lacking:
                end = output.find(b"\n", at)
                self._header += output[at : None if end < 0 else end]
                at = len(output) if end < 0 else end + 1
                if end >= 0:
                    self._begin()
            else:
                piece = output[at : at + self._lacking]
                self._pieces.append(piece)
                at += len(piece)
                self._lacking -= len(piece)
                if not self._lacking:
                    data = b"".join(self._pieces)[:-1]
                    self.objects[self._name] = (self._kind, data)
                    self._pieces = []

    def _begin(self) -> None:
        words = self._header.split()
        self._header = b""
        if words[1] == b"missing":
            return
        size = int(words[2])
        self._name, self._kind = words[0].decode(), words[1]
        check(self._name, self._kind, size)
        self._lacking = size + 1  # and the newline behind it


class Listing:
    """Counts the lines of `git ls-tree -r -t -z` as they come.

    `-t`, so that folders count: a tree of empty folders alone could keep git busy for
    days without printing a line.
    """

    def __init__(self) -> None:
        self._lines = 0
        self._bytes = 0

    def feed(self, output: bytes) -> None:
        """Count the next piece of the output; raises `Refused` for too much."""
        self._lines += output.count(b"\0")
        self._bytes += len(output)
        if self._lines > _MOST_LINES or self._bytes > _MOST_LISTED:
            raise too_many_files()


def check(oid: str, kind: bytes, size: int) -> None:
    """Raise `Refused` for an object with more bytes than its kind may have."""
    most = _MOST.get(kind, MAX_COMMIT)
    if size > most:
        raise Refused(
            f"the remote's {kind.decode()} {oid[:12]} is larger than {most >> 20} MB",
            hint="nothing was changed here; remove it from the remote's history",
            word="hostile-objects",
        )


def check_sizes(lines: Iterable[bytes]) -> None:
    """Like `check`, for lines of `<type> <size> <id>`; skips other lines."""
    for line in lines:
        kind, _, rest = line.partition(b" ")
        size, _, oid = rest.partition(b" ")
        if size.isdigit():
            check(oid.decode(), kind, int(size))


def too_many_files() -> Refused:
    """The error for a tree with too many files."""
    return Refused(
        f"the remote's tree holds more than {MAX_ENTRIES} files",
        hint="nothing was changed here; remove them from the repository",
        word="hostile-tree",
    )
