"""The place of the `learned/` files of a workspace memory.

Normally in the memory itself. For a memory that is committed, in this user's data
folder: nothing learned may be committed before a person accepts it as a note.
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

# The folder in the data folder for the learned files of committed memories.
_BESIDE = "learned"


def learned_memory(spot: Spot, places: Places) -> MemoryFolder:
    """The memory that contains the `learned/` of a workspace memory.

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
    """A folder name for a repository; the same in all clones, if it has an id.

    Ignores an id that a committed file claims: a repository could claim another's.
    """
    if spot.root is None:
        said = os.fsencode(spot.level)
    elif (found := own_identity(spot.root, places.environ)) is not None:
        said = found.encode()
    else:
        said = os.fsencode(home_top(spot.root))
    return hashlib.sha256(said).hexdigest()[:32]
