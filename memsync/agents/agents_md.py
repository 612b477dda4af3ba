"""AGENTS.md, which many agents read: a few lines on the memory, between markers."""

from __future__ import annotations

from memsync.agents.agent import Agent
from memsync.agents.forms import MARKED_TEXT

AGENT = Agent(
    name="agents-md",
    snippet="AGENTS.md",
    form=MARKED_TEXT,
    user_file=None,
    project_file="AGENTS.md",
)
