"""Every agent whose sessions memsync reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.agents.unknown import unknown_agent
from memsync.sessions.readers.aider import Aider
from memsync.sessions.readers.claude_code import ClaudeCode
from memsync.sessions.readers.codex import Codex
from memsync.sessions.readers.copilot_cli import CopilotCli
from memsync.sessions.readers.coyote import Coyote
from memsync.sessions.readers.cursor import Cursor
from memsync.sessions.readers.gemini_cli import GeminiCli
from memsync.sessions.readers.goose import Goose
from memsync.sessions.readers.jutul_agent import JutulAgent
from memsync.sessions.readers.opencode import OpenCode
from memsync.sessions.readers.pi import OhMyPi, Pi
from memsync.sessions.readers.plain_jsonl import PlainJsonl
from memsync.sessions.readers.vscode import VsCode
from memsync.sessions.readers.yottacode import Yottacode
from memsync.sessions.readers.zerostack import Zerostack

if TYPE_CHECKING:
    from memsync.sessions.reading.reader import Reader

# Ids that a shell takes as they are.
_PLAIN = re.compile(r"[\w.:@+/][\w.:@+/-]*", re.ASCII)

READERS: dict[str, Reader] = {
    reader.agent: reader
    for reader in (
        ClaudeCode(),
        Codex(),
        GeminiCli(),
        CopilotCli(),
        OpenCode(),
        Pi(),
        OhMyPi(),
        Coyote(),
        Aider(),
        Goose(),
        Zerostack(),
        Yottacode(),
        JutulAgent(),
        PlainJsonl(),
        Cursor(),
        VsCode(),
    )
}


def reader_of(agent: str) -> Reader:
    """The reader of an agent; raises `BadUsage` naming those there are."""
    found = READERS.get(agent)
    if found is None:
        raise unknown_agent(agent, list(READERS), of="sessions")
    return found


def resume_command(agent: str, id_: str) -> str | None:
    """The command that opens a session in its agent, safe to paste into a shell."""
    # The id comes from a file that anyone may have written.
    return READERS[agent].resume(id_) if _PLAIN.fullmatch(id_) else None
