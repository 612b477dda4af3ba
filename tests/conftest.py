"""Every test runs sealed off from the person who starts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In-process code finds no real home, no real git settings, no real folders."""
    for name in ("COYOTE_CONFIG_DIR", "MEMSYNC_CONFIG_DIR", "MEMSYNC_STATE_DIR"):
        monkeypatch.setenv(name, "relative-on-purpose-so-that-using-it-raises")
    monkeypatch.setenv("HOME", str(tmp_path / "sealed-home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """One machine of one person."""
    return Machine(tmp_path / "machine")
