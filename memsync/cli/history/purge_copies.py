"""What `memsync purge` does not touch, though memsync knows it: agents' own files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.paths import MEMORY_INDEX

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store


class Copies:
    """What imports read and exports wrote; made before the purge forgets where."""

    def __init__(self, session: Session, store: Store) -> None:
        from memsync.agents.transfer.copies import copies

        own = store.memory.agent
        self._known = set() if own else copies(session.places, store.memory)

    def of(self, names: Iterable[str]) -> set[Path]:
        """The files that exist of these notes, with the indexes that name them."""
        wanted = set(names)
        found = {path for name, path in self._known if name in wanted}
        indexes = {path.with_name(MEMORY_INDEX) for path in found if _is_indexed(path)}
        return {path for path in found | indexes if path.is_file()}


def _is_indexed(path: Path) -> bool:
    """Whether the index beside a file has a line for it, with its description."""
    from memsync.files import atomic

    try:
        return path.name.encode() in atomic.read_regular(path.with_name(MEMORY_INDEX))
    except (OSError, MemsyncError):
        return False
