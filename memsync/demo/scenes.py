"""The three jobs as scenes, and an agent's sessions between them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync.demo.stage import expect

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.demo.stage import Machine, Stage


def play(stage: Stage) -> None:
    """Play every scene; raises `DemoFailed` if one does not end as promised."""
    laptop = stage.machine("laptop")
    stage.show("1. Bootstrap: a repository, its worktree and its submodule\n")
    project, worktree = _bootstrap(laptop)
    stage.show("\n2. Guard: a commit with a secret in it is stopped\n")
    _guard(laptop, worktree)
    stage.show("\n3. Agents: one session saves a note, the next one starts with it\n")
    _agent(laptop, worktree)
    stage.show("\n4. Sync: two machines edit one note, and no version is lost\n")
    _sync(stage, laptop, project)


def _bootstrap(laptop: Machine) -> tuple[Path, Path]:
    project, library = laptop.home / "project", laptop.home / "library"
    worktree = laptop.home / "feature"
    for folder in (library, project):
        folder.mkdir()
        laptop.run(folder, "git", "init", "--quiet", quiet=True)
        laptop.run(
            folder,
            "git",
            "commit",
            "--quiet",
            "--allow-empty",
            "-m",
            "start",
            quiet=True,
        )
    laptop.run(
        project,
        "git",
        "submodule",
        "--quiet",
        "add",
        str(library),
        "library",
        quiet=True,
    )
    laptop.run(project, "git", "commit", "--quiet", "-m", "library", quiet=True)
    laptop.run(project, "memsync", "init", "--recurse-submodules", "--hooks")
    laptop.run(project, "git", "add", ".gitignore", quiet=True)
    laptop.run(project, "git", "commit", "--quiet", "-m", "ignore", quiet=True)
    laptop.run(project, "git", "worktree", "add", "--quiet", str(worktree), quiet=True)
    text = "Sessions are kept on the server since the audit."
    laptop.run(worktree, "memsync", "remember", "--title", "Session storage", text)
    laptop.run(worktree, "git", "status", "--short")
    seen = laptop.run(project, "memsync", "list")
    expect("session-storage" in seen, "the worktree shares the project's memory")
    return project, worktree


def _guard(laptop: Machine, worktree: Path) -> None:
    # Assembled here, so that no scanner takes this file for a leak.
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    (worktree / "AGENTS.md").write_text(f"Deploy with the token {token}.\n")
    laptop.run(worktree, "git", "add", "AGENTS.md")
    laptop.run(worktree, "git", "commit", "-m", "agent notes", status=1)
    log = laptop.run(worktree, "git", "log", "--oneline", quiet=True)
    expect("agent notes" not in log, "the commit was stopped")


def _agent(laptop: Machine, worktree: Path) -> None:
    (laptop.home / ".claude").mkdir()
    laptop.run(laptop.home, "memsync", "setup", "--only", "claude-code", "--yes")
    start = ("memsync", "hook", "session-start", "--agent", "claude-code")
    first, second = (
        json.dumps({"cwd": str(worktree), "session_id": name}) for name in ("1", "2")
    )
    said = laptop.run(worktree, *start, stdin=first)
    expect("memsync remember" in said, "the session is told how to save")
    text = "Retries stop after five tries, or the queue floods."
    laptop.run(worktree, "memsync", "remember", "--title", "Retry limit", text)
    end = ("memsync", "hook", "session-end", "--agent", "claude-code")
    laptop.run(worktree, *end, stdin=first)
    said = laptop.run(worktree, *start, stdin=second)
    expect("Saved in the last session here: [[retry-limit]]" in said, "it is known")


def _sync(stage: Stage, laptop: Machine, project: Path) -> None:
    desktop = stage.machine("desktop")
    remote = stage.folder / "remote.git"
    laptop.run(stage.folder, "git", "init", "--quiet", "--bare", str(remote))
    _save(laptop, "Answer in full sentences.")
    for machine in (laptop, desktop):
        named = ("--name", machine.home.name)
        machine.run(machine.home, "memsync", "sync", "init", str(remote), *named)
        machine.run(machine.home, "memsync", "sync")
    stage.show("")
    earlier, later = "Answer in one short paragraph.", "Answer as a list of steps."
    _save(laptop, earlier)
    _save(desktop, later)
    for machine in (laptop, desktop, laptop):
        machine.run(machine.home, "memsync", "sync")
    for machine in (laptop, desktop):
        body = machine.run(machine.home, "memsync", "read", "style", quiet=True)
        expect(later in body and earlier not in body, "the later edit won everywhere")
    stage.show("")
    versions = laptop.run(laptop.home, "memsync", "archive", "list", "style")
    lost = _version_with(laptop, versions, earlier)
    laptop.run(laptop.home, "memsync", "archive", "diff", lost)
    laptop.run(laptop.home, "memsync", "archive", "restore", lost)
    body = laptop.run(laptop.home, "memsync", "read", "style")
    expect(earlier in body, "the losing version is restored")
    expect(project.is_dir(), "the project was left alone")


def _save(machine: Machine, text: str) -> None:
    machine.run(
        machine.home,
        "memsync",
        "write",
        "style",
        "--scope",
        "user",
        "--type",
        "feedback",
        "-d",
        "How to answer",
        "-m",
        text,
    )


def _version_with(machine: Machine, versions: str, text: str) -> str:
    for line in versions.splitlines():
        version = line.split("\t")[0]
        shown = machine.run(
            machine.home, "memsync", "archive", "show", version, quiet=True
        )
        if text in shown:
            return version
    expect(False, "the losing version is in the archive")
    raise AssertionError
