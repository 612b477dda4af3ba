"""Proof that the hook works: a commit with a token made just now must be stopped."""

from __future__ import annotations

import os
import string
from pathlib import Path
from secrets import choice
from typing import TYPE_CHECKING, NamedTuple

from memsync.guard.install.runners import NAME
from memsync.guard.install.status import MARKER, source
from memsync.process.git import elsewhere

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.process.git import Git
    from memsync.process.spawn import Done

_NOTE = "---\nname: note\ndescription: planted by memsync doctor\n---\n\n{}\n"


class Proof(NamedTuple):
    """What became of two commits in a throwaway repository."""

    stopped: bool
    """The commit with the planted token was stopped, and for that reason."""
    let_through: bool
    """The commit without it was made."""
    said: str
    """What the hook said where either went wrong; the token is not in it."""


def prove(hook: bytes | None, environ: Mapping[str, str]) -> Proof:
    """Commit a planted token under this hook; None: under the one that we ship.

    A foreign hook is not run in a place it was not made for: then our shipped hook,
    which calls the same checks, is what is proven.
    """
    from tempfile import TemporaryDirectory

    if hook is None or MARKER not in hook:
        hook = source().read_bytes()
    with TemporaryDirectory(prefix="memsync-doctor-") as folder:
        top = Path(folder)
        git = _repository(top, hook, environ)
        token = "ghp" + "_" + _random(36)
        clean = _commit(git, top, "Nothing to see.")
        planted = _commit(git, top, f"The token is {token}.")
        said = (clean.err + planted.err).decode("utf-8", "replace")
        said = said.replace(token, "[the token]")
        return Proof(
            stopped=planted.code != 0 and "github-pat" in said,
            let_through=clean.code == 0,
            said=said,
        )


def _repository(top: Path, hook: bytes, environ: Mapping[str, str]) -> Git:
    hooks = top / ".git/hooks"
    git = elsewhere(
        top,
        environ,
        (
            "user.name=memsync doctor",
            "user.email=doctor@memsync.invalid",
            "commit.gpgSign=false",
            "core.hooksPath=.git/hooks",
            "core.excludesFile=/dev/null",
        ),
    )
    git.run("init", "--quiet", "--template=")
    hooks.mkdir(exist_ok=True)
    path = hooks / NAME
    path.write_bytes(hook)
    path.chmod(0o755)
    return git


def _commit(git: Git, top: Path, text: str) -> Done:
    note = top / ".coyote/memory/note.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(_NOTE.format(text), "utf-8")
    git.run("add", "--force", os.fspath(note))
    return git.attempt("commit", "--quiet", "--message", "planted")


def _random(length: int) -> str:
    letters = string.ascii_letters + string.digits
    return "".join(choice(letters) for _ in range(length))
