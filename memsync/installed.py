"""Where this installation has its commands, for settings that call them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import which


def command(name: str, path: str | None = None) -> Path | None:
    """The absolute path of one of our commands, such as `memsync-guard`.

    `path` is a PATH: if a link in it leads to this installation, that link is returned,
    since pipx and uv keep it when they rebuild the environment. None if the command is
    not installed, as with `python -m memsync` from a checkout.
    """
    for folder in (Path(sys.argv[0]).parent, Path(sys.executable).parent):
        found = Path(os.path.abspath(folder)) / name  # noqa: PTH100 -- a venv's links must not be resolved
        if found.is_file():
            return _on_path(name, path, found) or found
    return None


def _on_path(name: str, path: str | None, found: Path) -> Path | None:
    linked = which(name, path=path) if path else None
    if linked is None or not Path(linked).is_absolute():
        return None
    same = os.path.realpath(linked) == os.path.realpath(found)
    return Path(linked) if same else None
