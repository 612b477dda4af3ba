"""The files that have a purged value and that `memsync purge` leaves alone."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store
    from memsync.sync.verbs.purge import What


class Left:
    """What may still have the value; made before the memories are purged.

    A purge changes notes and what is stored of them. Agents' instructions, `COYOTE.md`
    and other files are a person's, and often committed.
    """

    def __init__(self, session: Session, what: What, stores: Sequence[Store]) -> None:
        self._session = session
        self._memories = [store.memory for store in stores]
        self._remains: Callable[[str], str] | None = None
        if what.name is None:
            from memsync.sync.verbs.purge import remains_of

            self._remains = remains_of(what)

    def files(self) -> list[str]:
        """The files that have it, by their paths."""
        if self._remains is None:
            return []
        from memsync.guard.scan import walk

        found = []
        for path in dict.fromkeys(self._paths()):
            data = walk.read_file(os.fspath(path))
            text = data.decode("utf-8", "replace") if isinstance(data, bytes) else ""
            if text and self._remains(text) != text:
                found.append(printable(str(path)))
        return found

    def _paths(self) -> Iterator[Path]:
        from memsync.guard.checks import staged
        from memsync.guard.scan import walk
        from memsync.workspace.open import open_for_reading

        session = self._session
        for memory in self._memories:
            folder = memory.folder
            for entry in walk.entries([str(folder)]) if folder.is_dir() else ():
                if entry.text is None:  # no link
                    yield type(folder)(entry.path)
        opened = open_for_reading(session.cwd, session.places, None)
        if opened.lite is not None:
            yield opened.lite
        if opened.root is None:
            return
        os.chdir(opened.root.top)
        tracked = (f.path for f in staged.tracked(session.environ, [b"."]))
        for name in (*staged.AGENT_FILES, *tracked):
            path = opened.root.top / os.fsdecode(name)
            if path.is_file() and not path.is_symlink():
                yield path
