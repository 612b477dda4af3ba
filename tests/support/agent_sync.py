"""Agents' own folders on machines that sync, and the command that adds them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from memsync.agents.layouts import claude_code, qwen_code

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

ORIGIN = "https://git.example.com/acme/shop.git"
IDENTITY = "git.example.com+acme+shop"


def clone(machine: Machine, name: str = "shop", origin: str = ORIGIN) -> Path:
    """A repository with an `origin`; nothing of it is fetched."""
    root = machine.repository(name)
    machine.git("remote", "add", "origin", origin, cwd=root)
    return root


def claude(machine: Machine, root: Path) -> Path:
    """Claude Code's folder for a repository."""
    projects = machine.home / ".claude/projects"
    return projects / claude_code.slug(os.path.realpath(root)) / "memory"


def gemini(machine: Machine, root: Path, name: str = "shop") -> Path:
    """Gemini CLI's folder for a repository, once it was started there."""
    (machine.home / ".gemini").mkdir(exist_ok=True)
    rows = {"projects": {str(root): name}}
    (machine.home / ".gemini/projects.json").write_text(json.dumps(rows))
    return machine.home / ".gemini/tmp" / name / "memory"


def qwen(machine: Machine, root: Path) -> Path:
    """Qwen Code's folder for a repository."""
    name = qwen_code.sanitize(os.path.realpath(root))
    return machine.home / ".qwen/projects" / name / "memory"


def goose(_: Machine, root: Path) -> Path:
    """goose's folder for a repository."""
    return root / ".goose/memory"


FOLDERS = {
    "claude-code": claude,
    "gemini-cli": gemini,
    "qwen-code": qwen,
    "goose": goose,
}


def add(machine: Machine, agent: str, root: Path, *args: str, want: int = 0) -> Any:  # noqa: ANN401 -- JSON
    """Sync an agent's folder; what the command printed."""
    return machine.memsync(
        "sync", "add", "--agent", agent, "--json", *args, cwd=root, want=want
    ).json
