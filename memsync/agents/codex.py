"""Codex: `hooks.json` beside its `config.toml`, the person's or a project's.

Groups and commands as in Claude Code; SessionEnd since 0.145; its compaction events
carry no summary. Codex runs a hook only after its person has trusted it
(developers.openai.com/codex/hooks and codex-rs/hooks, read 2026-11).
"""

from __future__ import annotations

from memsync.agents.agent import Agent, agents_folder
from memsync.agents.forms import JSON_HOOKS

AGENT = Agent(
    name="codex",
    snippet="codex/hooks.json",
    form=JSON_HOOKS,
    user_file=lambda places: (
        agents_folder(places, "CODEX_HOME", ".codex") / "hooks.json"
    ),
    project_file=".codex/hooks.json",
    then="in Codex, trust the new hooks with /hooks",
)
