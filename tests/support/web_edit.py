"""What somebody does to the repository of a memory on the git host, by git alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def cloned(machine: Machine, remote: Path) -> Path:
    """A clone of the remote, to edit in."""
    clone = machine.folder / "web"
    machine.git("clone", "-q", remote, clone)
    return clone


def push(machine: Machine, clone: Path) -> None:
    """Push everything that is in the clone, ignored files too."""
    machine.git("add", "-A", "-f", cwd=clone)
    machine.git("commit", "-q", "-m", "Edit", cwd=clone)
    machine.git("push", "-q", cwd=clone)
