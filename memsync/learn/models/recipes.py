"""Commands that are known to answer a prompt and do nothing else.

They switch off the programs' tools, MCP servers and session files as far as the
programs allow it.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Recipe(NamedTuple):
    """One command; its `MODEL` is a placeholder for the name that the person gives."""

    name: str
    argv: tuple[str, ...]
    sends_to: str
    """Who receives the prompt."""
    remark: str = ""


RECIPES = (
    Recipe(
        "claude",
        (
            *("claude", "-p", "--output-format", "text", "--tools", ""),
            *("--strict-mcp-config", "--setting-sources", ""),
            "--no-session-persistence",
        ),
        "Anthropic, or where Claude Code is set up to ask",
    ),
    Recipe(
        "codex",
        (
            *("codex", "exec", "--ephemeral", "--sandbox", "read-only"),
            *("--skip-git-repo-check", "-c", "mcp_servers={}", "-"),
        ),
        "OpenAI, or where Codex is set up to ask",
        "its shell tool can read files, and cannot be switched off",
    ),
    Recipe(
        "gemini",
        (
            *("gemini", "-p", "Answer the text above.", "--approval-mode", "plan"),
            *("--extensions", "none", "--allowed-mcp-server-names", "none"),
        ),
        "Google",
        "it writes a session file, which memsync leaves out",
    ),
    Recipe("llm", ("llm", "--no-log"), "the server of llm's default model"),
    Recipe("ollama", ("ollama", "run", "MODEL"), "Ollama, on this machine"),
)


def recipe_of(argv: Sequence[str]) -> Recipe | None:
    """The recipe that a command follows: the same words, and perhaps a model."""
    for recipe in RECIPES:
        if _follows(list(argv), recipe):
            return recipe
    return None


def _follows(argv: list[str], recipe: Recipe) -> bool:
    if not argv or PurePath(argv[0]).stem != recipe.argv[0]:
        return False
    rest = argv[1:]
    for flag in ("--model", "-m"):
        if flag in rest[:-1]:
            at = rest.index(flag)
            del rest[at : at + 2]
    wanted = list(recipe.argv[1:])
    if "MODEL" in wanted:
        at = wanted.index("MODEL")
        return len(rest) == len(wanted) and rest[:at] == wanted[:at]
    return rest == wanted


def argv_of(recipe: Recipe, model: str) -> list[str]:
    """The command of a recipe, with a model if one is given."""
    if "MODEL" in recipe.argv:
        return [model if word == "MODEL" else word for word in recipe.argv]
    if not model:
        return list(recipe.argv)
    # The `-` for the prompt stays last; `codex exec` takes the model before it.
    first = 2 if recipe.name == "codex" else 1
    return [*recipe.argv[:first], "--model", model, *recipe.argv[first:]]
