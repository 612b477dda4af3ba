"""Sparse checkouts: what git tracks and does not put into the work tree."""

from __future__ import annotations

from memsync.process.git import elsewhere

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def is_left_out(top: Path, path: str, environ: Mapping[str, str]) -> bool:
    """Whether a sparse checkout leaves out a file that git tracks in a work tree."""
    listed = elsewhere(top, environ).attempt(
        *("--literal-pathspecs", "ls-files", "-t", "-z", "--", path)
    )
    # `S` is git's tag for "skip-worktree".
    return listed.out.startswith(b"S ")
