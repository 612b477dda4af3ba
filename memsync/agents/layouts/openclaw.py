"""OpenClaw: `~/.openclaw/workspace/MEMORY.md` and a log a day in `memory/`.

`~/.openclaw/memory/` is its index, and is left alone. Format: openclaw's documents on
memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import one_file
from memsync.agents.layouts.engines.block import Blocks, MarkedBlock
from memsync.agents.layouts.engines.files import files
from memsync.agents.layouts.layout import Found, Layout, Reading, Unfit
from memsync.agents.layouts.where import nowhere

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.agents.layouts.layout import Change, FileChange, Outgoing, Plan, Seen
    from memsync.agents.layouts.where import Where

# The folder of its daily logs.
_DAILY = "memory/"
_FILE = MarkedBlock("MEMORY.md", name="openclaw-memory")


@dataclass(frozen=True)
class Workspace(Blocks):
    """Its workspace; see the module."""

    def read(self, folder: Path, limit: int) -> Reading:
        """See `layout.Engine`."""
        reading = _FILE.read(folder, limit)
        found, unfit = list(reading.found), list(reading.unfit)
        for file in files(folder, limit, _is_day):
            if isinstance(file, Unfit):
                unfit.append(file)
            else:
                name = f"daily/{file.path.removeprefix(_DAILY).removesuffix('.md')}"
                found.append(Found(file.path, file.data, name, file.data, file.saved))
        return Reading(found, unfit)

    def identities(self, data: bytes) -> tuple[bytes, ...]:
        """See `layout.Engine`."""
        return (data,)

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:
        """See `layout.Engine`."""
        changes: list[Change] = []
        writes: list[FileChange] = []
        used: set[str] = set()
        rest = []
        for note in notes:
            if not note.name.startswith("daily/"):
                rest.append(note)
                continue
            path = f"{_DAILY}{note.name.removeprefix('daily/')}.md"
            rendered = one_file.Rendered(note.data)
            change, write = one_file.plan_file(folder, note, path, rendered, used)
            changes.append(change)
            writes += [write] if write else []
        planned = replace(_FILE, gone=self.gone).plan(folder, rest)
        return planned._replace(
            changes=[*changes, *planned.changes], files=[*writes, *planned.files]
        )

    def seen(self, folder: Path) -> Seen:
        """See `layout.Engine`."""
        days = sum(1 for _ in files(folder, 1 << 22, _is_day))
        seen = _FILE.seen(folder)
        return seen._replace(notes=seen.notes + days)


def _is_day(path: str) -> bool:
    return path.startswith(_DAILY) and path.count("/") == 1 and path.endswith(".md")


def person(where: Where) -> Path:
    """Its workspace."""
    return where.folder("OPENCLAW_WORKSPACE_DIR", ".openclaw/workspace")


LAYOUT = Layout(
    agent="openclaw",
    kind="A",
    project=nowhere,
    person=person,
    home=lambda where: where.home / ".openclaw",
    engine=Workspace(),
    inner=("workspace",),
    not_there="it keeps one memory for a person: use --scope user",
    loses="types, dates and all other keys; bodies beyond 12,000 characters together",
)
