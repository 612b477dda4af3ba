"""Which versions the archive in the repository's tree gets, and which it keeps.

It gets those that were saved and replaced between two rounds: no commit has them.
All others stay out of it, since the mirror's history shows them; so do those from the
time before a memory's first round, which no round ever saw. What leaves the tree stays
in the history, and in the archives of the machines for as long as they keep it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING

from memsync.files.unlinked import names_in
from memsync.memory.archive.version_id import STAMP
from memsync.sync.folder import listing
from memsync.sync.folder.stat_cache import StatCache, Versions
from memsync.sync.merge.canonical import canonical
from memsync.sync.tree.layout import (
    ARCHIVE_FOLDER,
    MAX_BLOB,
    Item,
    Kind,
    blob_id,
    note_path,
    place,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime
    from pathlib import Path

    from memsync.memory.archive.archive import Retention
    from memsync.memory.archive.version_id import VersionId
    from memsync.sync.folder.snapshot import Snapshot
    from memsync.sync.tree.layout import Tree


def list_versions(
    archive: Path, old: StatCache, now_ns: int
) -> tuple[dict[str, Versions], dict[str, list[str]]]:
    """What the archive holds of each note, and what of it is new since `old`.

    Versions are named by their file without the suffix. Nothing is new to an
    empty cache. Only folders that changed are listed. Raises `OSError`.
    """
    found: dict[str, Versions] = {}
    new: dict[str, list[str]] = {}
    for entry in listing.versions(os.fspath(archive)):
        known = old.archive.get(entry.name)
        word = listing.signature(entry.stat(follow_symlinks=False), now_ns)
        if known and word and known.signature == word:
            found[entry.name] = known
            continue
        listed = sorted(
            name[:-3]
            for name in names_in(f"{archive}/{entry.name}")
            if name.endswith(".md")
        )
        before = known.stems if known else ()
        if old.key and (fresh := [s for s in listed if s not in before]):
            new[entry.name] = fresh
        found[entry.name] = Versions(word, tuple(listed))
    return found, new


def versions_to_send(
    archive: Path,
    found: Snapshot,
    tree: Tree,
    may_leave: Callable[[str, bytes], bool],
) -> tuple[dict[str, Item], dict[str, bytes]]:
    """The new versions that the tree's archive gets, by path, and their bytes.

    Versions of notes that stay here do too. `tree` is what the last round
    agreed on. `may_leave` judges a version by name and bytes.
    """
    home = found.home
    items: dict[str, Item] = {}
    blobs: dict[str, bytes] = {}
    for name, stems in found.replaced.items():
        live = note_path(home, name)
        # The archive of a workspace memory holds what is live, too.
        shown = {found.sent.get(live), tree[live].oid if live in tree else None}
        for stem in stems:
            path = f"{home}/{ARCHIVE_FOLDER}/{name}/{stem}.md"
            if (
                name in found.kept
                or path in tree
                or place(path).kind is not Kind.ARCHIVED
            ):
                continue
            data = _read(archive / name / f"{stem}.md")
            if data is None or not may_leave(name, data):
                continue
            oid = blob_id(data)
            if not shown & {oid, blob_id(canonical(data))}:
                items[path] = Item(oid)
                blobs[oid] = data
    return items, blobs


def with_stored(
    listed: dict[str, Versions], stored: Iterable[VersionId]
) -> dict[str, Versions]:
    """What was found, and the versions that the round itself stored."""
    found = dict(listed)
    for version in stored:
        known = found.get(version.name)
        stems = known.stems if known else ()
        found[version.name] = Versions("", (*stems, version.stem))
    return found


def _read(path: Path) -> bytes | None:
    from memsync.errors import MemsyncError
    from memsync.files import atomic

    try:
        data = atomic.read_regular(path, limit=MAX_BLOB + 1)
    except (FileNotFoundError, MemsyncError):
        return None  # pruned meanwhile, or no file of ours
    return data if len(data) <= MAX_BLOB else None


def outlived(
    paths: Iterable[str], home: str, retention: Retention, now: datetime
) -> list[str]:
    """Those archived versions of one memory that retention does not cover.

    Of each note the newest `keep_last` stay, and all that were saved in the
    last `keep_days` before `now` (UTC).
    """
    limit = f"{now - timedelta(days=retention.keep_days):{STAMP}}"
    stored: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    archive = f"{home}/{ARCHIVE_FOLDER}/"
    for path in paths:
        if path.startswith(archive) and place(path).kind is Kind.ARCHIVED:
            folder, _, file_name = path.rpartition("/")
            stored[folder].append((file_name, path))
    return [
        path
        for versions in stored.values()
        for file_name, path in sorted(versions, reverse=True)[retention.keep_last :]
        if file_name < limit
    ]
