"""Runs git on the current repository, or on another one."""

from __future__ import annotations

import os
import re

from memsync.errors import Broken
from memsync.process.git_child import environ_elsewhere, git_argv
from memsync.process.spawn import Done, run
from memsync.record import NamedTuple
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

# `rev-parse --path-format=absolute` came with git 2.31.
MINIMUM = (2, 31)


class GitFailed(Broken):
    """Git ran and failed; `done` holds its output."""

    default_word = "git"

    def __init__(self, done: Done, arguments: tuple[str | bytes, ...]) -> None:
        verb = next((a for a in map(os.fsdecode, arguments) if a[:1] != "-"), "git")
        said = done.err.decode("utf-8", "replace").strip().splitlines()
        reason = printable(said[-1]) if said else f"exit status {done.code}"
        # Only the last line: before it git may print pages of advice.
        super().__init__(f"git {verb}: {reason.removeprefix('fatal: ')}")
        self.done = done


class Git(NamedTuple):
    """Git on one folder. Arguments never pass through a shell.

    Create it with `here` or `elsewhere`.
    """

    folder: Path | None
    environ: Mapping[str, str]
    config: tuple[str, ...] = ()
    """`name=value` settings for every call, as `git -c`."""

    def attempt(
        self,
        *arguments: str | bytes,
        stdin: bytes = b"",
        limit: float | None = None,
        watch: Callable[[bytes], None] | None = None,
    ) -> Done:
        """Run git and return its exit status and output; raises `Broken` without git.

        With a `limit`, in seconds, raises `TimeoutError` when the time is up. For
        `watch` see `memsync.process.spawn.run`.
        """
        argv = [*git_argv(self.folder, self.config), *arguments]
        try:
            return run(argv, self.environ, stdin, limit=limit, watch=watch)
        except FileNotFoundError:
            raise Broken(
                "git is not on PATH",
                hint="install git 2.31 or newer",
                word="git-missing",
            ) from None

    def run(self, *arguments: str | bytes, stdin: bytes = b"") -> bytes:
        """Git's output; raises `GitFailed` unless it exits 0."""
        done = self.attempt(*arguments, stdin=stdin)
        if done.code:
            raise GitFailed(done, arguments)
        return done.out

    def feed(
        self,
        watch: Callable[[bytes], None],
        *arguments: str | bytes,
        stdin: bytes = b"",
    ) -> None:
        """Pass git's output to `watch`, piece by piece; an exception in it ends git.

        Raises `GitFailed` unless git exits 0.
        """
        done = self.attempt(*arguments, stdin=stdin, watch=watch)
        if done.code:
            raise GitFailed(done, arguments)

    def line(self, *arguments: str | bytes) -> str:
        """The single line that git prints, without its newline, decoded as a path."""
        return os.fsdecode(self.run(*arguments).removesuffix(b"\n"))


def here(folder: Path | None, environ: Mapping[str, str]) -> Git:
    """Git with a hook's environment: GIT_INDEX_FILE names the index to be committed."""
    return Git(folder, {**environ, "LC_ALL": "C"})


def elsewhere(
    folder: Path, environ: Mapping[str, str], config: tuple[str, ...] = ()
) -> Git:
    """Git for the repository at `folder`, even inside another repository's hook."""
    return Git(folder, environ_elsewhere(environ), config)


def require_version(git: Git) -> None:
    """Raise `Broken` unless git is at least `MINIMUM`."""
    # Vendors add to it, such as `2.39.5 (Apple Git-154)`.
    text = git.line("--version")
    found = re.search(r"(\d+)\.(\d+)", text)
    if not found or (int(found[1]), int(found[2])) < MINIMUM:
        raise Broken(
            f"{printable(text)} is too old: memsync needs git 2.31 or newer",
            hint="upgrade git",
            word="git-too-old",
        )
