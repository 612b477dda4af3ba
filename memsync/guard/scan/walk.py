"""The files that a scan reads: named files, and all files below named folders."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

# Folders of tools, which hold copies of other files.
_SKIPPED = frozenset((".git", ".hg", ".svn", "node_modules", "__pycache__"))


class Entry(NamedTuple):
    """A file to read, under the name that the user gave it or its folder."""

    path: str
    size: int = 0
    """Its size in bytes when it was listed; 0 if unknown."""
    text: bytes | None = None
    """A symlink's target: that text is all that git stores of it."""
    unread: str = ""
    """Why it cannot be read."""
    named: int = 0
    """Characters of the path that the user gave; the rest leads to the file."""
    may_be_copy: bool = False
    """Whether another file has the same size."""


def entries(paths: list[str]) -> Iterator[Entry]:
    """Every file at or below `paths`.

    Does not follow symlinks to folders. Reads a symlink found in a folder as its
    target's path, so that no file is read twice. Skips git's own folders.
    """
    for path in paths:
        # The method of `Path` fails where a name is too long, or a folder is closed.
        if os.path.isdir(path):  # noqa: PTH112
            yield from _below(path, len(path))
        else:
            yield Entry(path, _size(path), named=len(path))


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError):
        return 0  # reading it reports the reason


def _below(folder: str, named: int) -> Iterator[Entry]:
    """Every file below a folder, by names, without the folders of tools."""
    # Without recursion, because folders may be nested more deeply than calls may be.
    waiting: list[os.DirEntry[str]] = []
    yield from _list(folder, waiting)
    while waiting:
        entry = waiting.pop()
        try:
            # A link could lead in a circle, or out of what was asked for.
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED:
                    yield from _list(entry.path, waiting)
            # What git stores of a link is its target, so that is the text to scan.
            elif entry.is_symlink():
                yield Entry(entry.path, text=os.fsencode(Path(entry.path).readlink()))
            elif entry.is_file(follow_symlinks=False):
                size = entry.stat(follow_symlinks=False).st_size
                yield Entry(entry.path, size, named=named)
        except OSError as error:
            yield Entry(entry.path, unread=reason(error))


def _list(folder: str, waiting: list[os.DirEntry[str]]) -> Iterator[Entry]:
    """Append what is in a folder, the last name first; yield it if it is unreadable."""
    try:
        waiting += sorted(os.scandir(folder), key=lambda each: each.name, reverse=True)
    except OSError as error:
        yield Entry(folder, unread=reason(error))


def read_file(path: str) -> bytes | str:
    """The bytes of one file, or why it cannot be read."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        return reason(error)


def reason(error: OSError) -> str:
    """Why a file cannot be read, as the system says."""
    return (error.strerror or type(error).__name__).lower()
