"""Cline: `.clinerules/*.md`, and `~/Documents/Cline/Rules` for the person.

A memory bank (`memory-bank/`) can be imported from its PATH; its agent rewrites it on
"update memory bank", so that nothing is exported into one (docs.cline.bot, read
2026-11).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines.rules import RulesFolder
from memsync.agents.layouts.engines.tree import Tree
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import below_top
from memsync.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.agents.layouts.layout import Engine, Outgoing, Plan
    from memsync.agents.layouts.where import Where

# Files of which a folder needs one to count as a memory bank.
_BANK = ("projectbrief.md", "activeContext.md", "productContext.md", "progress.md")


@dataclass(frozen=True)
class MemoryBank(Tree):
    """A memory bank, which is only read."""

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:  # noqa: ARG002 -- the engine's
        """Refuse, with the reason."""
        raise Refused(
            f"'{folder}' is a memory bank, which Cline rewrites whole",
            hint="leave out PATH: `memsync export cline` writes to .clinerules",
            word="rewritten-store",
        )


def _at(folder: Path) -> Engine | None:
    if folder.name == "memory-bank" or any((folder / name).exists() for name in _BANK):
        return MemoryBank((".md",))
    return None


def person(where: Where) -> Path:
    """The person's rules; where there are no documents, a folder in the home."""
    documents = where.home / "Documents/Cline/Rules"
    other = where.home / "Cline/Rules"
    return other if other.is_dir() and not documents.is_dir() else documents


LAYOUT = Layout(
    agent="cline",
    kind="C",
    project=below_top(".clinerules"),
    person=person,
    home=lambda where: person(where).parent,
    engine=RulesFolder(keys=("paths",), has_description=False, title=True),
    engine_at=_at,
    inner=(".clinerules",),
    loses="types, dates and all keys but paths",
)
