"""`memsync hooks install --agent NAME`: shows and changes agents' settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared.words import in_words
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any, TypeVar

    from memsync.agents.agent import Agent
    from memsync.agents.hooks.change import Done
    from memsync.agents.hooks.settings import Settings
    from memsync.cli.shared.session import Session

    F = TypeVar("F", bound=Callable[..., Any])


def agent_options(command: F) -> F:
    """Add `--agent` and `--project`."""
    command = click.option(
        "--project",
        is_flag=True,
        help="With --agent: change the repository's settings, not yours.",
    )(command)
    return click.option(
        "--agent",
        metavar="NAME",
        help="Use this agent's settings: claude-code, codex, cursor, …",
    )(command)


def install(
    session: Session,
    name: str,
    *,
    project: bool,
    per_prompt: bool | None,
    dry_run: bool,
) -> None:
    """Add our hooks to an agent's settings; see `agents.hooks.install`."""
    from memsync.agents.hooks.change import act
    from memsync.agents.hooks.install import plan_install
    from memsync.agents.hooks.settings import hooks_of

    agent, settings = _settings(session, name, project=project)
    done = plan_install(
        agent, settings, program_for(session, settings), per_prompt=per_prompt
    )
    if not dry_run:
        act(settings, done)
    _emit(session, agent, done, dry_run=dry_run)
    then = hooks_of(agent).then
    if then is not None and done.action != "unchanged":
        session.say(then)
    if settings.project:
        _warn_without_path(session)


def uninstall(session: Session, name: str, *, project: bool, dry_run: bool) -> None:
    """Remove our hooks from an agent's settings."""
    from memsync.agents.hooks.change import act
    from memsync.agents.hooks.install import plan_uninstall

    agent, settings = _settings(session, name, project=project)
    done = plan_uninstall(agent, settings)
    if not dry_run:
        act(settings, done)
    _emit(session, agent, done, dry_run=dry_run)


def relink(session: Session, root: Path | None, *, dry_run: bool) -> None:
    """Make every installed hook call this memsync; see `plan_relink`."""
    from memsync.agents.hooks.change import act
    from memsync.agents.hooks.install import plan_relink

    rows = []
    for agent, settings in all_settings(session, root):
        done = plan_relink(agent, settings, program_for(session, settings))
        if not dry_run:
            act(settings, done)
        if done.action != "unchanged":
            rows.append({"agent": agent.name, **_data(done, dry_run=dry_run)})
    text = "".join(
        in_words(str(row["action"]), str(row["path"]), dry_run=dry_run) for row in rows
    )
    session.emit(rows, text)
    if not rows:
        session.say("all agents' hooks call this memsync already")


def show(session: Session, name: str) -> None:
    """Print the state of our hooks in one agent's settings."""
    from memsync.agents.table import agent_with_hooks
    from memsync.workspace.repository.roots import find_root

    agent = agent_with_hooks(name)
    root = find_root(session.cwd, session.environ)
    found = [
        each
        for each in states(session, root.top if root else None)
        if each["agent"] == agent.name
    ]
    session.emit(found, "".join(map(_line, found)))


def states(session: Session, root: Path | None) -> list[dict[str, str]]:
    """The state of our hooks in all settings: the user's, and the git root's."""
    from memsync.agents.hooks.install import look

    rows = []
    for agent, settings in all_settings(session, root):
        found = look(agent, settings)
        row = {
            "agent": agent.name,
            "settings": "project" if settings.project else "user",
            "path": str(settings.path),
            "state": found.state,
        }
        if found.programs:
            row["calls"] = " ".join(found.programs)
        if found.per_prompt:
            row["per_prompt"] = "installed"
        rows.append(row)
    return rows


def all_settings(
    session: Session, root: Path | None
) -> Iterator[tuple[Agent, Settings]]:
    """The settings of every agent: the user's, and those of the git root."""
    from memsync.agents.hooks.settings import hooks_of, settings_of
    from memsync.agents.table import with_hooks
    from memsync.errors import Broken, Refused

    for agent in with_hooks():
        kinds: list[Path | None] = []
        if hooks_of(agent).user_file is not None:
            kinds.append(None)
        if hooks_of(agent).project_file is not None and root is not None:
            kinds.append(root)
        for where in kinds:
            try:
                yield agent, settings_of(agent, session.places, where)
            except (Broken, Refused):
                # No home, or a symbolic link, which we never follow: nothing of ours.
                continue


def in_words_all(found: list[dict[str, str]]) -> str:
    """The settings that call memsync, one a line."""
    return "".join(_line(each) for each in found if each["state"] != "absent")


def program_for(session: Session, settings: Settings) -> str:
    """The memsync that the settings call.

    A user's settings name it by path, since an agent may see another PATH. A project's
    settings are for everyone who works there, and each has memsync in another place.
    """
    from memsync.agents.calls import PROGRAM
    from memsync.installed import command

    if settings.project:
        return PROGRAM
    return str(command(PROGRAM, session.environ.get("PATH")) or PROGRAM)


def _line(found: dict[str, str]) -> str:
    state = found["state"]
    if state == "gone":
        state = f"calls '{printable(found['calls'])}', which is gone"
        state += "; `memsync hooks install --relink` repairs it"
    if "per_prompt" in found:
        state += ", with each prompt too"
    return (
        f"agent: {found['agent']}, {found['settings']}: {state},"
        f" {printable(found['path'])}\n"
    )


def _settings(session: Session, name: str, *, project: bool) -> tuple[Agent, Settings]:
    from memsync.agents.hooks.settings import hooks_of, settings_of
    from memsync.agents.table import agent_with_hooks
    from memsync.workspace.repository.roots import require_root

    agent = agent_with_hooks(name)
    # AGENTS.md exists in projects only, so `--project` may be left out.
    in_root = project or hooks_of(agent).user_file is None
    root = require_root(session.cwd, session.environ).top if in_root else None
    return agent, settings_of(agent, session.places, root)


def _warn_without_path(session: Session) -> None:
    from shutil import which

    if which("memsync", path=session.environ.get("PATH")) is None:
        session.warn(
            "'memsync' is not on the PATH here, so an agent may not find it",
            "run `pipx install .` in a clone of memsync's repository, or add the folder"
            " of the command to the PATH",
        )


def _data(done: Done, *, dry_run: bool) -> dict[str, object]:
    return {"path": str(done.path), "action": done.action, "dry_run": dry_run}


def _emit(session: Session, agent: Agent, done: Done, *, dry_run: bool) -> None:
    data = {"agent": agent.name, **_data(done, dry_run=dry_run)}
    session.emit(data, in_words(done.action, str(done.path), dry_run=dry_run))
