"""Whether a `.git` and the git folder that it names belong together."""

from __future__ import annotations

import os
from pathlib import Path

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from memsync.process.git import Git

# A file with the main work tree, which git cannot tell for a separate git dir.
MAIN_RECORD = "main-worktree"


def links_back(
    git: Git, level: Path, git_dir: Path, common_dir: Path, top: Path
) -> bool:
    """Whether git's own files point back to this work tree.

    A `.git` unpacked from an archive can point to any repository of the user's, and so
    open that one's private memory and archive.
    """
    dot_git = level / ".git"
    if git_dir != common_dir:
        named = read_path(git_dir / "gitdir") or ""
        return (
            git_dir.parent == common_dir / "worktrees"
            and Path(os.path.realpath(git_dir / named)) == dot_git
        )
    if top != level:  # `core.worktree` is another folder
        return points_at(top, git_dir)
    if git_dir == dot_git:
        return True
    if not git.attempt("config", "--get", "core.worktree").code:
        return True  # it is set, and equals `level`
    if git_dir.name == ".git":
        return False  # it belongs to the work tree that contains it
    main = recorded_main(common_dir)
    return main in (None, level) or was_moved(main, common_dir)


def recorded_main(common_dir: Path) -> Path | None:
    """The work tree of a separate git folder, as the last `init` or write found it."""
    main = read_path(common_dir / "memsync" / MAIN_RECORD)
    return None if main is None else Path(os.path.realpath(common_dir / main))


def was_moved(main: Path | None, common_dir: Path) -> bool:
    """Whether the recorded work tree is not there any more."""
    return main is not None and not points_at(main, common_dir)


def mend_foreign(dot_git: Path, git_dir: Path, common_dir: Path) -> str:
    """What to do about a `.git` that points to another work tree's git folder."""
    if git_dir != common_dir:
        return (
            "if this one was moved, run `git worktree repair`; else remove the pointer"
            f" '{dot_git}', which came from elsewhere"
        )
    main = recorded_main(common_dir)
    there = f" '{main}'" if main else ""
    return (
        f"run this in that work tree{there}; if '{dot_git}' came from elsewhere, as in"
        " an archive, remove it"
    )


def points_at(top: Path, git_dir: Path) -> bool:
    """Whether `top/.git` is, or is a pointer to, the git folder `git_dir`."""
    dot_git = top / ".git"
    if dot_git.is_dir():
        return Path(os.path.realpath(dot_git)) == git_dir
    return pointer_of(top) == git_dir


def pointer_of(level: Path) -> Path | None:
    """The git folder that the pointer `.git` in a folder names."""
    text = read_path(level / ".git")
    if text is None or not text.startswith("gitdir: "):
        return None
    return Path(os.path.realpath(level / text.removeprefix("gitdir: ")))


def read_path(path: Path) -> str | None:
    """The path in one of git's own files; None where there is no such file."""
    try:
        # Git ends these files with one newline; the path itself may contain others.
        return os.fsdecode(path.read_bytes()).removesuffix("\n")
    except OSError:
        return None
