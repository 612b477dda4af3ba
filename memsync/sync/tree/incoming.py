"""Check a whole tree that a remote sent (docs/format.md).

A newer format is `Broken`. An unsafe path, mode, size or duplicate is
`Refused`. Anything else that memsync did not write passes, and is never applied.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.memory.note.names import twin_key
from memsync.secrets.allow import AllowList
from memsync.sync.tree.layout import (
    AGENTS,
    ALLOW_PATH,
    ARCHIVE_FOLDER,
    MANIFEST_FILE,
    MAX_BLOB,
    MAX_ENTRIES,
    MAX_TOTAL,
    PLAIN,
    PROJECTS,
    PURGED_FILE,
    USER,
    Item,
    Tree,
    TreeEntry,
    refused,
)
from memsync.sync.tree.manifest import Manifest, parse_manifest
from memsync.sync.tree.names import hostile, illegal
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

_OURS = (USER, PROJECTS, AGENTS)
_OUTSIDE_MODES = (PLAIN, "100755")
_BELOW_OURS = tuple(f"{top}/" for top in _OURS)

# Nearly all paths match this, and no check below could refuse them.
_USUAL = re.compile(
    rf"{USER}/(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])\.)[a-z0-9_-]{{1,200}}\.md"
)


class Layout(NamedTuple):
    """An incoming tree that passed."""

    vault: Manifest | None
    """None for a repository without `memsync.json`: not ours yet."""
    tree: Tree


def validate(entries: Iterable[TreeEntry], vault_file: bytes | None) -> Layout:
    """Accept or refuse a whole tree; `vault_file` is its `memsync.json`, if any.

    Raises `Broken` (`newer-format`) before it looks at anything else, and
    `Refused` (`hostile-tree`) naming the first object that is unsafe.
    """
    vault = None if vault_file is None else parse_manifest(vault_file)
    tree: dict[str, Item] = {}
    spellings: dict[str, str] = {}
    total = 0
    for count, entry in enumerate(entries, 1):
        path = _path(entry)
        _check_object(entry, path)
        if path in tree:
            raise refused(path, "it is there twice")
        _check_twins(path, spellings)
        total += entry.size
        if count > MAX_ENTRIES:
            raise refused(path, f"the tree holds more than {MAX_ENTRIES} files")
        if total > MAX_TOTAL:
            raise refused(path, f"the tree holds more than {MAX_TOTAL >> 20} MB")
        tree[path] = Item(entry.oid, entry.mode)
    return Layout(vault, tree)


def check_allow_list(data: bytes | None) -> None:
    """Raise `Refused` for a malformed allow-list, which would stop every round."""
    try:
        AllowList.load(data or b"")
    except Broken:
        raise refused(
            ALLOW_PATH, "it is no list of fingerprints below a salt"
        ) from None


def _path(entry: TreeEntry) -> str:
    try:
        path = entry.path.decode("utf-8")
    except UnicodeDecodeError:
        shown = entry.path.decode("utf-8", "backslashreplace")
        raise refused(shown, "its name is not UTF-8") from None
    if _USUAL.fullmatch(path):
        return path
    parts = path.split("/")
    for part in parts:
        if reason := hostile(part):
            raise refused(path, reason)
    _check_top(path, parts)
    if parts[0] in _OURS:
        _check_below_ours(path, parts[1:])
    return path


def _check_top(path: str, parts: list[str]) -> None:
    first = twin_key(parts[0])
    if first not in (*_OURS, MANIFEST_FILE, PURGED_FILE):
        return
    if first != parts[0]:
        raise refused(path, f"it looks like memsync's own '{first}'")
    if (len(parts) > 1) != (first in _OURS):
        raise refused(path, "a file replaced a folder, or a folder a file")


def _check_below_ours(path: str, parts: list[str]) -> None:
    for part in parts:
        if reason := illegal(part):
            raise refused(path, reason)
    folders = parts[:-1]
    if ARCHIVE_FOLDER in folders:
        # A version of the note `a.md.md` lies in a folder `a.md`.
        folders = folders[: folders.index(ARCHIVE_FOLDER)]
    if any(twin_key(part).endswith(".md") for part in folders):
        raise refused(path, "there is a folder where a note belongs")


def _check_object(entry: TreeEntry, path: str) -> None:
    ours = path in (MANIFEST_FILE, PURGED_FILE)
    inside = ours or path.startswith(_BELOW_OURS)
    if entry.type != "blob" or entry.mode not in _OUTSIDE_MODES:
        what = {"120000": "a symlink", "160000": "a submodule"}
        raise refused(path, f"it is {what.get(entry.mode, 'not a plain file')}")
    if inside and entry.mode != PLAIN:
        raise refused(path, f"its mode is {entry.mode}, not {PLAIN}")
    if entry.size > MAX_BLOB:
        raise refused(path, f"it is larger than {MAX_BLOB} bytes")


def _check_twins(path: str, spellings: dict[str, str]) -> None:
    """Raise `Refused` if two paths are equal under case folding and NFC."""
    spelling, end = path, len(path)
    while end > 0:
        known = spellings.setdefault(twin_key(path[:end]), spelling)
        if known != spelling:
            raise refused(path, f"its name collides with '{printable(known)}'")
        end = path.rfind("/", 0, end)
        spelling = path[: end + 1]
        if spelling and spellings.get(twin_key(path[:end])) == spelling:
            return  # and so are the folders that it is in
