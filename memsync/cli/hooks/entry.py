"""`memsync hooks install --framework`: our entry for pre-commit and prek."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.cli.shared.words import in_words
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.guard.install.framework import Done


def install(session: Session, *, repo: str | None, local: bool, dry_run: bool) -> None:
    """Add our entry, or update the version that it names."""
    from memsync import __version__
    from memsync.guard.install.framework import Source, made_here
    from memsync.guard.install.framework import install as put
    from memsync.guard.install.manifest import LOCAL
    from memsync.guard.install.status import status
    from memsync.workspace.repository.roots import require_root

    wanted = Source(LOCAL, None) if local else None
    if repo is not None:
        wanted = Source(repo, f"v{__version__}")
    root = require_root(session.cwd, session.environ)
    made = made_here(root.git_dir)
    done = put(root.top, wanted, __version__, made=made, dry_run=dry_run)
    _emit(session, done, dry_run=dry_run)
    if done.action == "created" and not dry_run:
        session.say("run `pre-commit install` or `prek install` to activate it")
        if status(root, session.environ).place is not None:
            session.say(
                "`memsync hooks uninstall` then removes memsync's own hook, which would"
                " check each commit a second time"
            )


def uninstall(session: Session, *, dry_run: bool) -> None:
    """Remove our entry."""
    from memsync.guard.install.framework import made_here
    from memsync.guard.install.framework import uninstall as take
    from memsync.workspace.repository.roots import require_root

    root = require_root(session.cwd, session.environ)
    done = take(root.top, made=made_here(root.git_dir), dry_run=dry_run)
    _emit(session, done, dry_run=dry_run)


def _emit(session: Session, done: Done, *, dry_run: bool) -> None:
    data: dict[str, object] = {
        "path": str(done.path),
        "action": done.action,
        "rev": done.rev,
        "dry_run": dry_run,
    }
    text = in_words(done.action, str(done.path), dry_run=dry_run)
    if done.rev:
        text = f"{text.removesuffix(chr(10))}, at {printable(done.rev)}\n"
    session.emit(data, text)
