"""The tree in the repository: its grammar, and what may come in (docs/format.md).

Three answers to an incoming tree. A newer format: `Broken`. An unsafe path,
mode, size or duplicate: `Refused`. Anything else that memsync did not write
is `Kind.OTHER`: kept in every merge, never applied.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken, KeyTrouble, Refused
from memsync.memory.names import twin_key
from memsync.sync.names import hostile, illegal, unportable
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT = 2
MERGE_NUMBER = 2
"""Raised with every change of what a merge makes of the same three trees."""

VAULT_FILE = "memsync.json"
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
_OUTSIDE_MODES = (PLAIN, "100664", "100755")

_VERSION = re.compile(r"[0-9]{8}T[0-9]{6}Z-[0-9a-f]{12}")
_USUAL = re.compile(
    rf"{USER}/(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])\.)[a-z0-9_-]{{1,200}}\.md"
)
# What nearly all paths are, and what no check below could refuse.
_VAULT_ID = re.compile(r"[0-9a-f]{32}")


class Item(NamedTuple):
    """A file of a tree."""

    oid: str
    """The blob's id, 40 lower-case hex digits."""
    mode: str = PLAIN


Tree = Mapping[str, Item]
"""All files of a tree by their path from its top, `/` between components."""


class Entry(NamedTuple):
    """One line of `git ls-tree -r -z --full-tree -l`."""

    mode: str
    type: str
    oid: str
    size: int
    """Bytes; 0 for what is no blob."""
    path: bytes


class Vault(NamedTuple):
    """`memsync.json`."""

    format: int
    merge: int
    vault: str
    """32 hex digits, random; two vaults are never merged unasked."""


class Kind(Enum):
    """What a path of the tree is."""

    VAULT = "vault"
    ALLOW = "allow list"
    """The user memory's `.memsync-allow`."""
    PURGED = "purged"
    """What was purged: see `memsync.sync.purged`."""
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
    if path == VAULT_FILE:
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


def vault_bytes(vault: Vault) -> bytes:
    """`memsync.json` in its one canonical spelling."""
    return json.dumps(vault._asdict(), indent=2, sort_keys=True).encode() + b"\n"


def parse_vault(data: bytes) -> Vault:
    """Read `memsync.json`, whatever its spelling; further keys are passed over.

    Raises `Broken` for a format or merge number newer than ours (word
    `newer-format`), and `Refused` for what is no such file at all.
    """
    try:
        read = json.loads(data)
        vault = Vault(read["format"], read["merge"], str(read["vault"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        vault = Vault(0, 0, "")
        read = {}
    if read.get("encrypted"):
        raise KeyTrouble(
            "the remote is encrypted, and this machine has no key to it",
            hint="`memsync sync init URL --encrypt` joins it",
            word="key-missing",
        )
    numbers = (vault.format, vault.merge)
    if any(type(n) is not int or n < 1 for n in numbers):
        raise _refused(VAULT_FILE, "it is not memsync's")
    if vault.format > FORMAT or vault.merge > MERGE_NUMBER:
        raise Broken(
            f"the remote is written by a newer memsync: format {vault.format}, "
            f"merge {vault.merge}; this one knows {FORMAT} and {MERGE_NUMBER}",
            hint="upgrade memsync on this machine; nothing was changed",
            word="newer-format",
        )
    if not _VAULT_ID.fullmatch(vault.vault):
        raise _refused(VAULT_FILE, "its vault id is malformed")
    return vault


def with_our_numbers(data: bytes) -> bytes:
    """A `memsync.json` under the numbers of this memsync, if its own are lower.

    The first round that writes does so, before it merges by its own rules.
    Raises as `parse_vault`.
    """
    vault = parse_vault(data)
    if (vault.format, vault.merge) == (FORMAT, MERGE_NUMBER):
        return data
    return vault_bytes(Vault(FORMAT, MERGE_NUMBER, vault.vault))


class Layout(NamedTuple):
    """An incoming tree that passed."""

    vault: Vault | None
    """None for a repository without `memsync.json`: not ours yet."""
    tree: Tree


def validate(entries: Iterable[Entry], vault_file: bytes | None) -> Layout:
    """Accept or refuse a whole tree; `vault_file` is its `memsync.json`, if any.

    Raises `Broken` (`newer-format`) before it looks at anything else, and
    `Refused` (`hostile-tree`) naming the first object that is unsafe.
    """
    vault = None if vault_file is None else parse_vault(vault_file)
    tree: dict[str, Item] = {}
    spellings: dict[str, str] = {}
    total = 0
    for count, entry in enumerate(entries, 1):
        path = _path(entry)
        _check_object(entry, path)
        if path in tree:
            raise _refused(path, "it stands there twice")
        _check_twins(path, spellings)
        total += entry.size
        if count > MAX_ENTRIES:
            raise _refused(path, f"the tree holds more than {MAX_ENTRIES} files")
        if total > MAX_TOTAL:
            raise _refused(path, f"the tree holds more than {MAX_TOTAL >> 20} MB")
        tree[path] = Item(entry.oid, entry.mode)
    return Layout(vault, tree)


def _path(entry: Entry) -> str:
    try:
        path = entry.path.decode("utf-8")
    except UnicodeDecodeError:
        shown = entry.path.decode("utf-8", "backslashreplace")
        raise _refused(shown, "its name is not UTF-8") from None
    if _USUAL.fullmatch(path):
        return path
    parts = path.split("/")
    for part in parts:
        if reason := hostile(part):
            raise _refused(path, reason)
    _check_top(path, parts)
    if parts[0] in (USER, PROJECTS):
        _check_below_ours(path, parts[1:])
    return path


def _check_top(path: str, parts: list[str]) -> None:
    first = twin_key(parts[0])
    if first not in (USER, PROJECTS, VAULT_FILE, PURGED_FILE):
        return
    if first != parts[0]:
        raise _refused(path, f"it looks like memsync's own '{first}'")
    if (len(parts) > 1) != (first in (USER, PROJECTS)):
        raise _refused(path, "a file and a folder have changed places")


def _check_below_ours(path: str, parts: list[str]) -> None:
    for part in parts:
        if reason := illegal(part):
            raise _refused(path, reason)
    if any(twin_key(part).endswith(".md") for part in parts[:-1]):
        raise _refused(path, "a folder stands where a note belongs")


def _check_object(entry: Entry, path: str) -> None:
    ours = path in (VAULT_FILE, PURGED_FILE)
    inside = ours or path.startswith((f"{USER}/", f"{PROJECTS}/"))
    if entry.type != "blob" or entry.mode not in _OUTSIDE_MODES:
        what = {"120000": "a symlink", "160000": "a submodule"}
        raise _refused(path, f"it is {what.get(entry.mode, 'not a plain file')}")
    if inside and entry.mode != PLAIN:
        raise _refused(path, f"its mode is {entry.mode}, not {PLAIN}")
    if entry.size > MAX_BLOB:
        raise _refused(path, f"it is larger than {MAX_BLOB} bytes")


def _check_twins(path: str, spellings: dict[str, str]) -> None:
    """Every folder and file has one spelling under case folding and NFC."""
    spelling, end = path, len(path)
    while end > 0:
        known = spellings.setdefault(twin_key(path[:end]), spelling)
        if known != spelling:
            raise _refused(path, f"its name collides with '{printable(known)}'")
        end = path.rfind("/", 0, end)
        spelling = path[: end + 1]
        if spelling and spellings.get(twin_key(path[:end])) == spelling:
            return  # and so are the folders that it is in


def _refused(path: str, reason: str) -> Refused:
    return Refused(
        f"the remote holds '{printable(path)}', which is refused: {reason}",
        hint="nothing was changed here; remove it from the repository",
        word="hostile-tree",
    )
