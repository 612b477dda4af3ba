"""The git hook: installed, chained to another hook, and removed.

A person's hook is moved aside byte for byte, still runs, and is restored later. With
pre-commit or prek, ours goes where they move an existing hook, so that the order of
installation does not matter. Files that lefthook and husky run, or a folder that
`core.hooksPath` names, are not ours to write: `Status.advice` says what to add.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from memsync.errors import Broken
from memsync.files import atomic
from memsync.files.lock import hold
from memsync.guard.install import runners
from memsync.guard.install.runners import NAME
from memsync.guard.install.status import (
    CHAINED,
    PLACES,
    Status,
    is_ours,
    rendered,
    status,
    status_in_own_folder,
)
from memsync.memory.files.live import leftovers
from memsync.process.git import elsewhere, require_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from memsync.workspace.repository.roots import GitRoot

# Where pre-commit and prek look for a hook that they found: they still run it.
_LEGACY = f"{NAME}.legacy"


@dataclass(frozen=True, slots=True)
class Done:
    """What was done to the hook, and its state now."""

    action: Literal["created", "updated", "unchanged", "removed", "restored", "manual"]
    """`restored`: the earlier hook is back; `manual`: nothing was done."""
    status: Status
    path: Path
    """The file that was changed."""


def install(
    root: GitRoot, environ: Mapping[str, str], *, dry_run: bool = False
) -> Done:
    """Install the hook, update it or make it executable; safe to repeat.

    Returns `manual` if commits are not checked and only a person can change that.
    Raises `Broken` for a folder that cannot be written, and for a git that is too old.
    """
    require_version(elsewhere(root.top, environ))
    now = status(root, environ)
    path = now.place or now.hook
    if now.checked and now.state != "outdated":
        return Done("unchanged", now, path)
    if now.by_hand and not now.lefthook_comes and now.state != "outdated":
        return Done("manual", now, path)
    if now.state == "foreign" and now.runner is not None:
        path = now.folder / _LEGACY
    action: Literal["created", "updated"] = "created"
    if now.place is not None:
        action = "updated"
    if dry_run:
        return Done(action, now, path)
    atomic.make_folder(now.folder)
    with _changing(root, now.folder):
        if os.path.lexists(path) and not is_ours(runners.read(path)):
            _move_aside(path, now.folder / CHAINED)
        # Git runs a hook only if it is executable.
        atomic.write(path, rendered(), mode=0o755)
    return Done(action, status(root, environ), path)


def uninstall(
    root: GitRoot, environ: Mapping[str, str], *, dry_run: bool = False
) -> Done:
    """Undo exactly what `install` did, wherever a runner has moved the hook since.

    Returns `manual` if somebody else's hook or configuration calls us.
    """
    now = status(root, environ)
    done = _uninstall(root, now, dry_run=dry_run)
    if done is None:
        # Git may look for hooks elsewhere since `install`.
        done = _uninstall(root, status_in_own_folder(root), dry_run=dry_run)
    if done is not None:
        action, path = done
        return Done(action, now if dry_run else status(root, environ), path)
    called = now.calls_us or now.configured or now.named
    return Done("manual" if called else "unchanged", now, now.hook)


def _uninstall(
    root: GitRoot, now: Status, *, dry_run: bool
) -> tuple[Literal["removed", "restored"], Path] | None:
    """Take our hook out of one folder; None if nothing there is ours."""
    ours = [p for n in PLACES if is_ours(runners.read(p := now.folder / n))]
    chained = now.folder / CHAINED
    stale = _is_stale(chained, now)
    # Somebody may have removed only our hook: then the one it ran must go back.
    comes_back = (
        os.path.lexists(chained) and not stale and (bool(ours) or now.state == "absent")
    )
    if not ours and not stale and not comes_back:
        return None
    path = ours[0] if ours else chained if stale else now.folder / NAME
    if not dry_run:
        with _changing(root, now.folder):
            for each in (*ours, *([chained] if stale else ())):
                if not (comes_back and each == path):
                    each.unlink()
            if comes_back:
                chained.replace(path)
            atomic.fsync_folder(now.folder)
    return "restored" if comes_back else "removed", path


@contextmanager
def _changing(root: GitRoot, folder: Path) -> Iterator[None]:
    """Hold the lock of the hooks, and remove what a killed command left there."""
    with hold(root.safe_dir / "locks" / "hooks.lock", what="hooks") as held:
        # The folder of hooks may be a symlink.
        for left in leftovers(folder.resolve()):
            if left.of is None:
                left.remove(held)
        yield


def _move_aside(path: Path, chained: Path) -> None:
    """Move somebody else's hook aside; ours runs it, and uninstall restores it."""
    if os.path.lexists(chained):
        old = runners.read(chained)
        if runners.runner_of(old) is None:
            if old is not None and old == runners.read(path):
                return
            raise Broken(
                f"the guard is not installed: '{chained}' stands in the way of chaining"
                f" '{path}'",
                hint="move it away, and run `memsync hooks install` again",
                word="hook",
            )
        chained.unlink()  # the runner has written it anew where git runs it
    # A hard link keeps the other hook in place until ours replaces it; of a link, some
    # systems would make one to what it leads to.
    if path.is_symlink():
        path.rename(chained)
        return
    try:
        chained.hardlink_to(path)
    except OSError:
        path.rename(chained)


def _is_stale(chained: Path, now: Status) -> bool:
    """Whether it is a copy of a hook that its runner has since reinstalled."""
    runner = runners.runner_of(runners.read(chained))
    return runner is not None and runner.name == now.runner
