"""Changes settings files, unless they have changed since the change was planned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.errors import Broken
from memsync.files import atomic

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.agent import State
    from memsync.agents.hooks.settings import Settings

# Bytes; no settings file is larger.
_LARGEST = 1 << 22

Action = Literal["created", "updated", "unchanged", "removed", "entry removed"]


class Change(NamedTuple):
    """The new bytes of one file; None: delete it."""

    path: Path
    before: bytes | None
    after: bytes | None


class Done(NamedTuple):
    """What was done, or is planned, for a settings file."""

    path: Path
    action: Action
    state: State
    """The state of our hooks in it before."""
    changes: tuple[Change, ...] = ()


def act(settings: Settings, done: Done) -> None:
    """Make the changes; raises `Broken` for a file that changed since the plan."""
    for change in done.changes:
        if change.before != change.after:
            _write(settings, change)


def _write(settings: Settings, change: Change) -> None:
    path, before, after = change
    if _bytes(path) != before:
        raise Broken(
            f"'{path}' was not changed: another program changed it just now",
            hint="run the same command again",
            word="agent-settings",
        )
    try:
        if after is None:
            path.unlink()
            # The removal must survive a crash, or the hook would come back.
            atomic.fsync_folder(path.parent)
            _remove_empty(path.parent, settings.top)
        elif before is None:
            # A project's settings are for the team, a person's own for nobody else.
            mode = 0o755 if settings.project else 0o700
            atomic.make_folder(path.parent, mode=mode)
            atomic.create(path, after, mode=settings.mode)
        else:
            atomic.write(path, after)
    except OSError as error:
        raise Broken.from_os_error(error) from None


def _remove_empty(folder: Path, top: Path) -> None:
    while folder != top and folder.is_relative_to(top):
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent


def change_of(path: Path, before: str | None, after: str | None) -> Change:
    """A change of text."""
    return Change(
        path,
        None if before is None else before.encode(),
        None if after is None else after.encode(),
    )


def _bytes(path: Path) -> bytes | None:
    try:
        return atomic.read_regular(path, limit=_LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None


def read_text(path: Path) -> str | None:
    """The text of a settings file; None where there is none.

    Raises `Broken` for one that is too large or not UTF-8, `Refused` for a link.
    """
    data = _bytes(path)
    if data is None:
        return None
    if len(data) > _LARGEST:
        raise Broken(f"'{path}' is too large", word="agent-settings")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Broken(
            f"'{path}' is not UTF-8", hint="convert it to UTF-8", word="agent-settings"
        ) from None
