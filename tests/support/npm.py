"""husky and lefthook as people have them: from npm, once a test session."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = ("husky@9.1.7", "lefthook@2.2.2")
# Read before any test seals the home: npm's own settings and cache are in it.
_ENVIRON = dict(os.environ)


def programs(shared: Path) -> Path:
    """The folder of their commands, below a folder that all workers share."""
    top = shared / "npm"
    done = top / "node_modules/.bin"
    if shutil.which("npm", path=_ENVIRON["PATH"]) is None:
        message = "npm is missing: apt-get install nodejs npm"
        raise RuntimeError(message)
    with (shared / "npm.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (top / "complete").exists():
            top.mkdir(exist_ok=True)
            install = ("npm", "install", "--no-audit", "--no-fund", "--silent")
            subprocess.run(
                [*install, *PACKAGES],
                cwd=top,
                env=_ENVIRON,
                check=True,
                timeout=300,
            )
            (top / "complete").touch()
    return done
