"""zerostack: `agent/memory/projects/<slug>/` with notes, a scratchpad and daily logs.

The slug is the folder's name and 8 hex digits of its path's hash; `MEMORY.md` above is
the person's. It keeps one `.bak` of a file that it overwrites. Format: zerostack,
src/extras/memory at d8f2230.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import files
from memsync.agents.layouts.engines.block import MarkedBlock
from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.layout import Layout
from memsync.memory.store.intake import Version

if TYPE_CHECKING:
    from memsync.agents.layouts.where import Where

# Characters of the folder's name in a slug.
_LONGEST = 40
# FNV-1a, 64 bits: zerostack hashes the path with it.
_OFFSET, _PRIME = 0xCBF29CE484222325, 0x100000001B3


def slug(path: str) -> str:
    """The folder's name for a working folder."""
    name = re.split(r"[/\\]", path.rstrip("/\\"))[-1]
    made = "".join(
        c if c.isascii() and (c.isalnum() or c in "_-") else "-" for c in name
    )
    value = _OFFSET
    for byte in os.fsencode(path):
        value = ((value ^ byte) * _PRIME) & 0xFFFFFFFFFFFFFFFF
    return f"{made[:_LONGEST] or 'root'}-{value & 0xFFFFFFFF:08x}"


def base(where: Where) -> Path:
    """The folder of all its memories."""
    own = where.places.environ.get("ZS_CONFIG_DIR", "")
    if own and Path(own).is_absolute():
        return Path(own) / "agent/memory"
    data = where.places.environ.get("ZS_DATA_DIR", "")
    if data and Path(data).is_absolute():
        return Path(data) / "agent/memory"
    return where.data_home() / "zerostack/agent/memory"


def _earlier(folder: Path, limit: int) -> dict[str, list[Version]]:
    """The one version before the last that it keeps of a file."""
    kept: dict[str, list[Version]] = {}
    for found in files.files(folder, limit, lambda path: path.endswith(".bak")):
        if isinstance(found, files.File):
            path = found.path.removesuffix(".bak") + ".md"
            kept[path] = [Version(found.data, found.saved)]
    return kept


LAYOUT = Layout(
    agent="zerostack",
    kind="A",
    project=lambda where: base(where) / "projects" / slug(str(where.top)),
    person=base,
    home=base,
    engine=NotesFolder(
        "zerostack",
        index=None,
        earlier=_earlier,
        place=lambda note: f"notes/{note.name}.md",
        logs={"daily/": "daily/", "SCRATCHPAD": "scratchpad/SCRATCHPAD"},
    ),
    person_engine=MarkedBlock("MEMORY.md", cap=32 << 10, name="zerostack-memory"),
    file="MEMORY.md",
    loses="nothing that memsync reads; zerostack shows frontmatter as text",
)
