"""Git objects as bytes: trees and packs that memsync writes itself.

So one git child stores any number of objects, instead of one child for each note.
"""

from __future__ import annotations

import hashlib
import struct
import zlib

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Literal

    from memsync.sync.tree.layout import Tree

    ObjectKind = Literal["commit", "tree", "blob"]

# The numbers of git's object types in a pack.
_NUMBERS = {"commit": 1, "tree": 2, "blob": 3}
_FOLDER = "40000"
_PLAIN = "100644"


class Object(NamedTuple):
    """A git object before it is stored."""

    kind: ObjectKind
    data: bytes

    @property
    def oid(self) -> str:
        """Its id, 40 lower-case hex digits."""
        header = f"{self.kind} {len(self.data)}\0".encode()
        return hashlib.sha1(header + self.data, usedforsecurity=False).hexdigest()


def tree_objects(tree: Tree) -> list[Object]:
    """The tree objects that hold these files; the last one is the top."""
    folders: dict[str, list[tuple[str, str, str]]] = {"": []}
    for path, item in tree.items():
        folder, _, name = path.rpartition("/")
        if folder not in folders:
            _make_parents(folder, folders)
        folders[folder].append((item.mode, name, item.oid))
    made: list[Object] = []
    # The longest path first, so that a folder's id is known to its parent.
    for folder in sorted(folders, key=lambda path: (-path.count("/"), path == "")):
        made.append(_tree_object(folders[folder]))
        if folder:
            parent, _, name = folder.rpartition("/")
            folders[parent].append((_FOLDER, name, made[-1].oid))
    return made


def _make_parents(folder: str, folders: dict[str, list[tuple[str, str, str]]]) -> None:
    while folder not in folders:
        folders[folder] = []
        folder = folder.rpartition("/")[0]


def _tree_object(entries: list[tuple[str, str, str]]) -> Object:
    lines = []
    for mode, name, oid in entries:
        raw = name.encode("utf-8", "surrogateescape")
        order = _order(raw, mode.encode())
        lines.append((order, mode.encode() + b" " + raw + b"\0" + bytes.fromhex(oid)))
    lines.sort()
    return Object("tree", b"".join(line for _, line in lines))


def tree_entries(data: bytes) -> Iterator[tuple[str, tuple[str, str]]]:
    """The entries of a tree object in its order: name, then mode and id."""
    at = 0
    while at < len(data):
        end = data.index(b"\0", at)
        mode, _, name = data[at:end].partition(b" ")
        # An entry is `mode name\0` and the id's 20 raw bytes.
        at = end + 21
        oid = data[end + 1 : at].hex()
        yield name.decode("utf-8", "surrogateescape"), (mode.decode("ascii"), oid)


def amended_trees(
    top: str, blobs: Mapping[str, str], read: Callable[[str], bytes]
) -> list[Object]:
    """The tree objects that differ from `top`'s once these blobs are in it.

    `blobs` has at least one path, and the id of the plain file there. `read`
    gives the bytes of a tree. The last one is the new top.
    """
    own: dict[str, str] = {}
    below: dict[str, dict[str, str]] = {}
    for path, oid in blobs.items():
        folder, slash, rest = path.partition("/")
        if slash:
            below.setdefault(folder, {})[rest] = oid
        else:
            own[path] = oid
    data = read(top) if top else b""
    made: list[Object] = []
    for folder, inside in below.items():
        begin, end = _slot(data, folder, _FOLDER)
        old = data[end - 20 : end].hex() if begin < end else ""
        made += amended_trees(old, inside, read)
        data = data[:begin] + _entry(_FOLDER, folder, made[-1].oid) + data[end:]
    for name, oid in own.items():
        begin, end = _slot(data, name, _PLAIN)
        data = data[:begin] + _entry(_PLAIN, name, oid) + data[end:]
    return [*made, Object("tree", data)]


def _entry(mode: str, name: str, oid: str) -> bytes:
    raw = name.encode("utf-8", "surrogateescape")
    return mode.encode() + b" " + raw + b"\0" + bytes.fromhex(oid)


def _slot(data: bytes, name: str, mode: str) -> tuple[int, int]:
    """Where the entry of this name begins and ends; both the same for a new one."""
    wanted = _order(name.encode("utf-8", "surrogateescape"), mode.encode())
    at = 0
    while at < len(data):
        end = data.index(b"\0", at)
        there, _, raw = data[at:end].partition(b" ")
        order = _order(raw, there)
        if order >= wanted:
            return at, end + 21 if order == wanted else at
        at = end + 21
    return at, at


def _order(raw: bytes, mode: bytes) -> bytes:
    # git sorts a folder as if its name ended in a slash.
    return raw + b"/" if mode == _FOLDER.encode() else raw


def pack(objects: Sequence[Object]) -> bytes:
    """A pack file (version 2, no deltas) of the objects."""
    # Signature, version and number of objects, in network order.
    parts = [struct.pack(">4sLL", b"PACK", 2, len(objects))]
    for kind, data in objects:
        parts += (_pack_header(_NUMBERS[kind], len(data)), zlib.compress(data, 1))
    body = b"".join(parts)
    return body + hashlib.sha1(body, usedforsecurity=False).digest()


def _pack_header(number: int, size: int) -> bytes:
    # gitformat-pack: 4 bits of size beside the type, then 7 bits a byte.
    byte = (number << 4) | (size & 15)
    size >>= 4
    header = bytearray()
    while size:
        header.append(byte | 0x80)
        byte = size & 0x7F
        size >>= 7
    header.append(byte)
    return bytes(header)
