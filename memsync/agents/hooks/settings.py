"""Finds an agent's settings file: the user's, or a project's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import BadUsage, Refused
from memsync.files.siblings import linked_sibling

if TYPE_CHECKING:
    from memsync.agents.agent import Agent, Hooks
    from memsync.paths import Places


class Settings(NamedTuple):
    """A settings file, and the folder that it must not leave."""

    path: Path
    top: Path
    """The git root, or the user's folder of the agent."""
    project: bool

    @property
    def mode(self) -> int:
        """The mode of a new file, under any umask."""
        return 0o644 if self.project else 0o600


def hooks_of(agent: Agent) -> Hooks:
    """How to make the agent call memsync; raises `BadUsage` if it cannot."""
    if agent.hooks is None:
        raise BadUsage(f"memsync has no hooks for {agent.name}")
    return agent.hooks


def settings_of(agent: Agent, places: Places, root: Path | None) -> Settings:
    """Its settings file: that of the git root `root`, else the user's.

    A user's file may be a symlink into a dotfile manager's folder: its target is the
    file. A symlink in a project could lead to the user's own files, which a clone must
    not change: raises `Refused`, but for a link to a file beside it. Raises
    `BadUsage` for an agent without such settings, `Broken` without a home.
    """
    hooks = hooks_of(agent)
    if root is None:
        if hooks.user_file is None:
            raise BadUsage(
                f"{agent.name} has project settings only",
                hint="add --project, in a git repository",
            )
        path = Path(os.path.realpath(hooks.user_file(places)))
        return Settings(path, home_of(hooks, places) or path.parent, project=False)
    if hooks.project_file is None:
        raise BadUsage(
            f"{agent.name} has no project settings", hint="leave out --project"
        )
    path = root / hooks.project_file
    # `AGENTS.md` is often a link to the file that the team edits.
    path = linked_sibling(path) or path
    for folder in [path, *path.parents]:
        if folder == root:
            break
        # A link in a work tree could lead the write anywhere.
        if folder.is_symlink():
            raise Refused(
                f"'{folder}' is a symlink, and memsync does not follow it: in a project"
                " it follows only one to a file beside it",
                hint="replace the link with what it points to",
                word="symlink",
            )
    return Settings(path, root, project=True)


def home_of(hooks: Hooks, places: Places) -> Path | None:
    """The agent's folder of this person; raises `Broken` without a home."""
    if hooks.home is not None:
        return hooks.home(places)
    return None if hooks.user_file is None else hooks.user_file(places).parent
