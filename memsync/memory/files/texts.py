"""The text files of a memory, and their folders.

Of memsync's memories: notes and memory index, logs, learned files. Of an agent's own
folder: all files with its ending, at any depth, but hidden ones.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.memory.archive import learned
from memsync.memory.archive.logs import FOLDERS
from memsync.memory.note.names import SUFFIX

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.note.records import MemoryFolder


def folders(memory: MemoryFolder) -> list[str]:
    """The folders that may hold texts, relative to the memory; its own is ""."""
    if not memory.ending:
        return ["", *FOLDERS, *learned.folders(memory.folder)]
    found = []
    for base, names, _ in os.walk(memory.folder):
        below = os.path.relpath(base, memory.folder).replace(os.sep, "/")
        below = "" if below == "." else below
        away = () if below else memory.apart
        names[:] = sorted(n for n in names if n[0] != "." and n not in away)
        found.append(below)
    return found


def texts(memory: MemoryFolder) -> list[tuple[str, Path]]:
    """Every text, with its name."""
    ending = memory.ending or SUFFIX
    found = []
    for below in folders(memory):
        base = memory.folder / below if below else memory.folder
        if (below and base.is_symlink()) or not base.is_dir():
            continue
        found += [
            (named(below, path.name), path)
            for path in sorted(base.glob(f"*{ending}"))
            if path.is_file() and not path.is_symlink()
        ]
    return found


def named(below: str, file: str) -> str:
    """The name of a text, from its folder and its file name."""
    return f"{below}/{file}".strip("/").removesuffix(SUFFIX)
