"""What `memsync scan` reads: files, stdin, notes, or what git holds."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from memsync.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.guard.checks.secret import Held
    from memsync.guard.checks.staged import File
    from memsync.guard.scan.many import Judged
    from memsync.workspace.repository.roots import GitRoot


def judged_files(
    session: Session,
    root: GitRoot | None,
    paths: tuple[str, ...],
    *,
    staged: bool,
    history: str | None,
) -> Iterator[Judged]:
    """Each scanned file with its findings, or the reason it cannot be read."""
    if staged or history is not None:
        yield from _from_git(session, root, history)
        return
    from memsync.guard.scan import many

    names = list(paths)
    if not names:
        names = _live_notes(session)
        if not names:
            session.say("no memory applies here, so nothing was scanned")
    if "-" in names:
        names.remove("-")
        yield _from_stdin()
    yield from counted(many.judge(names, _state(session)), "scanning files")


def _state(session: Session) -> Path | None:
    """The state folder; None if the environment names none."""
    from memsync.errors import Broken

    try:
        return session.places.state
    except Broken:
        return None


def _from_stdin() -> Judged:
    from memsync.guard.checks import secret
    from memsync.guard.checks.staged import File
    from memsync.guard.scan import pieces
    from memsync.guard.scan.many import Judged

    given = sys.stdin.buffer
    head = given.read(pieces.WHOLE + 1)
    if len(head) > pieces.WHOLE:
        return Judged("-", [*pieces.check("-", head, given.read)])
    return Judged("-", secret.check([File(b"-", head, b"100644")], with_allowed=True))


def _from_git(
    session: Session, root: GitRoot | None, history: str | None
) -> Iterator[Judged]:
    from memsync.errors import NoGitRoot
    from memsync.guard.checks import private as privacy
    from memsync.guard.checks import secret, staged
    from memsync.guard.scan import history as in_commits
    from memsync.guard.scan.many import Judged

    if root is not None:
        os.chdir(root.top)
    elif history is None or not staged.is_in_git(session.environ):
        raise NoGitRoot(
            "there is no git repository here to read",
            hint="run it inside a repository, or give a PATH",
        )
    commits: Iterable[tuple[str, list[File]]]
    if history is not None:
        commits = in_commits.files(history, session.environ)
    else:
        changed = [
            c for c in staged.changes(session.environ) if staged.is_guarded(c.path)
        ]
        commits = [("", staged.files(changed, session.environ))]
    for commit, files in commits:
        # Only a work tree has ignore rules.
        private = privacy.links(files)
        if root is not None:
            private = privacy.private(files, session.environ, commit=commit)
        for file in files:
            yield Judged(
                os.fsdecode(file.path),
                secret.check([file], with_allowed=True),
                commit=commit,
                private=file.path in private,
            )


def _live_notes(session: Session) -> list[str]:
    from memsync.workspace.open import open_for_reading

    opened = open_for_reading(session.cwd, session.places, session.now)
    for message, hint in opened.warnings:
        session.warn(message, hint)
    found = [str(store.memory.folder) for store in opened.stores]
    if opened.lite is not None:
        found.append(str(opened.lite))
    return found


def held_to_allow(
    session: Session,
    root: GitRoot | None,
    paths: tuple[str, ...],
    *,
    staged: bool,
    history: str | None,
) -> Iterator[Held]:
    """The findings that `--allow` may name, also those that a marker allows.

    If nothing says where, a person may have seen it in a note, or when a commit was
    blocked.
    """
    if paths or staged or history is not None:
        sources = judged_files(session, root, paths, staged=staged, history=history)
    else:
        from memsync.guard.scan import many

        sources = many.judge(_live_notes(session), _state(session))
        if root is not None:
            yield from held_in_tracked(session, root)
    for judged in sources:
        yield from judged.held


def held_in_tracked(session: Session, root: GitRoot) -> list[Held]:
    """The findings in the tracked files that the git hook checks, as they are staged.

    Also those that a marker allows.
    """
    from memsync.guard.checks import secret, staged

    os.chdir(root.top)
    files = staged.tracked(session.environ, [b"."])
    return secret.check(files, with_allowed=True)
