"""Collects existing notes, instructions, rejections and other projects' facts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memsync.agents.teaching import instructions as taught
from memsync.files.atomic import read_regular
from memsync.learn.answers.said import Said
from memsync.learn.answers.stage_one import Around
from memsync.learn.likeness import alike

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.learn.runs.context import RunContext

# The instruction files of agents: what they say need not be learned again.
_FILES = (
    *("AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "COYOTE.md"),
    *("QWEN.md", ".cursorrules", ".windsurfrules", ".goosehints"),
    *(".clinerules", ".github/copilot-instructions.md", ".claude/CLAUDE.md"),
)
# The most bytes of one file; longer files are generated.
_LARGEST = 256 << 10


def around(context: RunContext) -> Around:
    """Collect what the facts of this repository are compared with."""
    known = context.queue.known()
    notes = (f"{note.description}\n{note.body}" for note in known.notes)
    elsewhere = context.ledger.elsewhere(context.here.key)
    return Around(
        Said([*notes, *_instructions(Path(context.here.root))]),
        context.queue.is_rejected,
        lambda text: any(alike(text, other) for other in elsewhere),
        context.settings.text("guard.block"),
    )


def _instructions(root: Path) -> Iterator[str]:
    """The instructions to agents, from files of the repository and from memsync."""
    yield taught(workspace=True, user=True, offer=False)
    for name in _FILES:
        try:
            yield read_regular(root / name, limit=_LARGEST).decode("utf-8", "replace")
        except OSError:
            continue  # missing, a folder or a link: no text that a fact could repeat
