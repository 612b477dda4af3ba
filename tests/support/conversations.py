"""A maker of agents' session files: one conversation, in every format.

Each writer puts a `Talk` where its agent keeps sessions on a machine, as the agent
would: with the text that its harness inserts, and with our own `<memory>` block in
the person's first turn. The formats are from public parsers and vendors' sources.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.databases_of_agents import cursor, goose, jutul_agent, opencode
from support.documents_of_agents import coyote, vscode, yottacode, zerostack
from support.lines_of_agents import (
    aider,
    claude_code,
    codex,
    copilot_cli,
    gemini_cli,
    jsonl,
    oh_my_pi,
    pi,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.talk import Talk

# How each agent's session is written below a home folder; returns the file.
WRITERS: dict[str, Callable[[Path, Talk], Path]] = {
    "claude-code": claude_code,
    "codex": codex,
    "gemini-cli": gemini_cli,
    "copilot-cli": copilot_cli,
    "opencode": opencode,
    "pi": pi,
    "oh-my-pi": oh_my_pi,
    "coyote": coyote,
    "aider": aider,
    "goose": goose,
    "zerostack": zerostack,
    "yottacode": yottacode,
    "jutul-agent": jutul_agent,
    "jsonl": jsonl,
    "cursor": cursor,
    "vscode": vscode,
}
