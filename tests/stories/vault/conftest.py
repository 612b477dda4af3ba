"""Two members of an encrypted memory, and its host."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.vaults import Host, Member, joined, new_vault, note, put

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "host")


@pytest.fixture
def desk(tmp_path: Path, host: Host) -> Member:
    return new_vault(tmp_path / "desk", host)


@pytest.fixture
def laptop(tmp_path: Path, host: Host, desk: Member) -> Member:
    """It joins after the desk."""
    return joined(tmp_path / "laptop", host)


@pytest.fixture
def sender(tmp_path: Path, host: Host) -> Member:
    """The desk, which has sent a note."""
    desk = new_vault(tmp_path / "desk", host)
    put(desk, "auth", note("auth", "first"))
    desk.memsync("sync")
    return desk
