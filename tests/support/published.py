"""This repository's pre-commit hooks, published where a machine can clone them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from memsync import __version__

if TYPE_CHECKING:
    from support.machine import Machine

MANIFEST = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
TAGS = ("v0.0.1", f"v{__version__}")


def publish(machine: Machine, url: str) -> None:
    """Let `url` lead this machine to a clone with the hooks in two versions."""
    machine.environ["PRE_COMMIT_HOME"] = str(machine.folder / "cache")
    machine.environ["PREK_HOME"] = str(machine.folder / "prek")
    published = machine.repository("published")
    shutil.copy(MANIFEST, published)
    manifest = published / MANIFEST.name
    # The installed commands, so that no environment is built over the network.
    text = manifest.read_text().replace("language: python", "language: system")
    manifest.write_text(text)
    machine.git("add", MANIFEST.name, cwd=published)
    machine.git("commit", "-qm", "hooks", cwd=published)
    for tag in TAGS:
        machine.git("tag", tag, cwd=published)
    machine.git("config", "--global", f"url.{published}.insteadOf", url)
