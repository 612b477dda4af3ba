"""Proves that the hook works: it must stop a commit with a made-up token."""

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

# A well-formed note, so that only the token can be the reason for a refusal.
_NOTE = "---\nname: note\ndescription: planted by memsync doctor\n---\n\n{}\n"


class Proof(NamedTuple):
    """The results of two commits in a throwaway repository."""

    stopped: bool
    """Whether the commit with the token was stopped, and for that reason."""
    let_through: bool
    """Whether the commit without a token was made."""
    said: str
    """What the hook printed if either went wrong, without the token."""


def prove(hook: bytes | None, environ: Mapping[str, str]) -> Proof:
    """Commit a made-up token under this hook; None: under the one that we ship.

    Somebody else's hook is not run outside its repository: then our shipped hook, which
    calls the same checks, is tested.
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
    # No template: a person's own hooks must not run in the trial repository.
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
    # A global ignore rule must not hide the planted note.
    git.run("add", "--force", os.fspath(note))
    return git.attempt("commit", "--quiet", "--message", "planted")


def _random(length: int) -> str:
    letters = string.ascii_letters + string.digits
    return "".join(choice(letters) for _ in range(length))
