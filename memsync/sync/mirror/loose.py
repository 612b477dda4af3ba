"""Reads and writes loose objects of the mirror without a git child.

git's own format (gitrepository-layout): `objects/<2 hex>/<38 hex>`, one zlib stream of
a header and the data. Objects are durable on return, as with `core.fsync=all`.
"""

from __future__ import annotations

import contextlib
import os
import zlib

from memsync.files.atomic import fsync_folder
from memsync.sync.tree.objects import Object

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.sync.tree.objects import ObjectKind

# Loose objects after which they are packed; git's own limit (gc.auto) is 6,700.
_MANY = 2000

# Bytes. With ten thousand notes, each round's tree has a quarter of a megabyte.
_MUCH = 64 << 20

# git uses this prefix for its own temporaries, and removes old ones.
_TEMPORARY = "tmp_obj_"


class NotLoose(Exception):
    """The object is not here as a loose file, or is damaged."""


def read(store: str, oid: str, kind: ObjectKind) -> bytes:
    """The data of an object; raises `NotLoose`."""
    try:
        with open(_place(store, oid), "rb") as file:  # noqa: PTH123 -- no pathlib here
            raw = zlib.decompress(file.read())
    # Packed, or damaged: git itself is asked then.
    except (OSError, zlib.error):
        raise NotLoose(oid) from None
    data = raw[raw.find(b"\0") + 1 :]
    if Object(kind, data).oid != oid:
        raise NotLoose(oid)
    return data


def are_many(store: str) -> bool:
    """Whether there are so many, by an estimate, that they should be packed."""
    # git's own estimate: counts one of the 256 folders.
    try:
        with os.scandir(f"{store}/17") as entries:
            sizes = [entry.stat().st_size for entry in entries]
    except FileNotFoundError:
        return False
    return len(sizes) * 256 > _MANY or sum(sizes) * 256 > _MUCH


def write(store: str, objects: Iterable[Object]) -> None:
    """Store objects that are not loose yet. Raises `OSError`."""
    folders = set()
    for item in objects:
        place = _place(store, item.oid)
        folder = place[:-39]
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder)  # noqa: PTH102 -- no pathlib here
            folders.add(store)
        if not os.path.exists(place):  # noqa: PTH110 -- as above
            _write(folder, place, item)
            folders.add(folder)
    for folder in folders:
        fsync_folder(folder)


def _place(store: str, oid: str) -> str:
    return f"{store}/{oid[:2]}/{oid[2:]}"


def _write(folder: str, place: str, item: Object) -> None:
    header = f"{item.kind} {len(item.data)}\0".encode()
    stream = zlib.compress(header + item.data, 1)
    temporary = f"{folder}/{_TEMPORARY}{os.urandom(8).hex()}"
    # Mode 0444, as git's own objects.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444)
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 -- a descriptor, not a path
            file.write(stream)
            file.flush()
            # Before the rename: a crash could else leave an empty object.
            os.fsync(handle)
        os.replace(temporary, place)  # noqa: PTH105 -- no pathlib here
    except BaseException:
        os.unlink(temporary)  # noqa: PTH108 -- as above
        raise
