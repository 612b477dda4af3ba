"""Qwen Code: `<base>/projects/<path>/memory/`, and `<base>/memories/` for the person.

The path is the nearest git root's, with a dash for each character that is neither a
letter nor a digit; a linked worktree has its own. Older versions kept facts in a list
of QWEN.md, in the work tree or the base. Formats: QwenLM/qwen-code,
packages/core/src/memory at 09c1f14.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import text
from memsync.agents.layouts.engines.block import MarkedBlock
from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.gemini_cli import remembered
from memsync.agents.layouts.layout import Change, Layout, Reading
from memsync.files.siblings import linked_sibling

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.agents.layouts.layout import Engine, Outgoing, Plan, Seen
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


_FILE = "QWEN.md"
_FACTS = remembered(_FILE, ADDED)
_QWEN_MD = MarkedBlock(_FILE, section=_FACTS, name="qwen-md")


def _at(folder: Path) -> Engine | None:
    if (folder / _FILE).is_file() and not (folder / "MEMORY.md").exists():
        return _QWEN_MD
    return None


def line(file: str, title: str, about: str) -> str:
    """An index line, of at most 150 characters."""
    made = f"- [{title}]({file}) \u2014 {about}" if about else f"- [{title}]({file})"
    return made if len(made) <= 150 else re.sub(r"\s+\S*$", "", made[:149]) + "…"


_NOTES = NotesFolder("qwen-code", index_line=line, cap_lines=200, cap_bytes=25_000)


@dataclass(frozen=True)
class WithFacts:
    """Its folder, and the facts that older versions kept in a QWEN.md elsewhere."""

    beside: Path
    """The folder of that QWEN.md."""

    def read(self, folder: Path, limit: int) -> Reading:
        """See `layout.Engine`."""
        notes = _NOTES.read(folder, limit)
        if linked_sibling(self.beside / _FILE) is not None:
            return notes  # another agent's instructions, by a second name
        facts = _FACTS.read(self.beside, limit)
        taken = {found.name for found in notes.found}
        found = [f._replace(name=text.free_name(f.name, taken)) for f in facts.found]
        return Reading([*notes.found, *found], [*notes.unfit, *facts.unfit])

    def identities(self, data: bytes) -> tuple[bytes, ...]:
        """See `layout.Engine`."""
        return (data, *_FACTS.identities(data))

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:
        """See `layout.Engine`."""
        kept: list[Change] = []
        others: list[Outgoing] = []
        for note in notes:
            if note.origin is None or note.origin.file != _FILE:
                others.append(note)
            elif note.untouched:
                reason = f"it came from a list in {_FILE}, where memsync writes nothing"
                kept.append(Change(note.name, note.origin.path, "skipped", reason))
            else:
                # Edited here: a note of its own, in the folder that is read now.
                others.append(note._replace(origin=None, original=None, origins=()))
        planned = _NOTES.plan(folder, others)
        return planned._replace(changes=[*kept, *planned.changes])

    def seen(self, folder: Path) -> Seen:
        """See `layout.Engine`."""
        return _NOTES.seen(folder)


def _engine(where: Where, person: bool, given: bool) -> Engine:
    if given:
        return _NOTES
    return WithFacts(base(where) if person else where.top)


LAYOUT = Layout(
    agent="qwen-code",
    kind="A",
    project=project,
    person=lambda where: base(where) / "memories",
    home=base,
    engine=_NOTES,
    engine_at=_at,
    engine_in=_engine,
    inner=("memory",),
    file=_FILE,
)
