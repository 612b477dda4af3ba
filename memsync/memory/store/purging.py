"""Removes texts from a memory for good: from its files and its archive."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.files.unlinked import remove
from memsync.memory.archive.archive import digest_of
from memsync.memory.archive.journal import Journal
from memsync.memory.archive.version_id import STAMP, VersionId
from memsync.memory.files import origins, purged
from memsync.memory.files import texts as files
from memsync.memory.files.live import leftovers, remove_keeping, replace_keeping
from memsync.memory.note.names import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from pathlib import Path

    from memsync.files.lock import Held, Memory
    from memsync.memory.archive.archive import Archive
    from memsync.memory.note.records import MemoryFolder

    Remains = Callable[[str, bytes], bytes | None]
    """What may remain of a version of a note; None if nothing."""

# Attempts at purging a file that an agent keeps writing to.
_TRIES = 5


def sweep(
    memory: MemoryFolder, archive: Archive, remains: Remains, held: Held[Memory]
) -> None:
    """Remove temporary files, which a killed command left with a text in them.

    What a program wrote into a file as it was replaced stays, without what may not.
    Raises `OSError`.
    """
    for path in _temporaries(archive.folder):
        remove(path)
    for below in files.folders(memory):
        for left in leftovers(memory.folder / below):
            path = memory.folder / below / left.name
            name = files.named(below, left.of or "")
            data = _read(path) if left.of else None
            kept = None if data is None else remains(name, data)
            if kept is None:
                left.remove(held)
            elif kept != data:
                atomic.write(path, kept)


def _temporaries(folder: Path) -> list[Path]:
    return [
        type(folder)(base) / name
        for base, _, names in os.walk(folder)
        for name in names
        if name.startswith(atomic.TEMPORARY) and name.endswith(".tmp")
    ]


def purge_archive(
    archive: Archive,
    remains: Remains,
    held: Held[Memory],
    before: datetime | None = None,
) -> list[str]:
    """Remove from the archive what must not remain; returns the ids of those versions.

    With `before` (UTC) only versions saved until then. Nothing is kept of a
    version that goes, neither its digest nor the reason why it was replaced.
    Raises `OSError`.
    """
    Journal(archive).forget("a purge, which cannot be undone")
    gone = []
    digests: dict[tuple[str, str], str | None] = {}
    for name, path in _stored(archive.folder):
        version = VersionId.of_file(name, path.name)
        if before is not None and version.stamp > f"{before:{STAMP}}":
            continue
        data = _read(path)
        if data is None or (kept := remains(name, data)) == data:
            continue
        new = None if kept is None else digest_of(kept)
        if kept is not None and new is not None:
            stem = version._replace(digest=new).stem
            atomic.write(path.with_name(f"{stem}{SUFFIX}"), kept, mode=0o600)
        remove(path)
        gone.append(str(version))
        digests[name, version.digest] = new
        with contextlib.suppress(OSError):
            path.parent.rmdir()  # fails unless it is empty
    if digests:
        archive.events.revise(digests, held)
        remove(archive.folder / ".seen")
    return sorted(gone)


def purge_live(memory: MemoryFolder, remains: Remains, held: Held[Memory]) -> list[str]:
    """Take out of the files what may not stay; the names of those changed.

    What an agent writes meanwhile is looked at again. Raises `OSError`.
    """
    live = files.texts(memory)
    changed = [name for name, path in live if _purge(name, path, remains)]
    if not memory.ending:
        paths = dict(live)
        left = {name: _read(paths[name]) for name in changed}
        # Those of notes that were forgotten before.
        imported = {origin.name for origin in origins.parse(origins.load(memory))}
        gone = {n for n in imported - paths.keys() if remains(n, b"") is None}
        origins.prune(memory, {**dict.fromkeys(gone), **left}, held)
    return changed


def bar_imports(
    memory: MemoryFolder, archive: Archive, remains: Remains, held: Held[Memory]
) -> None:
    """Keep which imported texts go, before they do, so that no import brings them back.

    Agents' own folders are not touched by a purge. Raises `OSError`.
    """
    if memory.ending:
        return
    live = dict(files.texts(memory))
    imported = origins.parse(origins.load(memory))
    stored = {name for name, _ in _stored(archive.folder)}
    names = {*live, *stored, *(origin.name for origin in imported)}
    going = {name for name in names if remains(name, b"") is None}
    changing = {
        name
        for name in {origin.name for origin in imported} & live.keys()
        if (data := _read(live[name])) is not None and remains(name, data) != data
    }
    whole = [origin for origin in imported if origin.name in going]
    texts = [origin for origin in imported if origin.name in changing]
    if going or texts:
        purged.add(archive.folder, texts, whole, going, held)


def would_change(memory: MemoryFolder, archive: Archive, remains: Remains) -> list[str]:
    """The names and ids that the two functions above would return."""
    live = [
        name
        for name, path in files.texts(memory)
        if (data := _read(path)) is not None and remains(name, data) != data
    ]
    stored = [
        f"{name}/{path.name.removesuffix(SUFFIX)}"
        for name, path in _stored(archive.folder)
        if (data := _read(path)) is not None and remains(name, data) != data
    ]
    return live + sorted(stored)


def texts(memory: MemoryFolder, archive: Archive) -> Iterator[bytes]:
    """Every text of a memory, live or stored."""
    for _, path in (*files.texts(memory), *_stored(archive.folder)):
        if (data := _read(path)) is not None:
            yield data


def _purge(name: str, path: Path, remains: Remains) -> bool:
    changed = False
    for _ in range(_TRIES):
        data = _read(path)
        if data is None or (kept := remains(name, data)) == data:
            break
        late: list[bytes] = []
        if kept is None:
            changed = remove_keeping(path, data, late.append) or changed
        else:
            changed = replace_keeping(path, kept, data, late.append) or changed
    return changed


def _stored(folder: Path) -> list[tuple[str, Path]]:
    """Every stored version with its note's name, which may have a folder."""
    found = []
    for base, _, names in os.walk(folder):
        below = os.path.relpath(base, folder)
        found += [
            (below.replace(os.sep, "/"), type(folder)(base) / name)
            for name in sorted(names)
            if name.endswith(SUFFIX) and below != "."
        ]
    return found


def _read(path: Path) -> bytes | None:
    try:
        return atomic.read_regular(path)
    except (FileNotFoundError, MemsyncError):
        return None
