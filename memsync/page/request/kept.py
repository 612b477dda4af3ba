"""Caches what pages need of every note until a file changes.

Lint takes 100 ms to read 1,000 notes, more than the rest of a page takes.
"""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from memsync.memory.archive.journal import Journal
from memsync.memory.lint.lint import lint
from memsync.memory.note import links
from memsync.memory.store.undoing import recent
from memsync.retrieval.cache.cards import cards

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from memsync.clock import Now
    from memsync.memory.lint.lint import LintFinding
    from memsync.memory.store.store import Store
    from memsync.memory.store.undoing import Change
    from memsync.retrieval.cache.cards import Card

_CAPS = ("caps.note", "caps.memory_index")

T = TypeVar("T")


class Linking(NamedTuple):
    """A note, and the names to which its text links, in order."""

    scope: str
    to: tuple[str, ...]


class _Memo(Generic[T]):
    """One cached value, and the key from which it was made."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._key: object = None
        self._value: T | None = None

    def get(self, key: object, make: Callable[[], T]) -> T:
        with self._lock:  # the second of two requests waits for the first's value
            if self._value is None or key != self._key:
                self._value = make()
                self._key = key
            return self._value


class Kept:
    """The cached values for the memories of the last request."""

    def __init__(self) -> None:
        self._findings: _Memo[Sequence[LintFinding]] = _Memo()
        self._cards: _Memo[Sequence[Card]] = _Memo()
        self._changes: _Memo[Sequence[Change]] = _Memo()
        self._links: _Memo[Mapping[str, Linking]] = _Memo()

    def findings(
        self, stores: Sequence[Store], now: Now, seen: object
    ) -> Sequence[LintFinding]:
        """The findings of `memsync lint` in both memories.

        Raises its errors and `OSError`. `seen` is the `fingerprint` of the stores, here
        and below.
        """
        return self._findings.get((now.today, seen), lambda: _found(stores, now))

    def cards(
        self, stores: Sequence[Store], cache: Path | None, now: Now, seen: object
    ) -> Sequence[Card]:
        """A card for every note, those of the first memory first."""

        def make() -> Sequence[Card]:
            return [each for store in stores for each in cards(store, cache, now)]

        return self._cards.get(seen, make)

    def changes(
        self, stores: Sequence[Store], most: int, seen: object
    ) -> Sequence[Change]:
        """The result of `recent` for stores that have an archive. Raises `OSError`.

        A journal of a megabyte takes 50 ms to read.
        """
        stamps = [Journal(store.archive).stamp for store in stores]
        return self._changes.get((stamps, seen), lambda: recent(stores, most))

    def links(self, stores: Sequence[Store], seen: object) -> Mapping[str, Linking]:
        """Each note by its name, with its links; the workspace's note wins."""
        return self._links.get(seen, lambda: _linking(stores))


def fingerprint(stores: Sequence[Store]) -> object:
    """A value that changes with every file and setting that lint uses.

    Raises `OSError`. Misses a file that is written twice within one tick of the clock
    with the same size, until it is written again.
    """
    return tuple(map(_seen, stores))


def _seen(store: Store) -> tuple[object, ...]:
    files = []
    with os.scandir(store.memory.folder) as entries:
        for each in entries:
            try:
                stat = each.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            files.append((each.name, stat.st_mtime_ns, stat.st_size, stat.st_ino))
    caps = [store.settings.number(key) for key in _CAPS]
    return (str(store.memory.folder), tuple(caps), frozenset(files))


def _found(stores: Sequence[Store], now: Now) -> list[LintFinding]:
    found: list[LintFinding] = []
    for store in stores:
        other = next((each for each in stores if each is not store), None)
        found += lint(store, other, now.today)
    return found


def _linking(stores: Sequence[Store]) -> dict[str, Linking]:
    found: dict[str, Linking] = {}
    for store in stores:
        for each in store.entries():
            names = dict.fromkeys(link.name for link in links.find(each.note.body))
            names.pop(each.name, None)
            found.setdefault(each.name, Linking(each.scope.value, tuple(names)))
    return found
