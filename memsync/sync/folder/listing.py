"""A memory folder as one text: every name with its size, times and inode.

Equal texts mean that nothing changed, and comparing them is all that an idle
round does with ten thousand notes. This module loads next to nothing.
"""

from __future__ import annotations

import os

from memsync.files.handles import open_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HEAD = "memsync stat 4"
ARCHIVE = ".archive/"
_LOGS = ("daily", "scratchpad")
_INDEX = "MEMORY"
_TEMPORARY = ".memsync-"
# As `atomic.TEMPORARY`, but for the allow-list of the user scope and the origins.
_ALLOW, ORIGINS = ".memsync-allow", ".memsync-origins"
_KEPT = (_ALLOW, ORIGINS)
LEARNED = "learned"
_DECIDED = "decided"
# `layout.LINE_FILES`, which an idle round need not load.
_OWN = (*_LOGS, ORIGINS, LEARNED)

_NOT_NOTES = ("._", ".#", ".~", _TEMPORARY)
# What file systems and editors put beside a file, by the beginning of its name.
_DEEPEST = 4
# Folders below a memory that are looked into for notes that nobody would read.

_BY_HANDLE = os.scandir in os.supports_fd
# What is listed so, is looked at in two thirds of the time, and through no link.

RACY_NS = 2_000_000_000
"""FAT keeps times to two seconds."""


class _Opened:
    """The entries of a folder that is opened through no link; see `unlinked.held`.

    A class, because `contextlib` would cost an idle round a millisecond.
    """

    def __init__(self, folder: str) -> None:
        self._handle = open_folder(folder, os.O_RDONLY) if _BY_HANDLE else None
        try:
            self._entries = os.scandir(folder if self._handle is None else self._handle)
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
    return f"{stat.st_size} {modified} {stat.st_ino} {changed}"


def line(name: str, word: str) -> str:
    """One file in the text."""
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
    with _Opened(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(".md") and not name.startswith(_NOT_NOTES):
                yield prefix + name[:-3], entry
            elif name in _LOGS and not prefix and entry.is_dir(follow_symlinks=False):
                yield from notes(f"{folder}/{name}", f"{name}/", litter)
            elif name == ORIGINS and not prefix:
                yield name, entry
            elif name == LEARNED and not prefix and entry.is_dir(follow_symlinks=False):
                yield from _learned(f"{folder}/{name}", f"{name}/", litter)
            elif (
                litter is not None and name.startswith(_TEMPORARY) and name not in _KEPT
            ):
                litter.append(f"{folder}/{name}")
            elif name[0] != "." and entry.is_dir(follow_symlinks=False):
                yield from _strays(f"{folder}/{name}", f"{prefix}{name}/", _DEEPEST)


def _strays(
    folder: str, prefix: str, deepest: int
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The notes in a sub-folder that is none of a memory's own."""
    with _Opened(folder) as entries:
        for entry in entries:
            name = entry.name
            if name[0] == ".":
                continue
            if entry.is_dir(follow_symlinks=False):
                if deepest > 1:
                    below = f"{prefix}{name}/"
                    yield from _strays(f"{folder}/{name}", below, deepest - 1)
            elif name.endswith(".md"):
                yield prefix + name[:-3], entry


def _learned(
    folder: str, prefix: str, litter: list[str] | None
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """What learning made: notes at any depth, and the list of decisions."""
    with _Opened(folder) as entries:
        for entry in entries:
            name = entry.name
            if _is_learned(prefix, name):
                yield prefix + _learned_name(name), entry
            elif litter is not None and name.startswith(_TEMPORARY):
                litter.append(f"{folder}/{name}")
            elif _is_deeper(prefix, entry):
                yield from _learned(f"{folder}/{name}", f"{prefix}{name}/", litter)


def _is_learned(prefix: str, name: str) -> bool:
    at_top = prefix == f"{LEARNED}/"
    if at_top and name in (_DECIDED, f"{_DECIDED}.md"):
        return name == _DECIDED
    return name[-3:] == ".md" and name[0] != "."


def _learned_name(name: str) -> str:
    return name if name == _DECIDED else name[:-3]


def _is_deeper(prefix: str, entry: os.DirEntry[str]) -> bool:
    deep = prefix.count("/") > _DEEPEST
    return not deep and entry.name[0] != "." and entry.is_dir(follow_symlinks=False)


def versions(archive: str) -> Iterator[os.DirEntry[str]]:
    """The archive's folders, but for the memory index's own."""
    try:
        with _Opened(archive) as entries:
            for entry in entries:
                # Versions of the memory index name notes that stay here.
                named = entry.name != _INDEX and not entry.name.startswith(".")
                if named and entry.is_dir(follow_symlinks=False):
                    yield entry
    except FileNotFoundError:
        return


def changes(
    text: str, folder: str, archive: str, now_ns: int, most: int = 0
) -> list[tuple[str, int, int]] | None:
    """What a memory folder and its archive have that `text` does not say.

    Each as its name, and the part of `text` that says what it was; empty for a
    new one, which belongs there. A file changed just now is among them. None
    where there is more than `most`, or anything else is different. Raises
    `OSError`.
    """
    walk = _Walk(text, now_ns, most)
    if walk.over(folder, "") and walk.over_versions(archive) and walk.at == len(text):
        return walk.changes
    return None


class _Walk:
    """The way along a text, and what was found on it."""

    def __init__(self, known: str, now_ns: int, most: int) -> None:
        self.changes: list[tuple[str, int, int]] = []
        self.at = 0
        self._known = known
        self._now_ns = now_ns
        self._most = most

    def over(self, folder: str, prefix: str) -> bool:
        """Go over a folder of notes; False to give up.

        Not sorted: a folder that did not change is mostly listed in one order,
        and where it is not, a whole round finds that there is nothing to do.
        """
        with _Opened(folder) as entries:
            return self._over(entries, folder, prefix)

    def _over(
        self, entries: Iterable[os.DirEntry[str]], folder: str, prefix: str
    ) -> bool:
        # `signature` and `line`, written out: this is most of an idle round.
        known, limit, at = self._known, self._now_ns - RACY_NS, self.at
        for entry in entries:
            name = entry.name
            if name[-3:] == ".md" and name[0] != ".":
                name = prefix + name[:-3]
                stat = entry.stat(follow_symlinks=False)
                modified, changed = stat.st_mtime_ns, stat.st_ctime_ns
                times = f"{modified} {stat.st_ino} {changed}"
                said = f"{name}\0{stat.st_size} {times}\0"
                old = modified <= limit and changed <= limit
                if old and known.startswith(said, at):
                    at += len(said)
                    continue
                self.at = at
                if not self._differs(name):
                    return False
                at = self.at
            elif not prefix and name in _OWN:
                self.at = at
                if not self._over_own(folder, name, entry):
                    return False
                at = self.at
            elif self._is_odd(folder, name, entry):
                return False
        self.at = at
        return True

    def _over_own(self, folder: str, name: str, entry: os.DirEntry[str]) -> bool:
        """Go over what a memory has besides notes; False to give up."""
        if name == ORIGINS:
            return self._same(name, entry)
        if not entry.is_dir(follow_symlinks=False):
            return True
        if name in _LOGS:
            return self.over(f"{folder}/{name}", f"{name}/")
        litter: list[str] = []
        found = _learned(f"{folder}/{name}", f"{name}/", litter)
        return all(self._same(each, at) for each, at in found) and not litter

    def _same(self, name: str, entry: os.DirEntry[str]) -> bool:
        """Whether the text goes on with this file; False to give up."""
        word = signature(entry.stat(follow_symlinks=False), self._now_ns)
        said = line(name, word)
        if word and self._known.startswith(said, self.at):
            self.at += len(said)
            return True
        return self._differs(name)

    @staticmethod
    def _is_odd(folder: str, name: str, entry: os.DirEntry[str]) -> bool:
        """Whether a whole round would do or say something about this."""
        if name[0] != ".":
            return entry.is_dir(follow_symlinks=False) and any(
                _strays(f"{folder}/{name}", "", _DEEPEST)
            )
        if name[-3:] == ".md" and not name.startswith(_NOT_NOTES):
            return True
        # A round clears what killed commands left.
        return name.startswith(_TEMPORARY) and name not in _KEPT

    def over_versions(self, archive: str) -> bool:
        """Go over the archive's folders; False to give up."""
        return all(
            self._same(ARCHIVE + entry.name, entry) for entry in versions(archive)
        )

    def _differs(self, name: str) -> bool:
        if len(self.changes) >= self._most:
            return False
        begin, head = self.at, f"{name}\0"
        if self._known.startswith(head, begin):
            self.at = self._known.index("\0", begin + len(head)) + 1
        elif f"\0{head}" in self._known or self._known.startswith(head):
            return False  # it was told of elsewhere, or what stood here is gone
        self.changes.append((name, begin, self.at))
        return True
