"""Finds files of a repository that were committed once and no longer exist."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.workspace.repository.roots import GitRoot

# Paths in one call of git: Windows allows 32,767 characters in a command line.
_MOST = 500


def gone_files(
    root: GitRoot, environ: Mapping[str, str], paths: Iterable[str]
) -> set[str]:
    """Those of the paths below the git root that were committed, and no longer exist.

    A path that was never committed is not among them. Raises what git raises.
    """
    missing = [path for path in paths if not os.path.lexists(root.top / path)][:_MOST]
    if not missing:
        return set()
    from memsync.process.git import elsewhere

    asked = elsewhere(root.top, environ).attempt(
        # A file's name may hold `*` or `[`, which git would take for a pattern.
        *("--literal-pathspecs", "log", "--no-renames", "--diff-filter=D"),
        *("--format=", "--name-only", "-z", "--", *missing),
    )
    if asked.code != 0:
        return set()  # a repository without a commit
    deleted = set(os.fsdecode(asked.out).split("\0"))
    folders = {name[:at] for name in deleted for at in _slashes(name)}
    return {path for path in missing if path in deleted or path in folders}


def _slashes(path: str) -> list[int]:
    return [at for at, sign in enumerate(path) if sign == "/"]
