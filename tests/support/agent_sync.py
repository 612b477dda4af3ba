"""Agents' own folders on machines that sync, and the command that adds them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.agents.layouts import claude_code, qwen_code

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine, Ran

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


class Kind(NamedTuple):
    """The form of an agent's files, for stories that all of them play."""

    agent: str
    ending: str
    listing: bool

    def text(self, name: str, *facts: str) -> str:
        """A file that holds these facts."""
        if self.ending == ".txt":
            return "".join(f"# {name}\n{fact}\n\n" for fact in facts)
        body = "".join(f"{fact}\n\n" for fact in facts)
        return f"---\nname: {name}\ndescription: about {name}\n---\n\n{body}"

    def line(self, name: str) -> str:
        """The line of a file in the agent's index."""
        return f"- [{name.capitalize()}]({name}.md) \u2014 about {name}\n"


KINDS = (
    Kind("claude-code", ".md", listing=True),
    Kind("gemini-cli", ".md", listing=True),
    Kind("qwen-code", ".md", listing=True),
    Kind("goose", ".txt", listing=False),
)


@dataclass
class Side:
    """One machine, with one agent's folder of one repository."""

    machine: Machine
    kind: Kind
    root: Path
    folder: Path

    def put(self, name: str, *facts: str) -> None:
        """Write a file, and its line, as the agent does."""
        self.write(f"{name}{self.kind.ending}", self.kind.text(name, *facts))
        line = self.kind.line(name)
        if self.kind.listing and line not in self.read("MEMORY.md"):
            self.write("MEMORY.md", (self.read("MEMORY.md") or "# Memory\n\n") + line)

    def forget(self, name: str) -> None:
        """Remove a file, and its line, as the agent does."""
        (self.folder / f"{name}{self.kind.ending}").unlink()
        if self.kind.listing:
            index = self.read("MEMORY.md").replace(self.kind.line(name), "")
            self.write("MEMORY.md", index)

    def write(self, file: str, text: str) -> None:
        """Write a file past memsync."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def read(self, file: str) -> str:
        """A file's text; empty where there is none."""
        path = self.folder / file
        return path.read_text() if path.exists() else ""

    def get(self, name: str) -> str:
        """The text of a file by its name."""
        return self.read(f"{name}{self.kind.ending}")

    def sync(self, want: int | None = 0) -> Any:  # noqa: ANN401 -- JSON
        """A round; what it said."""
        return self.machine.memsync("sync", "--json", want=want).json

    def memsync(self, *arguments: str, want: int | None = 0) -> Ran:
        """A command in the repository."""
        return self.machine.memsync(*arguments, cwd=self.root, want=want)

    def files(self) -> dict[str, bytes]:
        """Everything in the folder."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }


def side(machine: Machine, kind: Kind, name: str = "shop") -> Side:
    """A clone on a machine, whose agent's folder is synced."""
    root = clone(machine, name)
    folder = FOLDERS[kind.agent](machine, root)
    add(machine, kind.agent, root)
    return Side(machine, kind, root, folder)
