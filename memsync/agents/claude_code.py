"""Claude Code: `settings.json`, the person's or a project's.

Its SessionStart takes plain stdout as context; PostCompact gives the summary of a
compaction as `compact_summary` (code.claude.com/docs/en/hooks, read 2026-11).
"""

from __future__ import annotations

from memsync.agents.agent import Agent, agents_folder
from memsync.agents.forms import JSON_HOOKS

AGENT = Agent(
    name="claude-code",
    snippet="claude-code/settings.json",
    form=JSON_HOOKS,
    user_file=lambda places: (
        agents_folder(places, "CLAUDE_CONFIG_DIR", ".claude") / "settings.json"
    ),
    project_file=".claude/settings.json",
)
