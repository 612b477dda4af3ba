"""`CLAUDE.md`: instructions that Claude Code reads, with `.claude/rules/` beside it.

Files and folders: code.claude.com/docs/en/memory.
"""

from __future__ import annotations

from memsync.agents.layouts.engines.block import MarkedBlock
from memsync.agents.layouts.engines.rules import RulesFolder
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import nowhere

_RULES = RulesFolder(keys=("paths",), has_description=False)

LAYOUT = Layout(
    agent="claude-md",
    kind="C",
    project=lambda where: where.root.top if where.root else None,
    person=lambda where: where.folder("CLAUDE_CONFIG_DIR", ".claude"),
    home=nowhere,
    engine=MarkedBlock(
        "CLAUDE.md",
        also=(".claude/CLAUDE.md", "CLAUDE.local.md"),
        private=("CLAUDE.local.md",),
        rules=_RULES,
        rules_folder=".claude/rules",
    ),
    person_engine=MarkedBlock("CLAUDE.md", rules=_RULES, rules_folder="rules"),
    file="CLAUDE.md",
    loses="types, dates and all other keys; bodies beyond 12,000 characters together",
)
