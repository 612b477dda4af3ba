"""`memsync hooks install --post-checkout`: the hook that links new worktrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.cli.shared.words import in_words

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session


def change(session: Session, *, install: bool, dry_run: bool) -> None:
    """Install or remove the hook; for somebody else's hook, print the line to add."""
    from memsync.cli.hooks.guard import why
    from memsync.guard.install import checkout
    from memsync.guard.install.status import status
    from memsync.workspace.repository.roots import require_root

    root = require_root(session.cwd, session.environ)
    act = checkout.install if install else checkout.uninstall
    done = act(root, session.environ, dry_run=dry_run)
    data: dict[str, object] = {
        "path": str(done.path),
        "action": done.action,
        "dry_run": dry_run,
    }
    if done.action != "manual":
        session.emit(data, in_words(done.action, str(done.path), dry_run=dry_run))
        return
    found = status(root, session.environ)
    if found.unset:
        step = f"{found.unset}, and then this command again"
        session.warn(f"the hook is not installed: {why(found)}", step)
        session.emit(data | {"line": None}, "")
        return
    session.warn(
        f"'{done.path}' is not ours to write to",
        f"add this line to it: {checkout.LINE}",
    )
    session.emit(data | {"line": checkout.LINE}, f"{checkout.LINE}\n")
