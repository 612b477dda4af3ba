"""Qwen Code: `<base>/projects/<path>/memory/`, and `<base>/memories/` for the person.

The path is the nearest git root's, with a dash for each character that is neither a
letter nor a digit; a linked worktree has its own. Formats: QwenLM/qwen-code,
packages/core/src/memory at 09c1f14.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines.block import MarkedBlock
from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.gemini_cli import remembered
from memsync.agents.layouts.layout import Layout
from memsync.errors import MemsyncError
from memsync.files import atomic

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.layout import Engine
    from memsync.agents.layouts.where import Where

ADDED = "## Qwen Added Memories"


def sanitize(path: str, *, windows: bool = False) -> str:
    """The folder's name for a git root."""
    data = (path.lower() if windows else path).encode("utf-16-le", "surrogatepass")
    units = [int.from_bytes(data[i : i + 2], "little") for i in range(0, len(data), 2)]
    # JavaScript's regular expressions see UTF-16 units.
    return "".join(chr(u) if u < 128 and chr(u).isalnum() else "-" for u in units)


def base(where: Where) -> Path:
    """The folder of all its memories."""
    environ = where.places.environ
    for variable in ("QWEN_CODE_MEMORY_BASE_DIR", "QWEN_RUNTIME_DIR"):
        if environ.get(variable):
            return where.folder(variable, ".qwen")
    return where.home / ".qwen"


def project(where: Where) -> Path:
    """The folder of the work tree."""
    if where.places.environ.get("QWEN_CODE_MEMORY_LOCAL") == "1":
        return where.top / ".qwen/memory"
    name = sanitize(str(where.top), windows=where.platform == "win32")
    return base(where) / "projects" / name / "memory"


_QWEN_MD = MarkedBlock("QWEN.md", section=remembered("QWEN.md", ADDED), name="qwen-md")


def _at(folder: Path) -> Engine | None:
    if (folder / "QWEN.md").is_file() and not (folder / "MEMORY.md").exists():
        return _QWEN_MD
    return None


def _with_facts(file: Path) -> Path | None:
    """A file with the list in which older versions kept facts; None without one."""
    try:
        data = atomic.read_regular(file, limit=1 << 20)
    except (OSError, MemsyncError):
        return None
    return file if f"\n{ADDED}".encode() in b"\n" + data else None


def line(file: str, title: str, about: str) -> str:
    """An index line, of at most 150 characters."""
    made = f"- [{title}]({file}) \u2014 {about}" if about else f"- [{title}]({file})"
    return made if len(made) <= 150 else re.sub(r"\s+\S*$", "", made[:149]) + "…"


LAYOUT = Layout(
    agent="qwen-code",
    kind="A",
    project=project,
    person=lambda where: base(where) / "memories",
    home=base,
    engine=NotesFolder("qwen-code", index_line=line, cap_lines=200, cap_bytes=25_000),
    engine_at=_at,
    inner=("memory",),
    file="QWEN.md",
    older=lambda where: _with_facts(where.top / "QWEN.md"),
    person_older=lambda where: _with_facts(base(where) / "QWEN.md"),
)
