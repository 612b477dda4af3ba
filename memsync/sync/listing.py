"""A memory folder as one text: every name with its size, times and inode.

Equal texts mean that nothing changed, and comparing them is all that an idle
round does with ten thousand notes. This module loads next to nothing.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = "memsync stat 2"
ARCHIVE = ".archive/"
_LOGS = ("daily", "scratchpad")
_INDEX = "MEMORY"
_TEMPORARY = ".memsync-"
# As `atomic.TEMPORARY`, but for the allow-list of the user scope.
_ALLOW = ".memsync-allow"

RACY_NS = 2_000_000_000
"""FAT keeps times to two seconds."""


def signature(stat: os.stat_result, now_ns: int) -> str:
    """Size, times and inode as a word; empty for a file changed just now.

    `now_ns` is a moment before the file was looked at, in nanoseconds since
    1970: a change that could still share a tick with it cannot be told apart
    (git calls such an entry "racily clean").
    """
    modified, changed = stat.st_mtime_ns, stat.st_ctime_ns
    limit = now_ns - RACY_NS
    if modified > limit or changed > limit:
        return ""
    return f"{stat.st_size} {modified} {stat.st_ino} {changed}"


def line(name: str, word: str) -> str:
    """One file in the text."""
    return f"{name}\0{word}\0"


def notes(
    folder: str, prefix: str = "", litter: list[str] | None = None
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files that may be notes, logs or the memory index, by name.

    What killed commands left is added to `litter`, when that is given. Raises
    `OSError`: a listing cut short would look like deletions.
    """
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(".md") and not name.startswith("."):
                yield prefix + name[:-3], entry
            elif name in _LOGS and not prefix and entry.is_dir(follow_symlinks=False):
                yield from notes(entry.path, f"{name}/", litter)
            elif litter is not None and name.startswith(_TEMPORARY) and name != _ALLOW:
                litter.append(entry.path)


def versions(archive: str) -> Iterator[os.DirEntry[str]]:
    """The archive's folders, but for the memory index's own."""
    try:
        with os.scandir(archive) as entries:
            for entry in entries:
                # Versions of the memory index name notes that stay here.
                named = entry.name != _INDEX and not entry.name.startswith(".")
                if named and entry.is_dir(follow_symlinks=False):
                    yield entry
    except FileNotFoundError:
        return


def still_says(text: bytes, folder: str, archive: str, now_ns: int) -> bool:
    """Whether a memory folder and its archive are just what `text` says.

    False also where a file changed just now. Raises `OSError`.
    """
    limit = now_ns - RACY_NS
    known = text.decode("utf-8", "surrogateescape")
    at = 0
    # Not sorted: a folder that did not change is mostly listed in one order, and
    # where it is not, a whole round finds that there is nothing to do.
    # `signature` and `line`, written out: this loop is most of an idle round.
    for name, entry in notes(folder):
        stat = entry.stat(follow_symlinks=False)
        modified, changed = stat.st_mtime_ns, stat.st_ctime_ns
        said = f"{name}\0{stat.st_size} {modified} {stat.st_ino} {changed}\0"
        if modified > limit or changed > limit or not known.startswith(said, at):
            return False
        at += len(said)
    for entry in versions(archive):
        word = signature(entry.stat(follow_symlinks=False), now_ns)
        said = line(ARCHIVE + entry.name, word)
        if not word or not known.startswith(said, at):
            return False
        at += len(said)
    return at == len(known)
