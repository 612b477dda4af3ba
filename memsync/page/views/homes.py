"""Names for memories: the user's, repositories', and agents' own folders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.agents.table import agents

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.memory.store.store import Store
    from memsync.page.request.ask import Ask


class Home(NamedTuple):
    """One memory that sync covers here."""

    said: str
    folder: str
    problem: str
    """Why it is not synced; empty if it is."""


def said(word: str) -> str:
    """A memory's name in sync's JSON: `user`, an identity, or an agent's folder."""
    identity, marked, agent = word.removeprefix("projects/").rpartition("agents/")
    if not marked or "/" in agent:
        return word
    whose = f"of {identity.rstrip('/')}" if identity else "for all repositories"
    return f"{title(agent)}'s own folder {whose}"


def title(agent: str) -> str:
    """An agent's name for people."""
    return next((each.title for each in agents() if each.name == agent), agent)


def homes(ask: Ask, summary: Mapping[str, Any]) -> list[Home]:
    """The memories of a profile, from the data of `memsync sync status`."""
    found = []
    if ask.opened.user is not None:
        found.append(Home("user", str(ask.opened.user.memory.folder), ""))
    found += [
        Home(each["identity"], each["root"], each["problem"] or "")
        for each in summary.get("projects", ())
    ]
    found += [
        Home(
            said(f"{each['identity'] or ''}/agents/{each['agent']}".lstrip("/")),
            each["memory"],
            each["problem"] or "",
        )
        for each in summary.get("agents", ())
    ]
    return found


def folder_of(ask: Ask, home: str) -> Store | None:
    """An agent's own folder as a memory, by its home in the synced repository.

    None for any other home, and if the folder is not here. Raises the errors of
    `as_memory`.
    """
    from memsync.memory.store.store import Store
    from memsync.sync.homes.agent_homes import as_memory
    from memsync.workspace.place.agent_homes import listed

    places = ask.commands.places
    for each in listed(places):
        if each.path == home and each.folder.is_dir():
            return Store(as_memory(each, places), ask.opened.settings)
    return None
