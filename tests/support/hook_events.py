"""What agents write to a hook's stdin, by their records and their published schemas.

Each entry says where its keys were seen, and when. Values that are a person's are made
up; ids and times have the form of the real ones. When an agent changes what it sends,
this is the place to begin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

ROOT, SESSION, PROMPT, SUMMARY = "<root>", "<session>", "<prompt>", "<summary>"


class Recorded(NamedTuple):
    """The events of one agent; None for those that it does not send, or not so."""

    source: str
    day: str
    """When that was written, or read where it says no day."""
    start: dict[str, Any]
    end: dict[str, Any]
    prompt: dict[str, Any] | None = None
    compacted: dict[str, Any] | None = None
    """After a compaction, with its summary where the agent sends one."""


_CLAUDE = {
    "session_id": SESSION,
    "transcript_path": f"/home/me/.claude/projects/-work/{SESSION}.jsonl",
    "cwd": ROOT,
}
_CODEX = {
    "session_id": SESSION,
    "transcript_path": None,
    "cwd": ROOT,
    "model": "gpt-5.6-sol",
    "permission_mode": "default",
}
_GEMINI = {
    "session_id": SESSION,
    "transcript_path": f"/home/me/.gemini/tmp/work/chats/{SESSION}.json",
    "cwd": ROOT,
    "timestamp": "2026-09-18T10:00:00.000Z",
}
_CURSOR = {
    "conversation_id": SESSION,
    "generation_id": "",
    "model": "default",
    "session_id": SESSION,
    "cursor_version": "2.5.0-pre.31.patch.0",
    "workspace_roots": [ROOT],
    "user_email": "person@example.invalid",
    "transcript_path": None,
}
_COPILOT = {"sessionId": SESSION, "timestamp": 1774281852263, "cwd": ROOT}
_QWEN = {
    "session_id": SESSION,
    "transcript_path": f"/home/me/.qwen/tmp/work/chats/{SESSION}.jsonl",
    "cwd": ROOT,
    "timestamp": "2026-09-18T10:00:00.000Z",
}
_GOOSE = {"session_id": SESSION, "working_dir": ROOT}
_OPENCODE = {"cwd": ROOT, "session_id": SESSION}

RECORDED = {
    "claude-code": Recorded(
        "code.claude.com/docs/en/hooks, as github.com/gabriel-dehan/claude_hooks has"
        " recorded its changes (issues 26, 45 and 63)",
        "2026-08-31",
        {
            **_CLAUDE,
            "hook_event_name": "SessionStart",
            "source": "startup",
            "model": "claude-sonnet-5",
        },
        {**_CLAUDE, "hook_event_name": "SessionEnd", "reason": "prompt_input_exit"},
        {
            **_CLAUDE,
            "permission_mode": "default",
            "hook_event_name": "UserPromptSubmit",
            "prompt": PROMPT,
        },
        {
            **_CLAUDE,
            "hook_event_name": "PostCompact",
            "trigger": "auto",
            "compact_summary": SUMMARY,
        },
    ),
    "codex": Recorded(
        "github.com/openai/codex, codex-rs/hooks/schema/generated at bde5e187f2f4;"
        " SessionEnd as its page has it",
        "2026-11-22",
        {**_CODEX, "hook_event_name": "SessionStart", "source": "startup"},
        {**_CODEX, "hook_event_name": "SessionEnd", "reason": "other"},
        {
            **_CODEX,
            "hook_event_name": "UserPromptSubmit",
            "turn_id": "1",
            "prompt": PROMPT,
        },
        {
            "session_id": SESSION,
            "transcript_path": None,
            "cwd": ROOT,
            "model": "gpt-5.6-sol",
            "hook_event_name": "PostCompact",
            "turn_id": "1",
            "trigger": "auto",
        },
    ),
    "gemini-cli": Recorded(
        "geminicli.com/docs/hooks/reference",
        "2026-11-22",
        {**_GEMINI, "hook_event_name": "SessionStart", "source": "startup"},
        {**_GEMINI, "hook_event_name": "SessionEnd", "reason": "exit"},
        {**_GEMINI, "hook_event_name": "BeforeAgent", "prompt": PROMPT},
    ),
    "cursor": Recorded(
        "what a hook got, github.com/mindfold-ai/Trellis, issue 18",
        "2026-01-31",
        {
            **_CURSOR,
            "hook_event_name": "sessionStart",
            "is_background_agent": False,
            "composer_mode": "agent",
        },
        {**_CURSOR, "hook_event_name": "sessionEnd"},
    ),
    "copilot": Recorded(
        "what a hook of 1.0.11-0 got, github.com/github/copilot-cli, issue 2108",
        "2026-03-23",
        {**_COPILOT, "source": "new"},
        {**_COPILOT, "reason": "complete"},
    ),
    "qwen-code": Recorded(
        "github.com/QwenLM/qwen-code, docs/users/features/hooks.md at 00d06c80eae1",
        "2026-11-22",
        {**_QWEN, "hook_event_name": "SessionStart", "source": "startup"},
        {**_QWEN, "hook_event_name": "SessionEnd", "reason": "prompt_input_exit"},
        {
            **_QWEN,
            "hook_event_name": "UserPromptSubmit",
            "prompt": f"{PROMPT}\n\nWhat a pasted file says.",
            "submitted_prompt": PROMPT,
        },
    ),
    "goose": Recorded(
        "github.com/aaif-goose/goose, pull request 9913",
        "2026-06-20",
        {**_GOOSE, "event": "SessionStart"},
        {**_GOOSE, "event": "SessionEnd"},
        {**_GOOSE, "event": "UserPromptSubmit", "message": PROMPT},
    ),
    "opencode": Recorded(
        "memsync's own plugin, which calls the hooks",
        "2026-11-22",
        _OPENCODE,
        _OPENCODE,
    ),
}


def filled(
    event: dict[str, Any],
    root: Path,
    session: str,
    *,
    prompt: str = "",
    summary: str = "",
) -> dict[str, Any]:
    """An event of a session in a folder."""
    values = {ROOT: str(root), SESSION: session, PROMPT: prompt, SUMMARY: summary}

    def put(value: object) -> object:
        if isinstance(value, list):
            return [put(each) for each in value]
        if isinstance(value, str):
            for mark, text in values.items():
                value = value.replace(mark, text)
        return value

    return {key: put(value) for key, value in event.items()}
