"""Which files of a repository were committed once and are not there now."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.workspace.repository.roots import GitRoot

# Paths that git is asked about: a command line holds no more on every platform.
_MOST = 500


def gone_files(
    root: GitRoot, environ: Mapping[str, str], paths: Iterable[str]
) -> set[str]:
    """Those of the paths below the git root that history deleted, and nobody has now.

    What was never committed is none of them. Raises what git raises.
    """
    missing = [path for path in paths if not os.path.lexists(root.top / path)][:_MOST]
    if not missing:
        return set()
    from memsync.process.git import elsewhere

    asked = elsewhere(root.top, environ).attempt(
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
