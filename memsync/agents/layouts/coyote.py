"""Coyote, which reads the memories of memsync itself: a PATH names another one of it.

Format: DESIGN of Coyote's memory, and docs/format.md.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import files
from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.engines.index import wiki_line
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import nowhere
from memsync.memory.archive.version_id import STAMP
from memsync.memory.store.intake import Version

if TYPE_CHECKING:
    from pathlib import Path


def _earlier(folder: Path, limit: int) -> dict[str, list[Version]]:
    """The versions in an archive of memsync's in the folder."""
    kept: dict[str, list[Version]] = {}
    archive = folder / ".archive"
    # A link could lead out of the memory.
    if archive.is_symlink() or not archive.is_dir():
        return kept
    names = [name for name in os.listdir(archive) if name[0] != "."]  # noqa: PTH208 -- names alone
    for name in sorted(names):
        if (archive / name).is_symlink() or not (archive / name).is_dir():
            continue
        for found in files.files(archive / name, limit, lambda p: p.endswith(".md")):
            if isinstance(found, files.File):
                version = Version(found.data, _moment(found))
                kept.setdefault(f"{name}.md", []).append(version)
    return kept


def _moment(found: files.File) -> datetime:
    try:
        stamp = found.path.partition("-")[0]
        return datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
    except ValueError:
        return found.saved


LAYOUT = Layout(
    agent="coyote",
    kind="A",
    project=nowhere,
    person=nowhere,
    home=lambda where: where.places.user_memory.parent,
    engine=NotesFolder(
        "coyote",
        index_line=wiki_line,
        earlier=_earlier,
        skip=lambda path: path.startswith("learned/"),
        logs={"daily/": "daily/", "scratchpad/": "scratchpad/"},
    ),
    inner=(".coyote/memory", "memory"),
    not_there="it reads this memory itself; a PATH names another",
)
