"""Where the files below `learned/` stand that belong to a workspace memory.

In the memory itself; for one that is committed with the repository, in a folder of
this person's data, since nothing that was learned goes into commits unless a person
accepts it as a note.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from memsync.memory.note.names import Scope
from memsync.memory.note.records import MemoryFolder
from memsync.workspace.place.enrolment import home_top
from memsync.workspace.place.spot import ALLOW_FILE
from memsync.workspace.repository.identity import own_identity

if TYPE_CHECKING:
    from memsync.paths import Places
    from memsync.workspace.place.spot import Spot

# The folder, in the data folder, of what belongs to committed memories.
_BESIDE = "learned"


def learned_memory(spot: Spot, places: Places) -> MemoryFolder:
    """The memory below which `learned/` of a workspace memory stands.

    It need not exist. Raises what git raises, and `Broken` without a home.
    """
    if not spot.team:
        return spot.memory_folder
    folder = places.data / _BESIDE / _key(spot, places)
    memory = folder / "memory"
    return MemoryFolder(
        folder=memory,
        scope=Scope.WORKSPACE,
        archive=folder / "archive",
        lock=folder / "memory.lock",
        private=True,
        guards_live=False,
        allow_file=memory / ALLOW_FILE,
    )


def has_any_beside(places: Places) -> bool:
    """Whether any committed memory has learned files on this machine."""
    return (places.data / _BESIDE).is_dir()


def _key(spot: Spot, places: Places) -> str:
    """A folder's name for a repository: the same in all its clones, where it has an id.

    Of an id that a committed file claims nothing is believed.
    """
    if spot.root is None:
        said = os.fsencode(spot.level)
    elif (found := own_identity(spot.root, places.environ)) is not None:
        said = found.encode()
    else:
        said = os.fsencode(home_top(spot.root))
    return hashlib.sha256(said).hexdigest()[:32]
