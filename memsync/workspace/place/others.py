"""The other memories of a repository: of its worktrees, of a team, of what is gone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from memsync.memory.note.names import Scope
from memsync.memory.note.records import MemoryFolder
from memsync.paths import MEMORY_PATH
from memsync.workspace.place.private import find_private
from memsync.workspace.place.spot import ALLOW_FILE, file_name
from memsync.workspace.repository.roots import linked_worktrees

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from memsync.workspace.repository.roots import GitRoot

# The mark of a committed memory's archive, see `Spot.memory_id`.
_TEAM = "+team"


def other_memories(
    root: GitRoot, environ: Mapping[str, str], known: Sequence[MemoryFolder]
) -> list[MemoryFolder]:
    """The memories of a repository that are not `known`, live or only in an archive.

    Raises what git raises.
    """
    archives = {memory.archive for memory in known}
    live = {memory.folder for memory in known}
    found = []
    for memory in _all(root, environ):
        if memory.archive in archives:
            continue
        # A team's memory and a private one have one folder, which is one of them now.
        gone = memory.archive / "gone"
        found.append(memory._replace(folder=gone) if memory.folder in live else memory)
        archives.add(memory.archive)
        live.add(memory.folder)
    return found


def _all(root: GitRoot, environ: Mapping[str, str]) -> Iterator[MemoryFolder]:
    tops = {file_name(name): top for name, top in linked_worktrees(root)}
    own = file_name(MEMORY_PATH)
    archives = root.safe_dir / "archive"
    stored = sorted(each.name for each in archives.glob("*"))
    # A worktree's own notes may be there before anything was archived of them.
    for id_ in dict.fromkeys((own, *(f"{own}@{name}" for name in tops), *stored)):
        place, _, worktree = id_.removesuffix(_TEAM).partition("@")
        top = tops.get(worktree) if worktree else root.main_top
        archive = archives / id_
        folder = None
        if top is not None:
            folder = _real(top / os.fsdecode(unquote_to_bytes(place)))
        elif id_ == own:
            folder = root.common_dir / "memsync" / "memory"  # of a bare repository
        yield MemoryFolder(
            folder=folder or archive / "gone",
            scope=Scope.WORKSPACE,
            archive=archive,
            lock=root.safe_dir / "locks" / f"{id_}.lock",
            private=False,
            guards_live=True,
            allow_file=(top or root.top) / ALLOW_FILE,
        )
    private = find_private(root, environ, [])
    if private is not None:
        yield private.memory_folder


def _real(folder: Path) -> Path | None:
    """The folder, unless a link leads elsewhere: to the memory that worktrees share."""
    return folder if Path(os.path.realpath(folder)) == folder else None
