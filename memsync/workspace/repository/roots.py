"""Which git root a folder stands in, as git itself sees it.

The walk to the nearest `.git` is ours, so that outside any repository no child
is started; what that `.git` means is git's to say, in one child.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.errors import Broken, NoGitRoot, Refused
from memsync.lazy import lazy
from memsync.process.git import GitFailed, elsewhere, require_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memsync.process.git import Git
    from memsync.process.spawn import Done

Kind = Literal["main", "worktree", "submodule", "bare-worktree"]

# The words of errors that say where one stands, and that nothing is broken.
STANDING_IN_GIT = ("bare", "inside-git")

# The word of the error for a `.git` that names another work tree's git folder.
FOREIGN_GIT = "foreign-git"

# Names the main work tree where git itself cannot, as with a separate git dir.
MAIN_RECORD = "main-worktree"

# Names the repository, where `identity.record` wrote it below `safe_dir`.
IDENTITY_RECORD = "identity"

_QUESTIONS = (
    "--is-bare-repository",
    "--git-dir",
    "--git-common-dir",
    "--show-toplevel",
    # It prints no line at all outside a submodule, so it comes last.
    "--show-superproject-working-tree",
)
# The clone of a submodule that belongs to one linked worktree alone.
_OF_ONE_WORKTREE = lazy(r"(?s)(.*?)/worktrees/([^/]+)/modules/(.+)")


class GitRoot(NamedTuple):
    """A work tree and where its git files are; every path is absolute and real."""

    top: Path
    git_dir: Path
    common_dir: Path
    kind: Kind
    main_top: Path | None
    """The main work tree's top; None where the common dir has none (bare)."""
    superproject: Path | None
    """The top of the work tree that this is a submodule of."""

    @property
    def linked(self) -> bool:
        """Whether it shares its common dir with a main work tree or a bare one."""
        return self.git_dir != self.common_dir

    @property
    def safe_dir(self) -> Path:
        """memsync's folder among git's files, which no git command empties.

        `worktree remove --force` deletes the clones of the submodules in that
        worktree, so what belongs to them is kept with the outermost repository.
        """
        found = _OF_ONE_WORKTREE.fullmatch(os.fspath(self.common_dir))
        if found and (Path(found[1]) / "HEAD").exists():
            kept = Path(found[1]) / "memsync"
            return kept / "worktrees" / found[2] / "modules" / found[3]
        return self.common_dir / "memsync"


def find_root(cwd: Path, environ: Mapping[str, str]) -> GitRoot | None:
    """The git root that `cwd` stands in, or None outside any.

    Raises `Broken` with its own word for a git that is missing or too old, an
    empty `.git` folder, a broken pointer file, a foreign owner, a bare
    repository and the inside of a git folder; `Refused` for a `.git` that names
    another work tree's git folder.
    """
    level = Path(os.path.realpath(cwd))
    for folder in (level, *level.parents):
        if os.path.lexists(folder / ".git"):
            return _confirm(folder, environ)
        if (folder / "HEAD").is_file() and (folder / "objects").is_dir():
            _refuse_git_folder(folder, environ)
    return None


def require_root(cwd: Path, environ: Mapping[str, str]) -> GitRoot:
    """As `find_root`; raises `NoGitRoot` outside any."""
    root = find_root(cwd, environ)
    if root is None:
        raise NoGitRoot(
            f"'{cwd}' is not inside a git repository",
            hint="run `git init` first, or `memsync init --here` for a memory"
            " without git",
        )
    return root


def initialised_submodules(root: GitRoot, environ: Mapping[str, str]) -> list[Path]:
    """The tops of the submodules checked out directly below `root`, sorted."""
    listed = elsewhere(root.top, environ).run("ls-files", "--stage", "-z")
    links = [row for row in listed.split(b"\0") if row.startswith(b"160000 ")]
    tops = [root.top / os.fsdecode(row.split(b"\t", 1)[1]) for row in links]
    return sorted({top for top in tops if os.path.lexists(top / ".git")})


def linked_worktrees(root: GitRoot) -> Iterator[tuple[str, Path]]:
    """The id and the top of each linked worktree of this common dir.

    Read from git's own files, because a prompt cannot wait for another child.
    """
    folder = root.common_dir / "worktrees"
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir()):
        pointer = _read(entry / "gitdir")
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
    if not _links_back(git, level, git_dir, common_dir, top):
        raise Refused(
            f"'{dot_git}' points to '{git_dir}', which belongs to another work tree",
            hint="if this one was moved, run `git worktree repair`; else remove the"
            f" pointer '{dot_git}', which came from elsewhere",
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


def _links_back(
    git: Git, level: Path, git_dir: Path, common_dir: Path, top: Path
) -> bool:
    """Whether git's own files name this work tree, whose `.git` names them.

    A `.git` that came in an archive can name any repository of this person's, and
    with it that one's private memory and its earlier versions.
    """
    dot_git = level / ".git"
    if git_dir != common_dir:
        named = _read(git_dir / "gitdir") or ""
        return (
            git_dir.parent == common_dir / "worktrees"
            and Path(os.path.realpath(git_dir / named)) == dot_git
        )
    if top != level:  # `core.worktree` names another folder
        return points_at(top, git_dir)
    if git_dir == dot_git:
        return True
    if not git.attempt("config", "--get", "core.worktree").code:
        return True  # and that made `level` the top
    if git_dir.name == ".git":
        return False  # the git folder of the work tree that it stands in
    main = _read(common_dir / "memsync" / MAIN_RECORD)
    return main is None or Path(os.path.realpath(common_dir / main)) == level


_Answers = tuple[Path, Path, Path, Path | None]


def _ask(git: Git, level: Path) -> tuple[bool, _Answers]:
    # For its last question git starts a child; only what lies in a repository needs it.
    nested = any(os.path.lexists(above / ".git") for above in level.parents)
    questions = _QUESTIONS if nested else _QUESTIONS[:-1]
    # `--path-format` is why git 2.31 is the oldest that memsync takes: before it, some
    # of these paths were relative to where git was started.
    done = git.attempt("rev-parse", "--path-format=absolute", *questions)
    lines = os.fsdecode(done.out).removesuffix("\n").split("\n")
    if lines[0] not in ("true", "false"):
        # An older git repeats the option that it does not know.
        require_version(git)
        raise _explain(done, level, git)
    if lines[0] == "true":
        return True, (level, level, level, None)
    if done.code:
        raise _explain(done, level, git)
    if len(lines) not in (4, 5) or lines[3] != os.fspath(level):
        # A newline in a path, or `core.worktree` elsewhere: one at a time.
        lines = ["false", *(_ask_one(git, question) for question in _QUESTIONS[1:])]
    superproject = lines[4] if len(lines) > 4 else ""
    paths = [Path(line) for line in lines[1:4]]
    return False, (
        paths[0],
        paths[1],
        paths[2],
        Path(superproject) if superproject else None,
    )


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
    target = _pointer(level)
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
    """Raise for a bare repository or a `.git` that we stand in."""
    done = elsewhere(folder, environ).attempt(
        "rev-parse", "--is-bare-repository", "--is-inside-git-dir"
    )
    if done.code or done.out.split() == [b"false", b"false"]:
        return
    if done.out.startswith(b"true"):
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
    guesses = [found.get("core.worktree"), _read(common_dir / "memsync" / MAIN_RECORD)]
    if common_dir.name == ".git":
        guesses.append("..")
    for guess in guesses:
        if guess is not None:
            top = Path(os.path.realpath(common_dir / guess))
            if points_at(top, common_dir):
                return top
    return None


def points_at(top: Path, git_dir: Path) -> bool:
    """Whether `top/.git` is, or is a pointer to, the git folder `git_dir`."""
    dot_git = top / ".git"
    if dot_git.is_dir():
        return Path(os.path.realpath(dot_git)) == git_dir
    return _pointer(top) == git_dir


def _pointer(level: Path) -> Path | None:
    text = _read(level / ".git")
    if text is None or not text.startswith("gitdir: "):
        return None
    return Path(os.path.realpath(level / text.removeprefix("gitdir: ")))


def _read(path: Path) -> str | None:
    try:
        # Git ends these files with one newline; a path may hold others.
        return os.fsdecode(path.read_bytes()).removesuffix("\n")
    except OSError:
        return None
