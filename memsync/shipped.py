"""The files for other programs that come with memsync: shims, hooks and snippets."""

from __future__ import annotations

from pathlib import Path

from memsync.errors import Broken


def shipped(name: str) -> Path:
    """One file of `hooks/`, such as `git/pre-commit`: in the package or a checkout.

    Raises `Broken` when it is in neither.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "_hooks", package.parent / "hooks"):
        path = folder / name
        if path.is_file():
            return path
    raise Broken(
        f"memsync's own file '{name}' is missing", hint="install memsync again"
    )
