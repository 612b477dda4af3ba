"""The folder of the bare clone: creates it, repairs it, and packs it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.files.atomic import make_folder
from memsync.sync.mirror import loose
from memsync.sync.tree.remote import MAIN, REMOTES

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.files.lock import Held, Round
    from memsync.process.git import Git

# Packs after which the mirror is packed: each fetch adds one, and git looks into all.
_MANY_PACKS = 30
# No template, or hooks of the user's template would run; SHA-1 is the format's hash.
_INIT = (
    "init",
    "--quiet",
    "--bare",
    # No template: it could bring hooks.
    "--template=",
    "--object-format=sha1",
    f"--initial-branch={MAIN.removeprefix('refs/heads/')}",
)


def make_sound(folder: Path, git: Git, held: Held[Round]) -> None:  # noqa: ARG001 -- so no git of ours is alive in it
    """Create the clone if it is missing or incomplete.

    One that only lost its HEAD gets a new HEAD: its objects may be the only copy.
    Removes locks that a killed git left there. Raises `OSError` and `GitFailed`.
    """
    if not (folder / "objects").is_dir():
        _create(folder, git)
    elif not (folder / "HEAD").is_file():
        git._replace(folder=folder).run(*_INIT)
    for place in ("", "refs/heads", REMOTES, "objects/info"):
        for lock in (folder / place).glob("*.lock"):
            lock.unlink(missing_ok=True)


def _create(folder: Path, git: Git) -> None:
    import shutil

    folder = folder.resolve()  # without a remote, the folder is a link to the history
    make_folder(folder.parent, mode=0o700)
    half = folder.with_name(folder.name + ".new")
    shutil.rmtree(half, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
    half.mkdir(mode=0o700)
    git._replace(folder=half).run(*_INIT)
    half.rename(folder)


def tidy(folder: Path, git: Git) -> None:
    """Pack objects if there are many; cheap if there are few."""
    packs = _count(folder / "objects/pack", ".pack")
    if packs > _MANY_PACKS:
        git.attempt("repack", "-a", "-d", "-q")
    elif loose.are_many(str(folder / "objects")):
        git.attempt("repack", "-d", "-q")


def forget(folder: Path, git: Git, refs: set[str]) -> None:
    """Remove all other refs, and every object that `refs` do not reach.

    Raises `GitFailed`.
    """
    listed = git.run("for-each-ref", "--format=%(refname)").decode().split()
    gone = "".join(f"delete {ref}\n" for ref in listed if ref not in refs)
    git.run("update-ref", "--stdin", stdin=gone.encode())
    for keep in (folder / "objects/pack").glob("*.keep"):
        keep.unlink()  # left by a fetch that was killed: it would protect the pack
    git.run("repack", "-a", "-d", "-q")
    # A purge must leave no copy, so without git's two weeks of grace.
    git.run("prune", "--expire=now")


def _count(folder: Path, suffix: str) -> int:
    try:
        return sum(name.endswith(suffix) for name in os.listdir(folder))  # noqa: PTH208 -- names alone
    except FileNotFoundError:
        return 0
