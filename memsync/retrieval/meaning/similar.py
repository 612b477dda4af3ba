"""How like a query each note is, by a model's vectors."""

from __future__ import annotations

import contextlib
import hashlib
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from memsync.errors import Broken
from memsync.retrieval.cache.database import Unusable
from memsync.retrieval.meaning import pieces
from memsync.retrieval.meaning.model import Late, NoModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from memsync.retrieval.meaning.model import Model
    from memsync.retrieval.meaning.vectors import Vectors
    from memsync.retrieval.words.documents import Document

    Floats = NDArray[np.float32]

# Below this cosine of MiniLM's vectors, texts are unrelated.
_UNRELATED = 0.2

# The most notes without a vector for which an `auto` search computes them first.
_FEW = 32

# Notes whose vectors are computed and stored at a time.
_BATCH = 16


class Source(Protocol):
    """Notes by number, for a model's vectors."""

    def digests(self) -> Sequence[tuple[int, bytes]]:
        """Every note's number and the SHA-256 of its bytes."""

    def document(self, at: int) -> Document | None:
        """What one note says now; None if it is gone or cannot be read."""


class Meaning:
    """A model with its stored vectors, for the notes of one command.

    `tell` prints a message with its hint. With `needed`, a model that cannot be used is
    an error (`NoModel`), unless it is only late; else the notes rank by bm25 and a
    message says so.
    """

    def __init__(
        self,
        model: Callable[[], Model],
        source: Source,
        cache: Path | None,
        tell: Callable[[str, str | None], None],
        *,
        needed: bool = False,
    ) -> None:
        self._find_model = model
        self._source = source
        self._cache = cache
        self._tell = tell
        self._needed = needed
        self._made: dict[bytes, Floats] | None = None
        self._to_keep = False
        self.said: Mapping[int, float] = {}
        """What `scores` answered last."""

    @cached_property
    def _model(self) -> Model:
        return self._find_model()

    def scores(self, query: str) -> Mapping[int, float]:
        """How like the query each note is; empty, with a message, without a model.

        Computes missing vectors for as long as a search may wait (`Model.pause`). Notes
        that get none are not in the result, and rank by bm25.
        """
        try:
            self.said = self._scores(query)
        except NoModel as error:
            # A model that is only slow costs a search its meaning, and no more.
            if self._needed and not isinstance(error, Late):
                raise
            self._tell(f"{error.message}; ranked by bm25", error.hint)
            self.said = {}
        return self.said

    def _scores(self, query: str) -> Mapping[int, float]:
        from memsync.retrieval.meaning.vectors import best

        model = self._model
        asked = model.embed([query])[0]
        every = list(self._source.digests())
        known = self._known(model, every)
        missing = [one for one in every if _key(one[1]) not in known]
        deadline = monotonic() + model.pause
        # A few notes may have changed. A whole memory is for `reindex`, not for
        # each search of a person who did not ask for a model.
        now = missing if self._needed or len(missing) <= _FEW else []
        # Notes that miss the time rank by bm25, as said below.
        with contextlib.suppress(Late):
            for _ in self._make(model, now, known):
                if monotonic() >= deadline:
                    break
        having = [
            (at, rows)
            for at, digest in every
            if (rows := known.get(_key(digest))) is not None
            and rows.shape[1] == len(asked)
        ]
        if lacking := len(every) - len(having):
            notes = "1 note has" if lacking == 1 else f"{lacking} notes have"
            self._tell(f"{notes} no vector yet and ranked by bm25", "memsync reindex")
        scores = best(asked, [rows for _, rows in having])
        numbers = (at for at, _ in having)
        found = zip(numbers, scores, strict=True)
        return {at: score for at, score in found if score >= _UNRELATED}

    def make_all(
        self,
        progress: Callable[[Sequence[int]], Iterable[int]],
        *,
        to_keep: bool = False,
    ) -> int:
        """Compute every missing vector; gives the notes' number. Raises `NoModel`.

        With `to_keep`, raises `Broken` if they cannot be stored.
        """
        model = self._model
        self._to_keep = to_keep
        every = list(self._source.digests())
        known = self._known(model, every)
        missing = [one for one in every if _key(one[1]) not in known]
        steps = iter(progress(range(len(missing))))
        made = 0
        for count in self._make(model, missing, known):
            made += count
            for _ in range(count):
                next(steps, None)
        return made

    def _kept(self, model: Model) -> Vectors | None:
        from memsync.retrieval.meaning.vectors import Vectors

        return None if self._cache is None else Vectors(self._cache, model.id)

    def _known(
        self, model: Model, every: Sequence[tuple[int, bytes]]
    ) -> dict[bytes, Floats]:
        if self._made is None:
            self._made = {}
            kept = self._kept(model)
            if kept is not None:
                # A cache that fails costs time; the answer is the same.
                with contextlib.suppress(Unusable):
                    self._made = kept.load(_key(digest) for _, digest in every)
        return self._made

    def _make(
        self,
        model: Model,
        missing: Sequence[tuple[int, bytes]],
        known: dict[bytes, Floats],
    ) -> Iterable[int]:
        """Compute the vectors of these notes, and store each batch at once."""
        kept = self._kept(model)
        for begin in range(0, len(missing), _BATCH):
            texts: list[str] = []
            counts: list[tuple[bytes, int]] = []
            for at, digest in missing[begin : begin + _BATCH]:
                document = self._source.document(at)
                if document is not None:
                    own = pieces.pieces(document)
                    texts += own
                    counts.append((_key(digest), len(own)))
            if not texts:
                continue
            rows = model.embed(texts)
            done: dict[bytes, Floats] = {}
            first = 0
            for key, count in counts:
                done[key] = rows[first : first + count]
                first += count
            known.update(done)
            self._save(kept, done)
            yield len(done)

    def _save(self, kept: Vectors | None, done: dict[bytes, Floats]) -> None:
        reason = "there is no state folder"
        if kept is not None:
            try:
                return kept.save(done)
            # As above: the vectors are computed again next time.
            except Unusable as error:
                reason = str(error)
        if self._to_keep:
            where = "" if self._cache is None else f" in '{self._cache}'"
            raise Broken(
                f"the vectors cannot be stored{where}: {reason}",
                hint="make that folder writable, or set MEMSYNC_STATE_DIR to another",
                word="file",
            )
        return None


def _key(digest: bytes) -> bytes:
    return hashlib.sha256(b"%d:%s" % (pieces.VERSION, digest)).digest()
