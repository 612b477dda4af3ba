"""`memsync hooks install --post-checkout`: the hook that links new worktrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.cli.shared.words import in_words
from memsync.errors import Exit
from memsync.terminal import printable

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.cli.shared.session import Session


def change(session: Session, *, install: bool, dry_run: bool) -> int:
    """Install or remove the hook; returns 1 if a person has to do it.

    For somebody else's hook, prints the line to add.
    """
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
        return Exit.DONE
    if not install:
        session.emit(data, in_words("unchanged", str(done.path), dry_run=dry_run))
        file = printable(str(done.path))
        session.warn(
            f"'{file}' still calls memsync",
            "remove the line with `memsync hook post-checkout` from it",
        )
        return Exit.DONE
    found = status(root, session.environ)
    line = None if found.unset else checkout.LINE
    session.emit(data | {"line": line}, f"{line}\n" if line else "")
    if found.unset:
        step = f"{found.unset}, and then this command again"
        session.warn(f"the hook is not installed: {why(found)}", step)
    else:
        file = printable(str(done.path))
        said = f"the hook is not installed: '{file}' is not memsync's to write to"
        session.warn(said, _by_hand(done.path))
    return Exit.FOUND


def _by_hand(path: Path) -> str:
    """What a person has to do about a hook that is not ours to write."""
    from memsync.guard.install.calls import hook_links_worktrees
    from memsync.guard.install.checkout import LINE
    from memsync.guard.install.runners import read

    file = printable(str(path))
    if hook_links_worktrees(read(path) or b""):
        return f"run `chmod +x '{file}'`: git runs only a hook that is executable"
    return f"add this line to it: {LINE}"
