"""yottacode: notes with frontmatter, by repository and for the person.

Newer versions keep `~/.yottacode/memory/projects/<slug>/` and `memory/user/`, older
ones `projects/<slug>/memory/` and `memory/`; the one that exists is used. The slug is
the address of `origin`, so that clones share it. Earlier versions are in `.archive/`.
Format: yottacode, internal/memory.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import files
from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.layout import Layout
from memsync.memory.store.intake import Version

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.where import Where

# The most characters of a slug.
_LONGEST = 128
# An archived version: the note's name, its time in nanoseconds, and a suffix.
_ARCHIVED = re.compile(
    r"\.archive/(?P<name>[^/]+?)\.(?P<nanos>[0-9]{10,20})\.[^./]+\.md"
)


def slug(address: str) -> str:
    """The name of a repository whose `origin` has this address, in any spelling."""
    text = re.sub(r"^[A-Za-z][A-Za-z0-9+.-]*://", "", address.strip())
    text = re.sub(r"^[^@/]*@", "", text)
    text = re.sub(r"^([^/:]+):(?!\d+/)", r"\1/", text)
    text = text.rstrip("/").removesuffix(".git").lower()
    made = re.sub(r"-+", "-", re.sub(r"[^a-z0-9-]", "-", text)).strip("-")
    return made[:_LONGEST] or "default"


def _slug(where: Where) -> str:
    if where.root is not None:
        from memsync.process.git import elsewhere

        git = elsewhere(where.root.top, where.places.environ)
        asked = git.attempt("remote", "get-url", "origin")
        if asked.code == 0 and (address := os.fsdecode(asked.out).strip()):
            return slug(address)
    return slug(where.cwd.name)


def home(where: Where) -> Path:
    """Its folder."""
    return where.folder("YOTTACODE_HOME", ".yottacode")


def project(where: Where) -> Path:
    """The repository's folder, in the form that is there."""
    name = _slug(where)
    older = home(where) / "projects" / name / "memory"
    newer = home(where) / "memory/projects" / name
    return older if older.is_dir() and not newer.is_dir() else newer


def person(where: Where) -> Path:
    """The person's folder, in the form that is there."""
    newer = home(where) / "memory/user"
    older = home(where) / "memory"
    is_older = (older / "MEMORY.md").is_file() and not newer.is_dir()
    return older if is_older else newer


def _earlier(folder: Path, limit: int) -> dict[str, list[Version]]:
    kept: dict[str, list[Version]] = {}
    # A link could lead out of the memory.
    if not (folder / ".archive").is_dir() or (folder / ".archive").is_symlink():
        return kept
    try:
        found = sorted(os.listdir(folder / ".archive"))  # noqa: PTH208 -- names alone
    except OSError:
        return kept
    for name in found:
        path = f".archive/{name}"
        match = _ARCHIVED.fullmatch(path)
        if match is None:
            continue
        file = files.read(folder, path, limit)
        if isinstance(file, files.File):
            saved = _moment(int(match["nanos"]), file.saved)
            kept.setdefault(f"{match['name']}.md", []).append(Version(file.data, saved))
    return kept


def _moment(nanos: int, otherwise: datetime) -> datetime:
    try:
        return datetime.fromtimestamp(nanos / 1e9, UTC)
    except (OverflowError, ValueError, OSError):
        return otherwise


LAYOUT = Layout(
    agent="yottacode",
    kind="A",
    project=project,
    person=person,
    home=home,
    engine=NotesFolder(
        "yottacode",
        index_is_generated=True,
        index_heading="# Memory Index\n\n",
        earlier=_earlier,
        skip=lambda path: path.startswith(("projects/", "user/")),
    ),
    loses="its own edits drop keys that it does not know",
)
