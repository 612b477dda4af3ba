"""The git hook: put in place, recognised, chained to another, and taken back.

Our hook is known by its marker line. A foreign one is moved aside byte for byte,
still run, and put back. Where `core.hooksPath` names a folder of the work tree or of
every repository, that folder is not ours to write to: we say what to add there.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memsync import atomic
from memsync.errors import Broken
from memsync.git import elsewhere
from memsync.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.workspace.roots import GitRoot

NAME = "pre-commit"
MARKER = b"# memsync-hook: pre-commit"
CHAINED = "pre-commit.before-memsync"
LINE = "memsync-guard || exit $?"
"""What a hook that others keep needs; without a staged memory path it says nothing."""

State = Literal["installed", "outdated", "absent", "foreign", "manual"]


@dataclass(frozen=True, slots=True)
class Status:
    """How the guard stands in one repository."""

    folder: Path
    """Where git looks for hooks."""
    state: State
    """`foreign`: another hook stands there; `manual`: the folder is not ours."""
    chained: bool
    """Another hook runs before ours."""
    calls_us: bool
    """A hook that others keep runs our checks."""
    framework: bool
    """`.pre-commit-config.yaml` names our checks."""
    hooks_path: str | None
    """The value of `core.hooksPath`."""

    @property
    def guarded(self) -> bool:
        """Whether commits here are checked, as far as files tell."""
        return self.state in ("installed", "outdated") or self.calls_us


@dataclass(frozen=True, slots=True)
class Done:
    """What was done to the hook, and how it stands now."""

    action: Literal["created", "updated", "unchanged", "removed", "manual"]
    status: Status


def source() -> Path:
    """The hook as we ship it; raises `Broken` when it is missing."""
    return shipped(f"git/{NAME}")


def status(root: GitRoot, environ: Mapping[str, str]) -> Status:
    """How the guard stands; changes nothing. Raises `Broken` when git fails."""
    git = elsewhere(root.top, environ)
    asked = git.line("rev-parse", "--path-format=absolute", "--git-path", "hooks")
    folder = Path(asked)
    configured = git.attempt("config", "--get", "core.hooksPath")
    hooks_path = (
        os.fsdecode(configured.out.rstrip(b"\n")) if not configured.code else None
    )
    data = _read(folder / NAME)
    calls_us = data is not None and b"memsync-guard" in data and MARKER not in data
    state: State = "absent"
    if hooks_path is not None and not _is_own(folder, root):
        state = "manual"
    if data is not None and MARKER in data:
        state = "installed" if data == _rendered() else "outdated"
    elif data is not None and state != "manual":
        state = "foreign"
    return Status(
        folder=folder,
        state=state,
        chained=(folder / CHAINED).exists(),
        calls_us=calls_us,
        framework=_in_framework(root.top),
        hooks_path=hooks_path,
    )


def install(
    root: GitRoot, environ: Mapping[str, str], *, dry_run: bool = False
) -> Done:
    """Put the hook in place, or bring it up to date; a second time changes nothing.

    Raises `Broken` for a folder that cannot be written.
    """
    now = status(root, environ)
    if now.state == "manual":
        return Done("unchanged" if now.calls_us else "manual", now)
    if now.state == "installed":
        return Done("unchanged", now)
    action: Literal["created", "updated"] = "created"
    if now.state == "outdated":
        action = "updated"
    if dry_run:
        return Done(action, now)
    path = now.folder / NAME
    atomic.make_folder(now.folder)
    if now.state == "foreign":
        if (now.folder / CHAINED).exists():
            raise Broken(
                f"'{now.folder / CHAINED}' stands in the way of chaining your hook",
                hint="move it away, and run `memsync hooks install` again",
                word="hook",
            )
        # A link keeps the foreign hook running until the moment ours replaces it.
        try:
            (now.folder / CHAINED).hardlink_to(path)
        except OSError:
            path.rename(now.folder / CHAINED)
    atomic.write(path, _rendered(), mode=0o755)
    return Done(action, status(root, environ))


def uninstall(
    root: GitRoot, environ: Mapping[str, str], *, dry_run: bool = False
) -> Done:
    """Take back exactly what `install` did: our hook goes, a chained one returns."""
    now = status(root, environ)
    if now.state not in ("installed", "outdated"):
        return Done("manual" if now.calls_us else "unchanged", now)
    if dry_run:
        return Done("removed", now)
    path = now.folder / NAME
    if now.chained:
        (now.folder / CHAINED).replace(path)
    else:
        path.unlink()
    atomic.fsync_folder(now.folder)
    return Done("removed", status(root, environ))


def _is_own(folder: Path, root: GitRoot) -> bool:
    """Whether a folder of hooks is among this repository's own git files."""
    real = Path(os.path.realpath(folder))
    return real.is_relative_to(root.common_dir) or real.is_relative_to(root.git_dir)


def _rendered() -> bytes:
    """The shipped hook, with where this installation keeps its command."""
    data = source().read_bytes()
    command = _command()
    if command is None:
        return data
    quoted = b"'" + os.fsencode(command).replace(b"'", b"'\\''") + b"'"
    return data.replace(b"memsync_guard=''", b"memsync_guard=" + quoted, 1)


def _command() -> Path | None:
    """This installation's `memsync-guard`: an editor's git may have another PATH."""
    import sys

    for folder in (Path(sys.argv[0]).parent, Path(sys.executable).parent):
        path = Path(os.path.abspath(folder)) / "memsync-guard"  # noqa: PTH100 -- a venv's links must not be resolved
        if path.is_file():
            return path
    return None


def _in_framework(top: Path) -> bool:
    data = _read(top / ".pre-commit-config.yaml") or b""
    data += _read(top / "prek.toml") or b""
    return b"memsync-secrets" in data


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
