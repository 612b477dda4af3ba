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
from memsync.memory.archive.version_id import VersionId
from memsync.memory.note.names import twin_key
from memsync.sync.tree.names import unportable, unportable_file
from memsync.terminal import printable

MANIFEST_FILE = "memsync.json"
PURGED_FILE = "memsync.purged"
USER = "user"
PROJECTS = "projects"

# The homes of agents' own folders: at the top the user's, below a project a
# repository's.
AGENTS = "agents"

ALLOW_PATH = "user/.memsync-allow"
INDEX_NAME = "MEMORY"
ALLOW_NAME = ".memsync-allow"
ARCHIVE_FOLDER = ".archive"
LOG_FOLDERS = ("daily", "scratchpad")

# The sub-folder of what learning writes.
LEARNED = "learned"

# Where imported notes came from.
ORIGINS_NAME = ".memsync-origins"

# Which proposals of learning were decided, and how.
DECIDED_NAME = "learned/decided"

# Files of a memory that are sets of lines, not markdown.
LINE_FILES = (ORIGINS_NAME, DECIDED_NAME)

# The endings of agents' files; a name is without `.md`.
AGENT_ENDINGS = (".md", ".txt")

# Bytes of one file; a local note above it is held.
MAX_BLOB = 1 << 20

MAX_ENTRIES = 200_000

# Bytes of all files together.
MAX_TOTAL = 256 << 20

# Components of a file's path below an agent's home.
MAX_DEPTH = 8

# Bytes of such a path.
MAX_PATH_BYTES = 400

PLAIN = "100644"

_VERSION = re.compile(r"[0-9]{8}T[0-9]{6}Z-[0-9a-f]{12}")
_AGENT = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Item(NamedTuple):
    """A file of a tree."""

    oid: str
    """The blob's id, 40 lower-case hex digits."""
    mode: str = PLAIN


# All files of a tree by their path from its top, `/` between components.
Tree = Mapping[str, Item]


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
    """Also any file of an agent's home that is not its memory index."""
    LOG = "log"
    """A daily log, the scratchpad, or what was learned: text in a sub-folder."""
    LINES = "lines"
    """One of `LINE_FILES`, which merges as a set."""
    ARCHIVED = "archived version"
    OTHER = "other"


class Place(NamedTuple):
    """A path of the tree, understood."""

    kind: Kind
    home: str
    """The memory it belongs to: `user`, `projects/<identity>`, or an agent's; else
    empty."""
    name: str
    """A note's name, `MEMORY`, `daily/<day>`, the name whose version is archived,
    or for `Kind.OTHER` the path itself. In an agent's home it is the path below that
    without `.md`; another ending is a part of it."""


def blob_id(data: bytes) -> str:
    """The id that git gives to a blob of these bytes."""
    header = b"blob %d\x00" % len(data)
    return hashlib.sha1(header + data, usedforsecurity=False).hexdigest()


def place(path: str) -> Place:
    """What is at a path that `validate` accepted. Never raises."""
    if path == MANIFEST_FILE:
        return Place(Kind.VAULT, "", path)
    if path == PURGED_FILE:
        return Place(Kind.PURGED, "", path)
    if path == ALLOW_PATH:
        return Place(Kind.ALLOW, USER, ALLOW_NAME)
    parts = path.split("/")
    home, below = _home(parts)
    found = None
    if home and agent_of(home):
        found = _place_at_agent(home, below)
    elif home:
        found = _place_at_home(home, below)
    return found or Place(Kind.OTHER, "", path)


def _home(parts: list[str]) -> tuple[str, list[str]]:
    """The home of a path, and the path's parts below it; empty for none."""
    depth = {USER: 1, PROJECTS: 2, AGENTS: 2}.get(parts[0], 0)
    if parts[0] == PROJECTS and len(parts) > 4 and parts[2] == AGENTS:
        depth = 4
    home = parts[:depth]
    if not depth or len(parts) <= depth:
        return "", []
    if home[0] == PROJECTS and unportable(home[1]):
        return "", []
    if agent_of("/".join(home)) and not _AGENT.fullmatch(home[-1]):
        return "", []
    return "/".join(home), parts[depth:]


def _place_at_home(home: str, parts: list[str]) -> Place | None:
    if "/".join(parts) in LINE_FILES:
        return Place(Kind.LINES, home, "/".join(parts))
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
    if parts and parts[0] == LEARNED and len(parts) > 1:
        return _learned_name(parts[1:])
    if not parts or unportable(parts[-1]):
        return None
    if len(parts) == 2 and parts[0] in LOG_FOLDERS:
        return "/".join(parts)
    return parts[0] if len(parts) == 1 else None


def _learned_name(parts: list[str]) -> str | None:
    """The name of a summary, a skill or a synopsis."""
    synopsis = len(parts) == 2 and parts[0] == "sessions" and not unportable(parts[1])
    skill = (
        len(parts) == 3
        and (parts[0], parts[2]) == ("skills", "SKILL")
        and not unportable(parts[1])
    )
    if parts == ["summary"] or synopsis or skill:
        return "/".join((LEARNED, *parts))
    return None


def _place_at_agent(home: str, parts: list[str]) -> Place | None:
    if parts[0] == ARCHIVE_FOLDER:
        stem = parts[-1].removesuffix(".md")
        name = "/".join(parts[1:-1])
        known = stem != parts[-1] and _VERSION.fullmatch(stem)
        if not known or agent_name(_with_ending(name)) != name:
            return None
        return Place(Kind.ARCHIVED, home, name)
    name = agent_name("/".join(parts)) or ""
    if not name:
        return None
    return Place(Kind.INDEX if name == INDEX_NAME else Kind.NOTE, home, name)


def agent_name(file: str) -> str | None:
    """The name of a file of an agent's folder, given its path below that.

    None for one that is not synced: see `unsendable`.
    """
    if unsendable(file):
        return None
    return file.removesuffix(".md")


def unsendable(file: str) -> str | None:
    """Why a file of an agent's folder is not sent from this path below it, or None."""
    parts = file.split("/")
    stem, dot, ending = parts[-1].rpartition(".")
    if not stem or dot + ending not in AGENT_ENDINGS:
        return f"its name ends in none of {' '.join(AGENT_ENDINGS)}"
    # Otherwise `a.md` and `a.md.md` would have one name.
    if stem.endswith(AGENT_ENDINGS):
        return f"its name ends in '.{stem.rpartition('.')[2]}{dot}{ending}'"
    if any(twin_key(part).endswith(".md") for part in parts[:-1]):
        return "it is in a folder whose name ends in '.md'"
    if len(parts) > MAX_DEPTH or len(file.encode(errors="replace")) > MAX_PATH_BYTES:
        return f"its path has more than {MAX_DEPTH} parts or {MAX_PATH_BYTES} bytes"
    reasons = (unportable_file(part) for part in (*parts[:-1], stem))
    return next((reason for reason in reasons if reason), None)


def _with_ending(name: str) -> str:
    return name if name.endswith(AGENT_ENDINGS) else f"{name}.md"


def agent_home(agent: str, identity: str = "") -> str:
    """The home of an agent's folder: for a repository, or else for the user."""
    return (
        f"{PROJECTS}/{identity}/{AGENTS}/{agent}" if identity else f"{AGENTS}/{agent}"
    )


def agent_of(home: str) -> str | None:
    """The agent whose folder a home is; None for a memory of our own."""
    above, _, agent = home.rpartition("/")
    return agent if above == AGENTS or above.endswith(f"/{AGENTS}") else None


def file_of(home: str, name: str) -> str:
    """The path below its home of a note, the memory index, or another file."""
    if name in LINE_FILES and not agent_of(home):
        return name
    return _with_ending(name) if agent_of(home) else f"{name}.md"


def note_path(home: str, name: str) -> str:
    """The path in the tree of a note, the memory index (`MEMORY`) or a log."""
    return f"{home}/{file_of(home, name)}"


def label(path: str) -> str:
    """The name of a note or log among those of all memories.

    Its name for the user memory's, `<home>/<name>` for another's.
    """
    return path.removeprefix(f"{USER}/").removesuffix(".md")


def unlabel(label: str) -> tuple[str, str]:
    """The home and the name of a label."""
    first, *rest = label.split("/")
    if first == AGENTS and len(rest) > 1:
        depth = 2
    elif first == PROJECTS and len(rest) > 1:
        depth = 4 if len(rest) > 3 and rest[1] == AGENTS else 2
    else:
        return USER, label
    parts = label.split("/", depth)
    return "/".join(parts[:depth]), parts[depth]


def archive_path(home: str, name: str, stamp: str, data: bytes) -> str:
    """The path of an archived version: a pure function of the version.

    `stamp` is that of the version's clock when it lost.
    """
    digest = hashlib.sha256(data).hexdigest()[:12]
    return f"{home}/{ARCHIVE_FOLDER}/{VersionId(name, stamp, digest)}.md"


def version_at(path: str, found: Place) -> VersionId:
    """The version at a path that `place` found to be an archived one's."""
    return VersionId.of_file(found.name, path.rpartition("/")[2])


def refused(path: str, reason: str, where: str = "the remote") -> Refused:
    """The error for an object of the remote that is unsafe, for a given reason."""
    return Refused(
        f"{where} holds '{printable(path)}', which is refused: {reason}",
        hint="nothing was changed here; remove it from the repository",
        word="hostile-tree",
    )
