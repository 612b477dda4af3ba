"""Which names every machine can store, and which collide on some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.memory.note.names import twin_key
from memsync.sync.folder.listing import agent_file
from memsync.sync.tree.layout import (
    INDEX_NAME,
    LINE_FILES,
    LOG_FOLDERS,
    USER,
    Kind,
    agent_of,
    note_path,
    place,
    unsendable,
)
from memsync.sync.tree.names import twins, unportable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


def problem(home: str, name: str) -> str | None:
    """Why some machine cannot store a file of this name, or None."""
    if agent_of(home):
        return unsendable(agent_file(name))
    if name == INDEX_NAME or name in LINE_FILES:
        return None
    folder, _, last = name.rpartition("/")
    if folder and last == INDEX_NAME:
        reason: str | None = "it is the memory index's name"
    else:
        reason = unportable(last)
    if reason is None:
        return None
    from memsync.memory.note.names import slug

    return f"{reason}; as '{slug(last)}.md' it would be sent"


def is_stray(home: str, name: str) -> bool:
    """Whether it is in a sub-folder in which no agent looks for notes."""
    folder = name.rpartition("/")[0]
    if not folder or folder in LOG_FOLDERS or agent_of(home):
        return False
    return place(note_path(USER, name)).kind not in (Kind.LOG, Kind.LINES)


def rivals(
    home: str, names: Collection[str], synced: Callable[[], Collection[str]]
) -> dict[str, str]:
    """Names that share a file on some file system, each with one that stays.

    `synced` gives the names that are sent already; it is asked only where two collide.
    """
    if agent_of(home):
        return _rivals_of_agent(names, synced)
    # Usually no name is unusual, which is cheap to see: then nothing is compared.
    if _is_plain(names):
        return {}
    return twins([name for name in names if "/" not in name], synced)


def _is_plain(names: Collection[str]) -> bool:
    return all(n.isascii() and n == n.lower() for n in names if n != INDEX_NAME)


def _rivals_of_agent(
    names: Collection[str], synced: Callable[[], Collection[str]]
) -> dict[str, str]:
    """The same in an agent's folder, where folders count, too.

    Of two that differ by case alone, all files of one stay here.
    """
    if _is_plain(names) and INDEX_NAME.lower() not in names:
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
