"""Memories that git deleted while their archive still exists."""

from __future__ import annotations

import os

from memsync.errors import Refused
from memsync.files import atomic
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.note.skeleton import is_untouched
from memsync.workspace.place.spot import file_name
from memsync.workspace.repository.roots import linked_worktrees

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.archive.archive import Archive
    from memsync.memory.store.store import Store
    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.roots import GitRoot

# In an archive: the digests and names of notes that were removed on purpose.
_LEFT_BEHIND = ".deinit"


def has_archive(spot: Spot) -> bool:
    """Whether anything is stored of a memory."""
    if spot.foreign_link:
        return False
    from memsync.memory.archive.archive import Archive

    return bool(Archive(spot.memory_folder.archive, private=False).names())


def has_archived_notes(spot: Spot) -> bool:
    """Whether the archive of a missing memory has notes that were lost."""
    return not spot.foreign_link and _holds_notes(spot.memory_folder.archive)


def refuse_vanished(spot: Spot) -> None:
    """Raise `Refused` if another memory would hide the loss of this one."""
    if has_archived_notes(spot):
        raise Refused(
            f"the memory at '{spot.folder}' is gone; its notes are in the archive",
            hint="first `memsync archive restore --all`",
            word="vanished",
        )


def archived_worktrees(root: GitRoot) -> list[str]:
    """The ids of removed worktrees whose own memory is only in the archive now."""
    folder = root.safe_dir / "archive"
    if not folder.is_dir():
        return []
    there = {file_name(name) for name, _ in linked_worktrees(root)}
    ids = {
        entry.name.rpartition("@")[2]
        for entry in folder.iterdir()
        if "@" in entry.name
        and not entry.name.endswith("+team")
        and _holds_notes(entry)
    }
    return sorted(ids - there)


def leave_behind(archive: Archive) -> None:
    """Record that the notes which are live now are removed on purpose."""
    live = archive.events.live()
    text = "".join(f"{digest} {name}\n" for name, digest in sorted(live.items()))
    if live:
        atomic.write(archive.folder / _LEFT_BEHIND, os.fsencode(text))


def missed(store: Store, gone: tuple[str, ...]) -> tuple[str, ...]:
    """The notes in `gone` that nobody removed on purpose.

    A note that was removed on purpose and came back counts like any other.
    """
    mark = store.memory.archive / _LEFT_BEHIND
    left = _left_behind(mark)
    if not left:
        return gone
    if any(store.has(name) for name in left if name != MEMORY_INDEX_NAME):
        mark.unlink(missing_ok=True)
    live = store.archive.events.live()
    return tuple(name for name in gone if left.get(name) != live.get(name))


def _holds_notes(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    from memsync.memory.archive.archive import Archive

    archive = Archive(folder, private=False)
    left = _left_behind(folder / _LEFT_BEHIND)
    live = {n for n, d in archive.events.live().items() if left.get(n) != d}
    if live != {MEMORY_INDEX_NAME}:
        return bool(live)
    newest = archive.versions(MEMORY_INDEX_NAME)[:1]
    return any(not is_untouched(_text(v.path)) for v in newest)


def _text(path: Path) -> str:
    return atomic.read_regular(path).decode("utf-8", "replace")


def _left_behind(mark: Path) -> dict[str, str]:
    try:
        rows = os.fsdecode(mark.read_bytes()).split("\n")
    except OSError:
        return {}
    return {
        name: digest for digest, _, name in (r.partition(" ") for r in rows) if name
    }
