"""What lint finds, kept for as long as no file has changed.

Lint reads every note: 100 ms of 1,000 notes, more than the rest of a page takes.
"""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING

from memsync.memory.lint.lint import lint

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from memsync.memory.lint.lint import LintFinding
    from memsync.memory.store.store import Store

_CAPS = ("caps.note", "caps.memory_index")


class Checks:
    """The findings of the memories that were asked about last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._key: object = None
        self._found: Sequence[LintFinding] = ()

    def findings(self, stores: Sequence[Store], today: date) -> Sequence[LintFinding]:
        """As `memsync lint`, both memories together. Raises as it and `OSError`."""
        with self._lock:  # of two that ask at once, one waits and has it for nothing
            key = (today, *map(_seen, stores))
            if key != self._key:
                self._found = _found(stores, today)
                self._key = key
            return self._found


def _seen(store: Store) -> tuple[object, ...]:
    """What changes whenever a file, or what lint measures by, does."""
    files = []
    with os.scandir(store.memory.folder) as entries:
        for each in entries:
            stat = each.stat(follow_symlinks=False)
            files.append((each.name, stat.st_mtime_ns, stat.st_size, stat.st_ino))
    caps = [store.settings.number(key) for key in _CAPS]
    return (str(store.memory.folder), tuple(caps), frozenset(files))


def _found(stores: Sequence[Store], today: date) -> list[LintFinding]:
    found: list[LintFinding] = []
    for store in stores:
        other = next((each for each in stores if each is not store), None)
        found += lint(store, other, today)
    return found
