"""What comes from npm, once a test session: husky, lefthook, and axe."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

PACKAGES = ("husky@9.1.7", "lefthook@2.2.2")
# Read before any test seals the home: npm's own settings and cache are in it.
_ENVIRON = dict(os.environ)


def programs(folders: pytest.TempPathFactory) -> Path:
    """The folder of husky's and lefthook's commands."""
    return _installed(_shared(folders) / "npm", PACKAGES) / ".bin"


def axe(folders: pytest.TempPathFactory) -> str:
    """The script that checks a page for what keeps people out of it."""
    modules = _installed(_shared(folders) / "axe", ("axe-core@4.14.1",))
    return (modules / "axe-core/axe.min.js").read_text("utf-8")


def _shared(folders: pytest.TempPathFactory) -> Path:
    """The folder of a test session, which all its workers have in common."""
    own = folders.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def _installed(top: Path, packages: Sequence[str]) -> Path:
    """The folder of these packages; the first worker that asks installs them."""
    if shutil.which("npm", path=_ENVIRON["PATH"]) is None:
        message = "npm is missing: apt-get install nodejs npm"
        raise RuntimeError(message)
    with top.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (top / "complete").exists():
            top.mkdir(exist_ok=True)
            install = ("npm", "install", "--no-audit", "--no-fund", "--silent")
            subprocess.run(
                [*install, *packages],
                cwd=top,
                env=_ENVIRON,
                check=True,
                timeout=300,
            )
            (top / "complete").touch()
    return top / "node_modules"
