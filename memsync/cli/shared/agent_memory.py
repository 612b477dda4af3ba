"""`--agent`: an agent's own folder that is synced in place, as a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from memsync.cli.shared.scope import scope_option
from memsync.errors import BadUsage, NotFound
from memsync.memory.note.names import SUFFIX, Scope
from memsync.memory.note.records import StoredNote

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store
    from memsync.workspace.place.agent_homes import AgentHome

F = TypeVar("F", bound="Callable[..., object]")


def agent_option(help: str) -> Callable[[F], F]:  # noqa: A002 -- click's own name
    """Add `--agent NAME`; `help` says what it does in this command."""
    return click.option("--agent", metavar="NAME", help=help)


def agent_options(help: str) -> Callable[[F], F]:  # noqa: A002 -- as above
    """Add `--agent`, and a `--scope` that only chooses between the agent's folders."""

    def decorate(command: F) -> F:
        whose = "With --agent: its folder for this repository, or your own one."
        return agent_option(help)(scope_option(whose)(command))

    return decorate


class Which(NamedTuple):
    """The agent's folder that the options name."""

    agent: str
    scope: str | None

    @classmethod
    def of(cls, agent: str | None, scope: str | None) -> Which | None:
        """From both options; None for memsync's own memories."""
        if agent is None and scope is not None:
            raise BadUsage("--scope goes with --agent", hint="leave it out")
        return cls(agent, scope) if agent is not None else None


def agent_home(session: Session, agent: str, scope: str | None) -> AgentHome:
    """The folder of an agent that is synced here.

    Without a scope, the repository's folder wins. Raises `BadUsage` for an unknown
    agent, and `NotFound` for one whose folder is not synced.
    """
    from memsync.agents.layouts.registry import layout_called
    from memsync.workspace.place.agent_homes import listed_as
    from memsync.workspace.repository.identity import recorded
    from memsync.workspace.repository.roots import find_root

    name = layout_called(agent).agent
    wanted = Scope.parse(scope) if scope else None
    identities = []
    if wanted is not Scope.USER:
        root = find_root(session.cwd, session.environ)
        identities += [found] if root and (found := recorded(root)) else []
    if wanted is not Scope.WORKSPACE:
        identities.append("")
    for identity in identities:
        home = listed_as(session.places, name, identity)
        if home is not None:
            return home
    raise NotFound(
        f"the memory of {name} is not synced here",
        hint=_how_to_sync(name, wanted),
    )


def _how_to_sync(agent: str, wanted: Scope | None) -> str:
    from memsync.agents.synced import SYNCED

    form = SYNCED.get(agent)
    person = wanted is Scope.USER
    if form is None or (person and not form.for_person):
        return "`memsync sync add --list` lists what is"
    more = " --scope user" if person else ""
    return (
        f"`memsync sync add --agent {agent}{more}` syncs it;"
        " `memsync sync add --list` lists what is"
    )


def agent_store(session: Session, agent: str, scope: str | None) -> Store:
    """The folder of an agent as a memory; raises as `agent_home`."""
    from memsync.memory.store.store import Store
    from memsync.sync.homes.agent_homes import as_memory

    home = agent_home(session, agent, scope)
    memory = as_memory(home, session.places)
    return Store(memory, session.settings(home.top))


def every_agent_store(session: Session) -> list[Store]:
    """Each agent's folder that is synced here and exists now, as a memory."""
    from memsync.memory.store.store import Store
    from memsync.sync.homes.agent_homes import as_memory
    from memsync.workspace.place.agent_homes import listed, located
    from memsync.workspace.place.enrolment import Away

    return [
        Store(as_memory(home, session.places), session.settings(home.top))
        for home in listed(session.places)
        if not isinstance(located(home, session.places), Away)
    ]


def check_new_name(store: Store, name: str) -> None:
    """Raise `BadUsage` for a name that no file of the agent can have."""
    from memsync.agents.synced import travels
    from memsync.terminal import printable

    ending = store.memory.ending
    file = name if ending != SUFFIX and name.endswith(ending) else name + SUFFIX
    if not travels(store.memory.agent, file) or "\\" in file:
        raise BadUsage(
            f"'{printable(name)}' cannot be a file of {store.memory.agent}'s memory",
            hint="give a name without its ending, such as notes/deploy",
        )


def read_in(store: Store, name: str) -> StoredNote:
    """A file of an agent's folder; raises `NotFound`, and `Refused` for a symlink."""
    from memsync.memory.note.note import Note
    from memsync.terminal import printable

    own = name_in(store, name)
    check_new_name(store, own)
    data = store.live(own)
    if data is None:
        raise NotFound(
            f"{store.memory.agent} has no file called '{printable(name)}' here",
            hint=f"its folder is '{store.memory.folder}'",
        )
    file = str(store.path_of(own))
    return StoredNote(own, store.scope, file, Note.parse(data), data)


def name_in(store: Store, name: str) -> str:
    """The file's name, from one given with or without its ending."""
    memory = store.memory
    if not memory.agent:
        return name
    if name.endswith(SUFFIX):
        return name.removesuffix(SUFFIX)
    if memory.ending == SUFFIX or name.endswith(memory.ending):
        return name
    return name + memory.ending
