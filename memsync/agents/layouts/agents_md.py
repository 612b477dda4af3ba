"""`AGENTS.md`: instructions that many agents read, from the git root down.

Codex reads 32 KiB of all such files together (developers.openai.com/codex, read
2026-11). Each agent keeps the user's own file in another place: give it as PATH.
"""

from __future__ import annotations

from memsync.agents.layouts.engines.block import MarkedBlock
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import nowhere

LAYOUT = Layout(
    agent="agents-md",
    kind="C",
    project=lambda where: where.root.top if where.root else None,
    person=nowhere,
    home=nowhere,
    engine=MarkedBlock("AGENTS.md", cap=32 << 10),
    file="AGENTS.md",
    loses="types, dates and all other keys; bodies beyond 12,000 characters together",
)
