"""Rewrites hints for a client: names tools instead of shell commands."""

from __future__ import annotations

import re

# Commands that have a tool, the longer ones first.
_TOOLS = (
    ("memsync archive restore", "memory__archive_restore"),
    ("memsync archive", "memory__archive_list"),
    ("memsync scratchpad", "memory__scratchpad"),
    ("memsync context", "memory__context"),
    ("memsync search", "memory__search"),
    ("memsync forget", "memory__delete"),
    ("memsync rename", "memory__rename"),
    ("memsync daily", "memory__daily"),
    ("memsync write", "memory__write"),
    ("memsync lint", "memory__lint"),
    ("memsync list", "memory__list"),
    ("memsync read", "memory__read"),
)
_SCOPES = (
    ("--scope user", "scope 'global'"),
    ("--scope workspace", "scope 'workspace'"),
)
# A command of ours that no tool replaces.
_COMMAND = re.compile(r"\bmemsync [a-z-]")


def hint_for_tools(hint: str) -> str:
    """A hint with tools for commands; one without a tool is for the person."""
    for command, tool in _TOOLS:
        # Replaces the options, too: the tool has arguments instead.
        hint = re.sub(rf"`{command}( [^`]*)?`|\b{command}( --?[a-z-]+)*\b", tool, hint)
    for option, said in _SCOPES:
        hint = hint.replace(option, said)
    return f"for the person: {hint}" if _COMMAND.search(hint) else hint
