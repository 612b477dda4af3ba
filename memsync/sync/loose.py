"""Loose objects of the mirror, read and written without a child of git.

git's own format (gitrepository-layout): `objects/<2 hex>/<38 hex>`, one zlib
stream of a header and the data. They are durable before this returns, as with
`core.fsync=all`.
"""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING

from memsync.atomic import fsync_folder
from memsync.sync.objects import Object

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memsync.sync.objects import ObjectKind

# What git, too, names so, and does not take for an object of its own.
_TEMPORARY = "tmp_obj_"


def read(store: Path, oid: str, kind: ObjectKind) -> bytes | None:
    """The data of an object; None where it is not loose, or is not sound."""
    try:
        raw = zlib.decompress((store / oid[:2] / oid[2:]).read_bytes())
    except (OSError, zlib.error):
        return None
    data = raw[raw.find(b"\0") + 1 :]
    return data if Object(kind, data).oid == oid else None


def write(store: Path, objects: Iterable[Object]) -> None:
    """Store objects that are not loose yet. Raises `OSError`."""
    folders = set()
    for item in objects:
        oid = item.oid
        folder = store / oid[:2]
        if (folder / oid[2:]).exists():
            continue
        if not folder.is_dir():
            folder.mkdir(exist_ok=True)
            folders.add(store)
        _write(folder, oid[2:], item)
        folders.add(folder)
    for folder in folders:
        fsync_folder(folder)


def _write(folder: Path, name: str, item: Object) -> None:
    header = f"{item.kind} {len(item.data)}\0".encode()
    stream = zlib.compress(header + item.data, 1)
    temporary = folder / f"{_TEMPORARY}{os.urandom(8).hex()}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444)
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 -- a descriptor, not a path
            file.write(stream)
            file.flush()
            os.fsync(handle)
        temporary.replace(folder / name)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
