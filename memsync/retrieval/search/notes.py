"""The notes of some memories for ranking: from their caches, or read now."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from typing import TypeVar

    from memsync.clock import Now
    from memsync.memory.note.records import StoredNote
    from memsync.memory.store.store import Store
    from memsync.retrieval.cache.corpus import KeptCorpus
    from memsync.retrieval.ranking.corpus import Corpus
    from memsync.retrieval.words.documents import Document

    T = TypeVar("T")


class Notes(ABC):
    """The notes that can be read; a note of an earlier memory shadows later ones.

    Notes that cannot be read are left out: `lint` names them.
    """

    corpus: Corpus

    @abstractmethod
    def names(self) -> list[tuple[str, int]]:
        """Every note's name and its number in the corpus, by name."""

    @abstractmethod
    def name(self, at: int) -> str:
        """One note's name."""

    @abstractmethod
    def digests(self) -> list[tuple[int, bytes]]:
        """Every note's number and the SHA-256 of its bytes."""

    def document(self, at: int) -> Document | None:
        """The searched parts of a note; None if it is gone or cannot be read."""
        from memsync.retrieval.words.documents import document

        note = self.note(at)
        return None if note is None else document(note)

    @abstractmethod
    def note(self, at: int) -> StoredNote | None:
        """One note as it is now; None if it is gone or cannot be read."""


class _Read(Notes):
    def __init__(self, notes: Sequence[StoredNote]) -> None:
        from memsync.retrieval.ranking.corpus import Texts
        from memsync.retrieval.words.documents import document

        self.corpus: Corpus = Texts([document(note) for note in notes])
        self._notes = notes

    def names(self) -> list[tuple[str, int]]:
        return sorted((note.name, at) for at, note in enumerate(self._notes))

    def name(self, at: int) -> str:
        return self._notes[at].name

    def digests(self) -> list[tuple[int, bytes]]:
        from hashlib import sha256

        found = enumerate(self._notes)
        return [(at, sha256(note.data).digest()) for at, note in found]

    def note(self, at: int) -> StoredNote | None:
        return self._notes[at]


class _Kept(Notes):
    def __init__(self, corpus: KeptCorpus) -> None:
        self.corpus: Corpus = corpus
        self._kept = corpus

    def names(self) -> list[tuple[str, int]]:
        return self._kept.names()

    def name(self, at: int) -> str:
        return self._kept.name(at)[1]

    def digests(self) -> list[tuple[int, bytes]]:
        return self._kept.digests()

    def note(self, at: int) -> StoredNote | None:
        from memsync.memory.files.listing import load

        store, name = self._kept.name(at)
        found = load(store.memory, name)
        return None if found is None or found.unread else found


def with_notes(
    stores: Sequence[Store],
    cache: Path | None,
    now: Now,
    use: Callable[[Notes], T],
    *,
    glance: bool = False,
) -> T:
    """Call `use` with the notes of these memories, and return its result.

    The notes come from the caches below `cache` if possible. If not (None, read-only,
    locked for a second, damaged), every note is read; then `use` may be called a second
    time. With `glance` a note that another program edited in place may be ranked by its
    old words, see `memsync.retrieval.cache.glance`.
    """
    if cache is not None and stores:
        from memsync.retrieval.cache.corpus import kept_corpus
        from memsync.retrieval.cache.database import Unusable

        now_ns = int(now.utc.timestamp() * 1_000_000_000)
        with (
            # Without its cache the search reads all notes.
            contextlib.suppress(Unusable),
            kept_corpus(cache, stores, now_ns, glance=glance) as kept,
        ):
            return use(_Kept(kept))
    return use(_Read(shadowing(stores)))


def shadowing(stores: Iterable[Store]) -> list[StoredNote]:
    """The notes that can be read, by memory and name; the first one of each name."""
    found: dict[str, StoredNote] = {}
    for store in stores:
        for note in store.entries():
            if not note.unread:
                found.setdefault(note.name, note)
    return list(found.values())
