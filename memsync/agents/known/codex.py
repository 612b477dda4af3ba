"""Codex: `hooks.json` beside its `config.toml`, the person's or a project's.

Groups, commands and output as in Claude Code; SessionEnd since 0.145; its PostCompact
carries no summary. Codex runs a hook only after its person has trusted it
(developers.openai.com/codex/hooks and codex-rs/hooks, read 2026-11).
"""

from __future__ import annotations

from memsync.agents.agent import Agent, Hooks, agents_folder
from memsync.agents.hooks.forms import JSON_HOOKS
from memsync.retrieval.budget import TOKEN, Budget

AGENT = Agent(
    name="codex",
    title="Codex",
    budget=Budget(2_500 * TOKEN, whole=True),
    takes="2,500 tokens (10,000 characters)",
    hooks=Hooks(
        snippet="codex/hooks.json",
        form=JSON_HOOKS,
        user_file=lambda places: (
            agents_folder(places, "CODEX_HOME", ".codex") / "hooks.json"
        ),
        project_file=".codex/hooks.json",
        per_prompt="codex/per-prompt.json",
        program="codex",
        markers=("CODEX_THREAD_ID", "CODEX_SANDBOX"),
        then="in Codex, trust the new hooks with /hooks",
    ),
)
