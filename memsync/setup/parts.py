"""The parts of `setup`: first planned, then done one by one, so that one may fail."""

from __future__ import annotations

from shutil import which
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.hooks.change import act
from memsync.agents.hooks.install import plan_install
from memsync.agents.hooks.settings import home_of, hooks_of, settings_of
from memsync.agents.table import agent_called, with_hooks
from memsync.errors import Broken, MemsyncError, Refused
from memsync.memory.note.names import Scope
from memsync.setup import journal
from memsync.setup.journal import Entry, digest, missing_folders
from memsync.workspace.steps.plan import plan_user
from memsync.workspace.verbs.bootstrap import Wanted, init

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from memsync.agents.agent import Agent
    from memsync.agents.hooks.change import Done
    from memsync.paths import Places

MEMORY, SYNC, TIMER = "memory", "sync", "timer"


class Part(NamedTuple):
    """One thing that setup does, or finds done."""

    name: str
    """An agent, or `memory`, `sync`, `timer`."""
    said: str
    """What it would do, in words."""
    pending: bool
    act: Callable[[], None] | None = None
    """Does it; may raise `MemsyncError` and `OSError`."""
    problem: MemsyncError | None = None
    """Why it cannot be done."""
    path: Path | None = None


def found_agents(places: Places, path: str | None) -> list[Agent]:
    """The agents used on this machine: those whose folder or command exists."""
    return [agent for agent in with_hooks() if _is_used(agent, places, path)]


def _is_used(agent: Agent, places: Places, path: str | None) -> bool:
    hooks = hooks_of(agent)
    if hooks.user_file is None:
        return False
    if hooks.program is not None and which(hooks.program, path=path or ""):
        return True
    try:
        if not hooks.may_create:
            return hooks.user_file(places).exists()
        home = home_of(hooks, places)
    except Broken:
        return False
    return home is not None and home.is_dir()


def agent_parts(
    places: Places, names: Sequence[str], path: str | None, program: str
) -> list[Part]:
    """A part for each agent found, or for those that are named.

    `program` is the memsync that their hooks call. Raises `BadUsage` for an unknown
    agent, and for one without hooks.
    """
    agents = [agent_called(name) for name in names] or found_agents(places, path)
    return [_agent_part(agent, places, program) for agent in agents]


def _agent_part(agent: Agent, places: Places, program: str) -> Part:
    try:
        settings = settings_of(agent, places, None)
        done = plan_install(agent, settings, program)
    except (Broken, Refused) as error:
        return Part(agent.name, error.message, pending=True, problem=error)
    if done.action == "unchanged":
        said = f"'{done.path}' has memsync's hooks"
        return Part(agent.name, said, pending=False, path=done.path)
    verb = "create" if done.action == "created" else "add memsync's hooks to"

    def install() -> None:
        _keep(places, agent.name, done)
        act(settings, done)

    said = f"{verb} '{done.path}'"
    return Part(agent.name, said, pending=True, act=install, path=done.path)


def _keep(places: Places, part: str, done: Done) -> None:
    # Before the change, so that a killed setup can be undone, too.
    journal.add(
        places.data,
        [
            Entry(*(c.path, part, c.before, digest(c.after)), missing_folders(c.path))
            for c in done.changes
            if c.before != c.after
        ],
    )


def memory_part(places: Places) -> Part:
    """The user memory, which sync sends."""
    try:
        plan = plan_user(places)
    except (Broken, Refused) as error:
        return Part(MEMORY, error.message, pending=True, problem=error)
    marker = plan.steps[0]
    if not marker.pending:
        said = f"'{plan.memory}' is your memory"
        return Part(MEMORY, said, pending=False, path=plan.memory)

    def create() -> None:
        folders = missing_folders(marker.path)
        init(plan.memory.parent, places, Wanted(scope=Scope.USER))
        after = digest(marker.path.read_bytes())
        entry = Entry(marker.path, MEMORY, None, after, folders)
        journal.add(places.data, [entry])

    said = f"create your memory in '{plan.memory}'"
    return Part(MEMORY, said, pending=True, act=create, path=marker.path)


def remote_part(
    places: Places, current: str, url: str | None, connect: Callable[[str], None]
) -> Part:
    """The remote of the user memory; `connect` sets it up, and raises any error."""
    if url is None or url == current:
        said = f"your notes go to {current}" if current else "no URL was given"
        return Part(SYNC, said, pending=False)

    def begin() -> None:
        file = places.config_file
        before = file.read_bytes() if file.is_file() else None
        folders = missing_folders(file)
        try:
            connect(url)
        finally:
            after = file.read_bytes() if file.is_file() else None
            if after != before:
                entry = Entry(file, SYNC, before, digest(after), folders)
                journal.add(places.data, [entry])

    return Part(SYNC, f"sync your notes with {url}", pending=True, act=begin)
