"""The tree in the repository: its grammar (docs/format.md).

What memsync did not write is `Kind.OTHER`: kept in every merge, never applied.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from memsync.errors import Refused
from memsync.sync.tree.names import unportable
from memsync.terminal import printable

MANIFEST_FILE = "memsync.json"
PURGED_FILE = "memsync.purged"
USER = "user"
PROJECTS = "projects"
ALLOW_PATH = "user/.memsync-allow"
INDEX_NAME = "MEMORY"
ALLOW_NAME = ".memsync-allow"
ARCHIVE_FOLDER = ".archive"
LOG_FOLDERS = ("daily", "scratchpad")

MAX_BLOB = 1 << 20
"""Bytes of one file; a local note above it is held."""
MAX_ENTRIES = 200_000
MAX_TOTAL = 256 << 20
"""Bytes of all files together."""

PLAIN = "100644"

_VERSION = re.compile(r"[0-9]{8}T[0-9]{6}Z-[0-9a-f]{12}")


class Item(NamedTuple):
    """A file of a tree."""

    oid: str
    """The blob's id, 40 lower-case hex digits."""
    mode: str = PLAIN


Tree = Mapping[str, Item]
"""All files of a tree by their path from its top, `/` between components."""


class TreeEntry(NamedTuple):
    """One line of `git ls-tree -r -z --full-tree -l`."""

    mode: str
    type: str
    oid: str
    size: int
    """Bytes; 0 for what is no blob."""
    path: bytes


class Kind(Enum):
    """What a path of the tree is."""

    VAULT = "vault"
    ALLOW = "allow list"
    """The user memory's `.memsync-allow`."""
    PURGED = "purged"
    """What was purged: see `memsync.sync.tree.purged`."""
    INDEX = "memory index"
    NOTE = "note"
    LOG = "log"
    """A daily log or the scratchpad: text in a sub-folder."""
    ARCHIVED = "archived version"
    OTHER = "other"


class Place(NamedTuple):
    """A path of the tree, understood."""

    kind: Kind
    home: str
    """The memory it belongs to: `user` or `projects/<identity>`; else empty."""
    name: str
    """A note's name, `MEMORY`, `daily/<day>`, the name whose version is archived,
    or for `Kind.OTHER` the path itself."""


def blob_id(data: bytes) -> str:
    """The id that git gives to a blob of these bytes."""
    header = b"blob %d\x00" % len(data)
    return hashlib.sha1(header + data, usedforsecurity=False).hexdigest()


def place(path: str) -> Place:
    """What stands at a path that `validate` accepted. Never raises."""
    if path == MANIFEST_FILE:
        return Place(Kind.VAULT, "", path)
    if path == PURGED_FILE:
        return Place(Kind.PURGED, "", path)
    if path == ALLOW_PATH:
        return Place(Kind.ALLOW, USER, ALLOW_NAME)
    parts = path.split("/")
    depth = {USER: 1, PROJECTS: 2}.get(parts[0], 0)
    if depth and len(parts) > depth and not any(map(unportable, parts[1:depth])):
        found = _place_at_home("/".join(parts[:depth]), parts[depth:])
        if found:
            return found
    return Place(Kind.OTHER, "", path)


def _place_at_home(home: str, parts: list[str]) -> Place | None:
    if not parts[-1].endswith(".md"):
        return None
    parts[-1] = parts[-1].removesuffix(".md")
    if parts[0] == ARCHIVE_FOLDER:
        name = _file_name(parts[1:-1])
        known = name and _VERSION.fullmatch(parts[-1])
        return Place(Kind.ARCHIVED, home, name) if known and name else None
    name = _file_name(parts)
    if name is None:
        return None
    if name == INDEX_NAME:
        return Place(Kind.INDEX, home, name)
    return Place(Kind.LOG if "/" in name else Kind.NOTE, home, name)


def _file_name(parts: list[str]) -> str | None:
    """The name of a note, `MEMORY`, or a log with its folder; None for others."""
    if parts == [INDEX_NAME]:
        return INDEX_NAME
    if not parts or unportable(parts[-1]):
        return None
    if len(parts) == 2 and parts[0] in LOG_FOLDERS:
        return "/".join(parts)
    return parts[0] if len(parts) == 1 else None


def note_path(home: str, name: str) -> str:
    """Where a note, the memory index (`MEMORY`) or a log lies in the tree."""
    return f"{home}/{name}.md"


def label(path: str) -> str:
    """What a note or log is called among those of all memories.

    Its name for the user memory's, `projects/<identity>/<name>` for another's.
    """
    return path.removeprefix(f"{USER}/").removesuffix(".md")


def unlabel(label: str) -> tuple[str, str]:
    """The home and the name that a label says."""
    if label.startswith(f"{PROJECTS}/"):
        _, identity, name = label.split("/", 2)
        return f"{PROJECTS}/{identity}", name
    return USER, label


def archive_path(home: str, name: str, stamp: str, data: bytes) -> str:
    """Where an archived version lies: a pure function of the version.

    `stamp` is that of the clock which the version had when it lost.
    """
    digest = hashlib.sha256(data).hexdigest()[:12]
    return f"{home}/{ARCHIVE_FOLDER}/{name}/{stamp}-{digest}.md"


def refused(path: str, reason: str) -> Refused:
    """The error for an object of the remote that is unsafe, for a given reason."""
    return Refused(
        f"the remote holds '{printable(path)}', which is refused: {reason}",
        hint="nothing was changed here; remove it from the repository",
        word="hostile-tree",
    )
