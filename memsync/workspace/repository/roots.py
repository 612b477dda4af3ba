"""Finds the git root of a folder, as git itself sees it.

We walk to the nearest `.git` ourselves, so that no child is started outside a
repository; one child of git then says what that `.git` means.
"""

from __future__ import annotations

import os
from pathlib import Path

from memsync.errors import Broken, NoGitRoot, Refused
from memsync.lazy import lazy
from memsync.process.git import GitFailed, elsewhere, require_version
from memsync.record import NamedTuple
from memsync.workspace.repository.pointers import (
    links_back,
    mend_foreign,
    pointer_of,
    points_at,
    read_path,
    recorded_main,
)

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Literal

    from memsync.process.git import Git
    from memsync.process.spawn import Done

    Kind = Literal["main", "worktree", "submodule", "bare-worktree"]

# The error words that say what kind of folder this is, with nothing broken.
STANDING_IN_GIT = ("bare", "inside-git")

# The error word for a `.git` that points to another work tree's git folder.
FOREIGN_GIT = "foreign-git"

# The file below `safe_dir` in which `identity.record` writes the id.
IDENTITY_RECORD = "identity"

_QUESTIONS = (
    "--is-bare-repository",
    "--git-dir",
    "--git-common-dir",
    "--show-toplevel",
    # Outside a submodule it prints no line at all, so it must come last.
    "--show-superproject-working-tree",
)
# Matches the git folder of a submodule in a linked worktree.
_OF_ONE_WORKTREE = lazy(r"(?s)(.*?)/worktrees/([^/]+)/modules/(.+)")


class GitRoot(NamedTuple):
    """A work tree and its git folders; every path is absolute and without links."""

    top: Path
    git_dir: Path
    common_dir: Path
    kind: Kind
    main_top: Path | None
    """The main work tree's top; None for a bare repository."""
    superproject: Path | None
    """The top of the work tree that this is a submodule of."""

    @property
    def linked(self) -> bool:
        """Whether it is a linked worktree."""
        return self.git_dir != self.common_dir

    @property
    def safe_dir(self) -> Path:
        """memsync's folder inside the git folder, which no git command empties.

        `git worktree remove --force` deletes the git folders of that worktree's
        submodules, so their files are stored with the outermost repository.
        """
        found = _OF_ONE_WORKTREE.fullmatch(os.fspath(self.common_dir))
        if found and (Path(found[1]) / "HEAD").exists():
            kept = Path(found[1]) / "memsync"
            return kept / "worktrees" / found[2] / "modules" / found[3]
        return self.common_dir / "memsync"


def find_root(cwd: Path, environ: Mapping[str, str]) -> GitRoot | None:
    """The git root of `cwd`; None outside any.

    Raises `Broken`, each with its own word, for a missing or too old git, an empty
    `.git` folder, a broken pointer file, a foreign owner, a bare repository, and inside
    a git folder; `Refused` for a `.git` that points to another work tree's git folder.
    """
    level = Path(os.path.realpath(cwd))
    for folder in (level, *level.parents):
        if os.path.lexists(folder / ".git"):
            return _confirm(folder, environ)
        if (folder / "HEAD").is_file() and (folder / "objects").is_dir():
            _refuse_git_folder(folder, environ)
    return None


def require_root(
    cwd: Path, environ: Mapping[str, str], hint: str = "run it inside a repository"
) -> GitRoot:
    """As `find_root`; raises `NoGitRoot`, with the hint, outside any."""
    root = find_root(cwd, environ)
    if root is None:
        raise NoGitRoot(f"'{cwd}' is not inside a git repository", hint=hint)
    return root


def initialised_submodules(root: GitRoot, environ: Mapping[str, str]) -> list[Path]:
    """The tops of the submodules that are checked out in `root` itself, sorted."""
    listed = elsewhere(root.top, environ).run("ls-files", "--stage", "-z")
    # Mode 160000 is a submodule's commit.
    links = [row for row in listed.split(b"\0") if row.startswith(b"160000 ")]
    tops = [root.top / os.fsdecode(row.split(b"\t", 1)[1]) for row in links]
    return sorted({top for top in tops if os.path.lexists(top / ".git")})


def linked_worktrees(root: GitRoot) -> Iterator[tuple[str, Path]]:
    """The id and the top of each linked worktree of this common dir.

    Read from git's own files: the commands of a shell prompt cannot wait for a child.
    """
    folder = root.common_dir / "worktrees"
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir()):
        pointer = read_path(entry / "gitdir")
        if pointer is not None:
            yield entry.name, Path(os.path.realpath(entry / pointer)).parent


def _confirm(level: Path, environ: Mapping[str, str]) -> GitRoot:
    dot_git = level / ".git"
    if dot_git.is_dir() and not os.path.lexists(dot_git / "HEAD"):
        raise Broken(
            f"'{dot_git}' is not a git repository: it holds no HEAD",
            hint=f"remove '{dot_git}' if it is empty, or run `git init` there",
            word="empty-git",
        )
    git = elsewhere(level, environ)
    bare, answers = _ask(git, level)
    if bare:
        raise Broken(
            f"'{level}' belongs to a bare repository, which has no work tree",
            hint="run this in one of its worktrees: `git worktree list`",
            word="bare",
        )
    git_dir, common_dir, top, superproject = answers
    if not links_back(git, level, git_dir, common_dir, top):
        raise Refused(
            f"'{dot_git}' points to '{git_dir}', which belongs to another work tree",
            hint=mend_foreign(dot_git, git_dir, common_dir),
            word=FOREIGN_GIT,
        )
    if dot_git.is_dir() and git_dir != Path(os.path.realpath(dot_git)):
        raise Broken(
            f"'{dot_git}' is not a git repository",
            hint=f"look at it with `git -C '{level}' status`",
            word="empty-git",
        )
    if git_dir == common_dir:
        kind: Kind = "submodule" if superproject else "main"
        return GitRoot(top, git_dir, common_dir, kind, top, superproject)
    main_top = _main_of(common_dir, environ)
    kind = "worktree" if main_top else "bare-worktree"
    return GitRoot(top, git_dir, common_dir, kind, main_top, superproject)


_Answers = tuple[Path, Path, Path, Path | None]


def _ask(git: Git, level: Path) -> tuple[bool, _Answers]:
    # Git starts a child for its last question, which only a submodule needs.
    nested = any(os.path.lexists(above / ".git") for above in level.parents)
    questions = _QUESTIONS if nested else _QUESTIONS[:-1]
    # `--path-format` came with git 2.31, the oldest that memsync supports: without it,
    # some of these paths are relative to the folder that git was started in.
    done = git.attempt("rev-parse", "--path-format=absolute", *questions)
    lines = os.fsdecode(done.out).removesuffix("\n").split("\n")
    if lines[0] not in ("true", "false"):
        # An older git prints the unknown option as if it were a revision.
        require_version(git)
        raise _explain(done, level, git)
    if lines[0] == "true":
        return True, (level, level, level, None)
    if done.code:
        raise _explain(done, level, git)
    if len(lines) not in (4, 5) or lines[3] != os.fspath(level):
        # A newline in a path, or another `core.worktree`: ask one question at a time.
        lines = ["false", *(_ask_one(git, question) for question in _QUESTIONS[1:])]
    superproject = lines[4] if len(lines) > 4 else ""
    paths = (Path(lines[1]), Path(lines[2]), Path(lines[3]))
    return False, (*paths, Path(superproject) if superproject else None)


def _ask_one(git: Git, question: str) -> str:
    return git.line("rev-parse", "--path-format=absolute", question)


def _explain(done: Done, level: Path, git: Git) -> Broken:
    said = done.err.decode("utf-8", "replace")
    # git 2.35.2 began to refuse these (CVE-2022-24765), as an "unsafe repository".
    if "dubious ownership" in said or "unsafe repository" in said:
        from shlex import quote

        trust = f"git config --global --add safe.directory {quote(os.fspath(level))}"
        return Broken(
            f"git does not trust '{level}': it belongs to another user",
            hint=f"if you trust it: {trust}",
            word="foreign-owner",
        )
    target = pointer_of(level)
    if target is not None and not (target / "HEAD").is_file():
        return Broken(
            f"'{level / '.git'}' points to '{target}', which is not a git folder",
            hint=_mend_pointer(target),
            word="broken-pointer",
        )
    if (level / ".git").is_file() and target is None:
        return Broken(
            f"'{level / '.git'}' is neither a git folder nor a pointer to one",
            hint=f"remove or fix '{level / '.git'}'",
            word="broken-pointer",
        )
    require_version(git)
    return GitFailed(done, ("rev-parse",))


def _mend_pointer(target: Path) -> str:
    if target.parent.name == "worktrees":
        return "run `git worktree repair` in the main work tree"
    if "modules" in target.parts:
        return "run `git submodule update --init` in the superproject"
    return "move the git folder back, or remove the `.git` file"


def _refuse_git_folder(folder: Path, environ: Mapping[str, str]) -> None:
    """Raise if `folder` is inside a bare repository or a `.git` folder."""
    done = elsewhere(folder, environ).attempt(
        "rev-parse", "--is-bare-repository", "--is-inside-git-dir"
    )
    # With `safe.bareRepository=explicit` git looks into neither.
    refused = b"cannot use bare repository" in done.err
    if not refused and (done.code or done.out.split() == [b"false", b"false"]):
        return
    if done.out.startswith(b"true") or (refused and folder.name != ".git"):
        raise Broken(
            f"'{folder}' is a bare repository, which has no work tree",
            hint="run this in one of its worktrees: `git worktree list`",
            word="bare",
        )
    raise Broken(
        f"'{folder}' is git's own folder, not a work tree",
        hint="cd to the work tree and try again",
        word="inside-git",
    )


def _main_of(common_dir: Path, environ: Mapping[str, str]) -> Path | None:
    asked = elsewhere(common_dir, environ).attempt(
        *("--git-dir=.", "config", "-z", "--get-regexp", r"^core\.(bare|worktree)$")
    )
    found = dict(
        row.partition("\n")[::2] for row in os.fsdecode(asked.out).split("\0") if row
    )
    if found.get("core.bare", "false").lower() in ("true", "yes", "on", "1", ""):
        return None
    guesses = [found.get("core.worktree"), recorded_main(common_dir)]
    if common_dir.name == ".git":
        guesses.append("..")
    for guess in guesses:
        if guess is not None:
            top = Path(os.path.realpath(common_dir / guess))
            if points_at(top, common_dir):
                return top
    return None
