"""What exists already: notes, instructions, rejections, and other projects' facts."""

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

    from memsync.learn.runs.scene import Scene

# The instruction files of agents: what they say need not be learned.
_FILES = (
    *("AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "COYOTE.md"),
    *("QWEN.md", ".cursorrules", ".windsurfrules", ".goosehints"),
    *(".clinerules", ".github/copilot-instructions.md", ".claude/CLAUDE.md"),
)
# Bytes of one; longer files are generated.
_LARGEST = 256 << 10


def around(scene: Scene) -> Around:
    """What a fact of this repository is looked at beside."""
    known = scene.queue.known()
    notes = (f"{note.description}\n{note.body}" for note in known.notes)
    elsewhere = scene.ledger.elsewhere(scene.here.key)
    return Around(
        Said([*notes, *_instructions(Path(scene.here.root))]),
        scene.queue.is_rejected,
        lambda text: any(alike(text, other) for other in elsewhere),
        scene.settings.text("guard.block"),
    )


def _instructions(root: Path) -> Iterator[str]:
    """What agents are told here, by files of the repository and by memsync."""
    yield taught(workspace=True, user=True, offer=False)
    for name in _FILES:
        try:
            yield read_regular(root / name, limit=_LARGEST).decode("utf-8", "replace")
        except OSError:
            continue  # missing, a folder, a link: nothing that could be repeated
