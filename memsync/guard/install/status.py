"""The state of the guard in one repository. Reads only."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memsync import installed
from memsync.guard.install import runners
from memsync.guard.install.calls import hook_runs_us, names_us
from memsync.guard.install.runners import HUSKY, LINE, NAME, REQUIRED_LINE, Advice
from memsync.process.git import GitFailed, elsewhere
from memsync.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.process.git import Git
    from memsync.workspace.repository.roots import GitRoot

# The line that identifies our hook.
MARKER = b"# memsync-hook: pre-commit"

# The name of the hook that ours replaced, and runs.
CHAINED = f"{NAME}.before-memsync"

# The places of our hook: where git runs it, and where runners move it.
PLACES = (NAME, *dict.fromkeys(runner.moved_to for runner in runners.RUNNERS))

State = Literal["installed", "outdated", "absent", "foreign", "manual"]


@dataclass(frozen=True, slots=True)
class Status:
    """The state of the guard in one repository."""

    top: Path
    folder: Path
    """Where git looks for hooks."""
    state: State
    """`foreign`: there is another hook; `manual`: the folder is not ours."""
    place: Path | None
    """The path of our hook if something runs it: git, or a runner that moved it."""
    unused: Path | None
    """The path of our hook if a runner moved it and nothing runs it any more."""
    runner: str | None
    """The runner that wrote the hook which git runs."""
    hook: Path
    """The file of somebody else's hook, which could call us."""
    chained: bool
    """Whether another hook runs before ours."""
    kept: Path | None
    """The path of the hook that ours replaced, if it cannot be run."""
    calls_us: bool
    """Whether somebody else's hook runs our checks."""
    named: Path | None
    """The hook or configuration that names our checks without running them."""
    left_out: list[str]
    """The files that filters of the runner keep from our checks, if it runs them."""
    not_run: Path | None
    """The hook that would check commits, or run what does, if it were executable."""
    framework: bool
    """Whether `.pre-commit-config.yaml` or `prek.toml` has our checks."""
    configured: bool
    """Whether the runner that git runs has our checks in its configuration."""
    lefthook_comes: bool
    """Whether `lefthook install` would put an end to the hook here."""
    hooks_path: str | None
    """The value of `core.hooksPath`."""
    unset: str | None
    """If that switches hooks off, as `/dev/null` does: what a person does about it."""

    @property
    def checked(self) -> bool:
        """Whether commits here are checked now, as far as files tell."""
        there = self.place is not None or self.calls_us or self.configured
        return there and self.not_run is None

    @property
    def guarded(self) -> bool:
        """Whether commits here are checked, and stay so."""
        return self.checked and not self.lefthook_comes

    @property
    def by_hand(self) -> bool:
        """Whether only a person can make git check commits here, and go on so."""
        if self.checked or self.lefthook_comes:
            return self.lefthook_comes
        if self.place is not None:
            return self.not_run != self.place
        fixed = self.runner is not None and self.not_run is not None
        return fixed or self.state == "manual" or self.runner == "lefthook"

    def advice(self, *, require: bool = False) -> Advice | None:
        """What to add if the guard cannot be installed; None if that would not help.

        `require`: also block commits if memsync is missing.
        """
        if self.unset or (self.not_run and not self.lefthook_comes):
            return None
        if self.runner == "lefthook" or self.lefthook_comes:
            return runners.lefthook_advice(self.top, require=require)
        return Advice(self.hook, REQUIRED_LINE if require else LINE)


def source() -> Path:
    """The hook as we ship it; raises `Broken` when it is missing."""
    return shipped(f"git/{NAME}")


def status(root: GitRoot, environ: Mapping[str, str]) -> Status:
    """The state of the guard; raises `Broken` if git fails."""
    git = elsewhere(root.top, environ)
    asked = git.attempt("config", "--show-scope", "--get", "core.hooksPath")
    if asked.code:
        return _status(root, _folder(git, root.top), None)
    scope, _, path = os.fsdecode(asked.out.rstrip(b"\n")).partition("\t")
    # An empty value makes git look for `/pre-commit`, and `rev-parse` fail.
    folder = _folder(git, root.top) if path else Path("/")
    there = next(each for each in (folder, *folder.parents) if each.exists())
    unset = None
    if not path or not there.is_dir():
        unset = _unset(scope)
    return _status(root, folder, path, unset)


def status_in_own_folder(root: GitRoot) -> Status:
    """The state as if git looked in the repository's own folder of hooks.

    Another one is used once husky or a person sets `core.hooksPath`.
    """
    return _status(root, root.common_dir / "hooks", None)


def _folder(git: Git, top: Path) -> Path:
    """Where git looks for hooks."""
    asked = ("--git-path", "hooks")
    try:
        return Path(git.line("rev-parse", "--path-format=absolute", *asked))
    except GitFailed:
        # A path below a file, as `.git/hooks` is in a linked worktree.
        return top / git.line("rev-parse", *asked)


def _unset(scope: str) -> str:
    if scope == "command":
        return (
            "take core.hooksPath out of the environment's variables GIT_CONFIG_KEY_n"
            " and GIT_CONFIG_VALUE_n"
        )
    place = "" if scope == "local" else f" --{scope}"
    return f"run `git config{place} --unset core.hooksPath`"


def _status(
    root: GitRoot, folder: Path, hooks_path: str | None, unset: str | None = None
) -> Status:
    data = runners.read(folder / NAME)
    runner = runners.runner_of(data)
    place = _place(folder, data)
    unused = None
    if runner is not None and not runner.runs_moved and place is None:
        moved = folder / runner.moved_to
        unused = moved if is_ours(runners.read(moved)) else None
    manual = hooks_path is not None and not _is_own(folder, root)
    # A link that leads nowhere right now is somebody's hook, too.
    state: State = "foreign" if os.path.lexists(folder / NAME) else "absent"
    if place is not None:
        state = "installed" if runners.read(place) == rendered() else "outdated"
    elif manual:
        state = "manual"
    husky = manual and runners.is_husky(folder)
    hook = (folder.parent if husky else folder) / NAME
    text = runners.read(hook) if place is None else None
    calls = hook_runs_us(text, stops_at_failure=husky)
    configured = runner is not None and runners.configured(runner, root.top)
    named = hook if names_us(text) else runner and runners.naming(runner, root.top)
    comes = runner is None and not manual and runners.lefthook_comes(root.top)
    source = runners.LEFTHOOK if comes else runner
    not_run = None
    if place or calls or runner:
        parts = (folder / NAME, *([place] if place else ()))
        not_run = next((each for each in parts if not os.access(each, os.X_OK)), None)
    earlier = folder / CHAINED if place is not None else None
    chained = earlier is not None and os.access(earlier, os.X_OK)
    return Status(
        top=root.top,
        folder=folder,
        state=state,
        place=place,
        unused=unused,
        runner=HUSKY if husky else runner.name if runner else None,
        hook=hook,
        chained=chained,
        kept=earlier if earlier and os.path.lexists(earlier) and not chained else None,
        calls_us=calls,
        named=None if place or calls or configured else named,
        left_out=runners.left_out(source, root.top) if source else [],
        not_run=not_run,
        framework=any(runners.configured(r, root.top) for r in runners.RUNNERS[:2]),
        configured=configured,
        lefthook_comes=comes,
        hooks_path=hooks_path,
        unset=unset,
    )


def is_ours(hook: bytes | None) -> bool:
    """Whether memsync wrote a hook, this version or another."""
    return hook is not None and MARKER in hook


def rendered() -> bytes:
    """The shipped hook, with the path of this installation's command."""
    data = source().read_bytes()
    command = installed.command("memsync-guard")
    if command is None:
        return data
    quoted = b"'" + os.fsencode(command).replace(b"'", b"'\\''") + b"'"
    return data.replace(b"memsync_guard=''", b"memsync_guard=" + quoted, 1)


def _place(folder: Path, data: bytes | None) -> Path | None:
    """The path of our hook, if something runs it."""
    if is_ours(data):
        return folder / NAME
    runner = runners.runner_of(data)
    if runner is None or not runner.runs_moved:
        return None
    moved = folder / runner.moved_to
    return moved if is_ours(runners.read(moved)) else None


def _is_own(folder: Path, root: GitRoot) -> bool:
    """Whether a folder of hooks is inside this repository's git folder."""
    real = Path(os.path.realpath(folder))
    return real.is_relative_to(root.common_dir) or real.is_relative_to(root.git_dir)
