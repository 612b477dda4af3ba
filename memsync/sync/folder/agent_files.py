"""What is different about an agent's own folder: its files and their names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.synced import SYNCED
from memsync.errors import Broken
from memsync.files.handles import no_links_below
from memsync.memory.note.names import twin_key
from memsync.sync.folder.conditions import AgentPlace
from memsync.sync.folder.listing import agent_file
from memsync.sync.tree.layout import INDEX_NAME, unsendable
from memsync.workspace.place.agent_homes import memory_of
from memsync.workspace.repository.roots import IDENTITY_RECORD

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from memsync.memory.note.records import MemoryFolder
    from memsync.paths import Places
    from memsync.workspace.place.agent_homes import AgentHome

# Files of one folder: a larger one is hardly a memory.
MOST = 10_000


def as_memory(home: AgentHome, places: Places) -> MemoryFolder:
    """An agent's folder as a memory, of which no link is followed from now on."""
    form = SYNCED[home.agent]
    memory = memory_of(home, places)._replace(ending=form.ending, apart=form.apart)
    # What leads there is the person's.
    no_links_below(os.fspath(memory.folder))
    return memory


class AgentFolder(NamedTuple):
    """An agent's folder that a round covers."""

    home: AgentHome
    memory: MemoryFolder


def agent_place(found: AgentFolder) -> AgentPlace | None:
    """What an early round has to know of it; None where that is not enough."""
    home, memory = found
    record = ""
    if home.top is not None:
        if not (home.top / ".git").is_dir():
            return None  # git would have to be asked whose it is
        record = os.fspath(home.top / ".git" / "memsync" / IDENTITY_RECORD)
    return AgentPlace(
        home.path,
        os.fspath(memory.folder),
        memory.ending,
        "/".join(memory.apart),
        os.fspath(memory.lock),
        record,
        home.identity,
    )


def problem(name: str) -> str | None:
    """Why no machine would take a file of this name, or None."""
    return unsendable(agent_file(name))


def too_many(folder: str) -> Broken:
    """The error for a folder of more than `MOST` files."""
    return Broken(
        f"'{folder}' holds more than {MOST} files, and is left as it is",
        hint="`memsync sync remove --agent NAME` ends its syncing",
        word="file",
    )


def rivals(
    names: Collection[str], synced: Callable[[], Collection[str]]
) -> dict[str, str]:
    """Names that share a place on some file system, each with one that stays.

    Folders count, too: of two that differ by case alone, all files of one stay here.
    """
    plain = all(n.isascii() and n == n.lower() for n in names if n != INDEX_NAME)
    if plain and INDEX_NAME.lower() not in names:
        return {}
    places: dict[str, dict[str, list[str]]] = {}
    for name in names:
        for part in _prefixes(agent_file(name)):
            places.setdefault(twin_key(part), {}).setdefault(part, []).append(name)
    groups = {key: group for key, group in places.items() if len(group) > 1}
    known = set(synced()) if groups else set()
    found: dict[str, str] = {}
    for key, group in groups.items():
        stays = min(group, key=lambda p: (not known & {*group[p]}, p != key, p))
        for part, losers in group.items():
            if part != stays:
                found |= dict.fromkeys(losers, group[stays][0])
    return found


def _prefixes(file: str) -> list[str]:
    parts = file.split("/")
    return ["/".join(parts[: n + 1]) for n in range(len(parts))]
