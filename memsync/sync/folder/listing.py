"""A memory folder as one text: every name with its size, times and inode.

Equal texts mean that nothing changed, and comparing them is all that an idle
round does with ten thousand notes. This module loads next to nothing.
"""

from __future__ import annotations

import os

from memsync.files.handles import open_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# The first line of the cache; with another number every file is read again.
HEAD = "memsync stat 4"
ARCHIVE = ".archive/"
LOGS = ("daily", "scratchpad")
_INDEX = "MEMORY"

# As `atomic.TEMPORARY`. Two files begin with it and are no temporaries: the user
# memory's allow list, and the origins.
TEMPORARY = ".memsync-"
_ALLOW, ORIGINS = ".memsync-allow", ".memsync-origins"
KEPT = (_ALLOW, ORIGINS)
LEARNED = "learned"

# `layout.LINE_FILES`, which an idle round need not load.
_DECIDED = "decided"

# Prefixes of the files that file systems and editors put beside a file.
NOT_NOTES = ("._", ".#", ".~", TEMPORARY)

# How deep to look for notes in sub-folders, which no agent reads.
DEEPEST = 4

# `layout.AGENT_ENDINGS`.
_ENDINGS = (".md", ".txt")

# How deep to list an agent's folder; only `layout.MAX_DEPTH` levels are synced.
_FAR_TOO_DEEP = 20

# Listing through a handle takes two thirds of the time and follows no link.
_BY_HANDLE = os.scandir in os.supports_fd

# FAT keeps times to two seconds.
RACY_NS = 2_000_000_000


class Opened:
    """The entries of a folder that is opened through no link; see `unlinked.held`.

    A class, because `contextlib` would cost an idle round a millisecond.
    """

    def __init__(self, folder: str) -> None:
        self._handle = open_folder(folder, os.O_RDONLY) if _BY_HANDLE else None
        try:
            self._entries = os.scandir(folder if self._handle is None else self._handle)
        # The descriptor must be closed even on Ctrl-C.
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Iterator[os.DirEntry[str]]:
        return self._entries

    def __exit__(self, *_: object) -> None:
        self._entries.close()
        self._close()

    def _close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)


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
    # The inode tells a file replaced by one of the same size and time (as editors do).
    return f"{stat.st_size} {modified} {stat.st_ino} {changed}"


def line(name: str, word: str) -> str:
    """One file's line in the text."""
    return f"{name}\0{word}\0"


def notes(
    folder: str, prefix: str = "", litter: list[str] | None = None
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files that may be notes, logs or the memory index, by name.

    Hidden ones and those in other sub-folders are among them, to be named.
    What killed commands left is added to `litter`, when that is given. An entry is
    to be asked before the next one: its folder is open until then. Raises `OSError`,
    as a listing cut short would look like deletions, and `Refused` for a link.
    """
    with Opened(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(".md") and not name.startswith(NOT_NOTES):
                yield prefix + name[:-3], entry
            elif name in LOGS and not prefix and entry.is_dir(follow_symlinks=False):
                yield from notes(f"{folder}/{name}", f"{name}/", litter)
            elif name == ORIGINS and not prefix:
                yield name, entry
            elif name == LEARNED and not prefix and entry.is_dir(follow_symlinks=False):
                yield from learned(f"{folder}/{name}", f"{name}/", litter)
            elif litter is not None and name.startswith(TEMPORARY) and name not in KEPT:
                litter.append(f"{folder}/{name}")
            elif name[0] != "." and entry.is_dir(follow_symlinks=False):
                yield from strays(f"{folder}/{name}", f"{prefix}{name}/", DEEPEST)


def strays(
    folder: str, prefix: str, deepest: int
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The notes in a sub-folder that memsync does not use itself."""
    with Opened(folder) as entries:
        for entry in entries:
            name = entry.name
            if name[0] == ".":
                continue
            if entry.is_dir(follow_symlinks=False):
                if deepest > 1:
                    below = f"{prefix}{name}/"
                    yield from strays(f"{folder}/{name}", below, deepest - 1)
            elif name.endswith(".md"):
                yield prefix + name[:-3], entry


def learned(
    folder: str, prefix: str, litter: list[str] | None
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """What learning wrote: files at any depth, and the list of decisions."""
    with Opened(folder) as entries:
        for entry in entries:
            name = entry.name
            if _is_learned(prefix, name):
                yield prefix + _learned_name(name), entry
            elif litter is not None and name.startswith(TEMPORARY):
                litter.append(f"{folder}/{name}")
            elif _is_deeper(prefix, entry):
                yield from learned(f"{folder}/{name}", f"{prefix}{name}/", litter)


def _is_learned(prefix: str, name: str) -> bool:
    at_top = prefix == f"{LEARNED}/"
    if at_top and name in (_DECIDED, f"{_DECIDED}.md"):
        return name == _DECIDED
    return name[-3:] == ".md" and name[0] != "."


def _learned_name(name: str) -> str:
    return name if name == _DECIDED else name[:-3]


def _is_deeper(prefix: str, entry: os.DirEntry[str], deepest: int = DEEPEST) -> bool:
    deep = prefix.count("/") > deepest
    return not deep and entry.name[0] != "." and entry.is_dir(follow_symlinks=False)


def versions(archive: str) -> Iterator[os.DirEntry[str]]:
    """The archive's folders, except that of the memory index."""
    try:
        with Opened(archive) as entries:
            for entry in entries:
                # Versions of the memory index name notes that stay here.
                named = entry.name != _INDEX and not entry.name.startswith(".")
                if named and entry.is_dir(follow_symlinks=False):
                    yield entry
    except FileNotFoundError:
        return


def agent_files(
    folder: str,
    ending: str,
    apart: tuple[str, ...] = (),
    litter: list[str] | None = None,
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files of an agent's folder that have its ending, at any depth, by name.

    Nothing hidden is among them, and nothing of the folders `apart`, which are
    directly in it. Otherwise as `notes`.
    """
    yield from _agent_files(folder, "", ending, apart, litter)


def _agent_files(
    folder: str,
    prefix: str,
    ending: str,
    apart: tuple[str, ...],
    litter: list[str] | None,
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    with Opened(folder) as entries:
        for entry in entries:
            name = entry.name
            if name[0] == ".":
                if litter is not None and name.startswith(TEMPORARY):
                    litter.append(f"{folder}/{name}")
            elif name.endswith(ending) and not entry.is_dir(follow_symlinks=False):
                yield agent_name(prefix + name), entry
            elif name not in apart and _is_deeper(prefix, entry, _FAR_TOO_DEEP):
                below = f"{prefix}{name}/"
                yield from _agent_files(f"{folder}/{name}", below, ending, (), litter)


def agent_name(file: str) -> str:
    """The name of a file of an agent's folder: its path there, mostly without `.md`.

    A file that no machine accepts keeps its ending, so that no two share a name.
    """
    stem = file[:-3]
    taken = not file.endswith(".md") or stem.endswith(_ENDINGS)
    return file if taken else stem


def agent_file(name: str) -> str:
    """The file to which `agent_name` gave this name."""
    if name.endswith(_ENDINGS):
        return name
    return f"{name}.md"
