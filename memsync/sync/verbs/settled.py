"""Which conflicts a person has settled, as the memories of this machine tell.

A conflict is settled once the version that lost was live again, or the note that a
machine had deleted is gone. Another edit settles nothing: an agent may have made it
without a look at the version that lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.memory.archive.archive import Archive, digest_of
from memsync.memory.archive.journal import Journal
from memsync.memory.archive.version_id import VersionId
from memsync.sync.homes import agent_homes, projects
from memsync.sync.tree.layout import USER, file_of, unlabel
from memsync.workspace.place.spot import user_memory_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.memory.store.store import MemoryFolder
    from memsync.paths import Places
    from memsync.sync.state.rounds import ToldConflict


def unsettled(told: Iterable[ToldConflict], places: Places, profile: str) -> list[str]:
    """The messages about the conflicts that nobody has settled yet.

    A conflict in a memory that is not here, or cannot be read, counts as open.
    """
    try:
        memories = _memories(places, profile)
    except (MemsyncError, OSError):
        memories = {}
    return [each.message for each in told if not _settled(each, memories)]


def _memories(places: Places, profile: str) -> dict[str, MemoryFolder]:
    here, _ = projects.present(places, profile)
    folders, _ = agent_homes.present(places, profile)
    return {
        USER: user_memory_folder(places),
        **{each.home: each.memory for each in here},
        **{each.path: agent_homes.as_memory(each, places) for each in folders},
    }


def _settled(told: ToldConflict, memories: Mapping[str, MemoryFolder]) -> bool:
    home, name = unlabel(told.said)
    memory = memories.get(home)
    if memory is None or not name:
        return False
    try:
        live = atomic.read_regular(memory.folder / file_of(home, name))
    except FileNotFoundError:
        return not told.version
    except (MemsyncError, OSError):
        return False
    if not told.version:
        return False
    lost = VersionId.of_file(name, told.version.rpartition("/")[2]).digest
    return digest_of(live) == lost or _was_live(memory, name, lost, told.moment)


def _was_live(memory: MemoryFolder, name: str, digest: str, moment: str) -> bool:
    """Whether memsync wrote this version after the round of that moment."""
    units = Journal(Archive(memory.archive, private=memory.private)).units()
    moments = [unit.moment for unit in units]
    # In the order of the lines: an agent may write while the round runs.
    after = moments.index(moment) + 1 if moment in moments else 0
    return any(
        step.name == name and step.after == digest
        for unit in units[after:]
        if unit.moment > moment
        for step in unit.steps
    )
