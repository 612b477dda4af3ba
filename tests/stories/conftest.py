"""Two machines of one person, and what they sync with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.synced import bare, joined

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    """An empty remote."""
    return bare(tmp_path / "remote.git")


@pytest.fixture
def desk(tmp_path: Path, remote: Path) -> Machine:
    """A machine that syncs with it."""
    return joined(tmp_path / "desk", remote)


@pytest.fixture
def laptop(tmp_path: Path, remote: Path) -> Machine:
    """Another one."""
    return joined(tmp_path / "laptop", remote)


@pytest.fixture
def machines(desk: Machine, laptop: Machine) -> list[Machine]:
    """Both, each with a memory that is empty yet."""
    for machine in (desk, laptop):
        machine.user_memory.mkdir(parents=True)
    return [desk, laptop]
