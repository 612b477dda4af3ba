"""What `memsync purge` takes out of what was learned: proposals and the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import NoGitRoot

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.cli.shared.session import Session
    from memsync.sync.verbs.purge import What


class Learned:
    """What learning keeps on this machine; made before the memories are purged."""

    def __init__(self, session: Session, what: What) -> None:
        self._session = session
        self._name = what.name
        self._remains: Callable[[str], str] | None = None
        if what.name is None:
            from memsync.sync.verbs.purge import remains_of

            self._remains = remains_of(what)

    def purge(self, *, pretend: bool) -> list[str]:
        """Purge it; what had the value. Raises `Locked`, `Broken` and `OSError`."""
        if self._remains is not None:
            from memsync.learn.purging import purge_value

            return purge_value(self._session.places, self._remains, pretend=pretend)
        if not pretend:
            self._forget_proposals()
        return []

    def _forget_proposals(self) -> None:
        """Drop the proposals about a purged file, pending and decided."""
        from memsync.learn.proposals.clearing import forget_file
        from memsync.learn.proposals.place import place_of

        session = self._session
        try:
            place = place_of(session.cwd, session.places, session.now)
        except NoGitRoot:
            return  # nothing was learned where nothing is
        forget_file(place, self._name or "")
